// Elements and paths of SVG. Texts of a catalogue become text, never markup.

const HEAD = { length: 8, half: 4 };

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** Returns a path through points that is round at all but the first and the last one. */
export function curve([first, ...points]) {
  const parts = [`M ${at(first)}`];
  for (const [index, point] of points.slice(0, -1).entries()) {
    const next = points[index + 1];
    const isLast = index === points.length - 2;
    const end = isLast ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    parts.push(`Q ${at(point)} ${at(end)}`);
  }
  return parts.join(" ");
}

/** Returns the head of an arrow that ends as the points do. */
export function head(points) {
  const [before, tip] = points.slice(-2);
  const size = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const along = { x: (tip.x - before.x) / size, y: (tip.y - before.y) / size };
  const base = { x: tip.x - along.x * HEAD.length, y: tip.y - along.y * HEAD.length };
  const side = (sign) => at({ x: base.x - sign * along.y * HEAD.half, y: base.y + sign * along.x * HEAD.half });
  return `M ${at(tip)} L ${side(1)} L ${side(-1)} Z`;
}

function at({ x, y }) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
