// The reference page in the middle, in a frame of its own: it is what integrators will see, with its own scripts.
//
// The next version is loaded behind the one that is shown, and takes its place where that was scrolled to, with the same
// details open.

import { element } from "../site/element.mjs";

const PAGE = /^\/pages\/\d+\/(.*)$/;

export class Frame {
  constructor(holder, went) {
    this.holder = holder;
    this.went = went;
    this.address = "";
  }

  show(version, path) {
    this.go(`/pages/${version}/${path}`);
  }

  go(address) {
    if (address === this.address) return;
    this.address = address;
    this.coming?.remove();
    const next = element("iframe", { title: "Reference page", className: "coming" });
    next.addEventListener("load", () => this.loaded(next));
    next.src = address;
    this.coming = next;
    this.holder.append(next);
  }

  loaded(frame) {
    const { document: page, location } = frame.contentWindow;
    for (const link of page.links) {
      if (link.origin !== location.origin) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
    }
    if (frame === this.coming) this.swap(frame);
    this.applyTheme();
    const path = PAGE.exec(location.pathname);
    if (!path) return;
    if (frame === this.shown) this.address = location.pathname;
    this.went(decodeURI(path[1]));
  }

  swap(next) {
    const old = this.shown;
    if (old && old.contentWindow.location.pathname.replace(PAGE, "$1") === next.contentWindow.location.pathname.replace(PAGE, "$1")) {
      openAs(next.contentDocument, old.contentDocument);
      scrollAs(next.contentWindow, old.contentWindow);
    }
    const hadFocus = document.activeElement === old;
    this.shown = next;
    this.coming = undefined;
    next.classList.remove("coming");
    old?.remove();
    if (hadFocus) next.focus({ preventScroll: true });
  }

  applyTheme() {
    const page = this.shown?.contentDocument?.documentElement;
    if (!page) return;
    const { theme } = document.documentElement.dataset;
    if (theme) page.dataset.theme = theme;
    else delete page.dataset.theme;
  }
}

// Opens and closes the details of a page as those of another one are.
function openAs(next, old) {
  const were = detailsOf(old);
  for (const [name, details] of detailsOf(next)) if (were.has(name)) details.open = were.get(name).open;
}

// The details of a page by the id around them, and the number among those that it is around.
function detailsOf(page) {
  const found = new Map();
  for (const details of page.querySelectorAll("details")) {
    const { id = "" } = details.closest("[id]") ?? {};
    let number = 0;
    while (found.has(`${id} ${number}`)) number += 1;
    found.set(`${id} ${number}`, details);
  }
  return found;
}

// Scrolls a page so that the same part is at the top: what has an id keeps its place, whatever changed above it.
function scrollAs(next, old) {
  const top = (one) => one.getBoundingClientRect().top;
  const above = [...old.document.querySelectorAll("main [id]")].filter((one) => one.getClientRects().length && top(one) <= old.innerHeight / 4);
  const last = old.scrollY ? above.findLast((one) => next.document.getElementById(one.id)) : undefined;
  const y = last ? top(next.document.getElementById(last.id)) + next.scrollY - top(last) : old.scrollY;
  next.scrollTo({ top: y, left: old.scrollX, behavior: "instant" });
}
