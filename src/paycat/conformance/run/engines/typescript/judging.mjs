// What the TypeScript package rejects, asked in the same way of node and of browsers.

// Takes the address of the package's folder and {direction, body, method, module}: the body in base64, and the module of a
// request if that alone validates the value of the body. Returns {violations: [{code, pointer}]}, or {failure}.
export async function answered(root, { direction, body, method, module }) {
  try {
    const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
    const { ok, violations = [] } = await judged(root, direction, bytes, method, module);
    if (ok !== !violations.length) throw new Error(`ok is ${ok}, and there are ${violations.length} violations`);
    return { violations: violations.map(({ code, pointer }) => ({ code, pointer })) };
  } catch (error) {
    return { failure: error.message };
  }
}

async function judged(root, direction, bytes, method, module) {
  if (module === undefined) {
    const { parse } = await import(new URL("index.js", root));
    return parse(direction, bytes, method);
  }
  const { validate } = await import(new URL(`${module}.js`, root));
  return validate(JSON.parse(new TextDecoder().decode(bytes)));
}
