// The data scripts: pages work from file://, where nothing can be fetched, so each is a script that hands its data over.

const known = { methods: [], rules: new Map() };
const waiting = new Map();

// Called by `assets/service.js`.
globalThis.paycatService = (data) => {
  Object.assign(known, data);
};

// Called by `assets/rules/<direction>.<name of the method>.js`.
globalThis.paycatRules = (direction, name, rules) => {
  known.rules.set(`${direction}.${name}`, rules);
};

// What is known so far.
export function service() {
  return known;
}

// Forgets the rules of all requests: those below another folder may say something else.
export function forgetRules() {
  known.rules.clear();
}

// Loads the service's data once; `root` is the way up to the folder of all pages.
export async function loadService(root) {
  await load(`${root}assets/service.js`);
  return known;
}

// Loads the rules of a request once, and returns them.
export async function loadRules(root, direction, name) {
  await load(`${root}assets/rules/${direction}.${name}.js`);
  return known.rules.get(`${direction}.${name}`);
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
