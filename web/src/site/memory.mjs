// What is remembered from page to page. Where a browser keeps nothing for pages, it holds for this page alone.

const held = new Map();

export function remembered(name) {
  try {
    return localStorage.getItem(`paycat-${name}`);
  } catch {
    return held.get(name) ?? null;
  }
}

export function remember(name, value) {
  held.set(name, value);
  try {
    localStorage.setItem(`paycat-${name}`, value);
  } catch {
    // The choice holds for this page alone.
  }
}

export function forget(name) {
  held.delete(name);
  try {
    localStorage.removeItem(`paycat-${name}`);
  } catch {
    // Nothing was kept.
  }
}
