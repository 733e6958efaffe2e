// What is remembered from page to page. Where a browser keeps nothing for pages, nothing is remembered.

export function remembered(name) {
  try {
    return localStorage.getItem(`paycat-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`paycat-${name}`, value);
  } catch {
    // The choice holds for this page alone.
  }
}
