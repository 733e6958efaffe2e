// The data scripts: pages work from file://, where nothing can be fetched, so each is a script that hands its data over.

const known = { schemas: {} };
const waiting = new Map();

// Called by `assets/service.js`.
globalThis.paycatService = (data) => Object.assign(known, data);

// Called by `assets/schemas/<direction>.<method>.js`.
globalThis.paycatSchema = (direction, method, schema) => {
  known.schemas[direction] ??= {};
  known.schemas[direction][method] = schema;
};

// What is known so far.
export function service() {
  return known;
}

export function schemas() {
  return known.schemas;
}

// Loads the service's data once; `root` is the way up to the folder of all pages.
export async function loadService(root) {
  await load(`${root}assets/service.js`);
  return known;
}

// Loads the schema of a request once, and returns it.
export async function loadSchema(root, direction, method) {
  await load(`${root}assets/schemas/${direction}.${encodeURIComponent(method)}.js`);
  return known.schemas[direction][method];
}

function load(address) {
  if (!waiting.has(address)) {
    waiting.set(
      address,
      new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = resolve;
        script.onerror = () => {
          waiting.delete(address);
          reject(new Error(`${address} cannot be loaded`));
        };
        document.head.append(script);
      }),
    );
  }
  return waiting.get(address);
}
