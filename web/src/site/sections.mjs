// The list of pages and sections: the present page is in view, and the section that is being read is marked.

export function attachSections() {
  const list = document.querySelector(".contents");
  if (!list) return;
  const place = list.querySelector("a[aria-current=page]");
  if (place) show(list, place);
  const links = new Map();
  for (const link of list.querySelectorAll(".sections a")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  if (links.size) new Reading(list, links);
}

class Reading {
  constructor(list, links) {
    this.list = list;
    this.links = links;
    // A heading is read from where it passes below the head of the page until the next one does.
    const observer = new IntersectionObserver(() => this.mark(), { rootMargin: "-80px 0px -60% 0px" });
    for (const heading of links.keys()) observer.observe(heading);
    this.mark();
  }

  mark() {
    const last = [...this.links.keys()]
      .filter((heading) => top(heading) < innerHeight * 0.4 && !stays(heading))
      .reduce((one, other) => (one && top(one) > top(other) ? one : other), null);
    if (last === this.marked) return;
    this.links.get(this.marked)?.removeAttribute("aria-current");
    this.marked = last;
    const link = this.links.get(last);
    link?.setAttribute("aria-current", "true");
    if (link) show(this.list, link);
  }
}

// Tells whether a heading is in view wherever one reads.
function stays(heading) {
  const panel = heading.closest(".panel");
  return panel && getComputedStyle(panel).position === "sticky";
}

function top(heading) {
  return heading.getBoundingClientRect().top;
}

// Scrolls the list alone: the page stays where it is.
function show(list, link) {
  const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + inner.height;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + inner.height;
}
