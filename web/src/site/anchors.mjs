// Link marks at headings and at rows that have an address of their own.

const PLACES = "main :is(h2, h3, h4)[id], main section[id] > :is(h3, h4):first-child, main tr[id] > th:first-child, main .field[id] > .head";

export function attachAnchors() {
  for (const place of document.querySelectorAll(PLACES)) {
    const link = document.createElement("a");
    link.className = "anchor";
    link.href = `#${place.id || place.parentElement.id}`;
    const named = place.querySelector(".name") ?? place;
    link.setAttribute("aria-label", `Link to ${named.textContent.trim()}`);
    place.append(link);
  }
}
