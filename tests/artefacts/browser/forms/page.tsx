// What a test opens: the form of docs/examples of a schema, and the body that it sends.

import { createRoot } from "react-dom/client";

import { PaymentForm } from "./form";

const root = createRoot(document.getElementById("form") as HTMLElement);
let count = 0;

Object.assign(window, {
  sent: null,
  show: (schema: object, data: Record<string, unknown>) => {
    Object.assign(window, { sent: null });
    root.render(<PaymentForm key={count++} schema={schema} data={data} onSend={(sent) => Object.assign(window, { sent })} />);
  },
});
