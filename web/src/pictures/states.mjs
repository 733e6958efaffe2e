// State machines, drawn of the rows of their tables: what a table does not say, a picture does not show.

import { Graph, layout } from "@dagrejs/dagre";
import { crossings } from "./crossings.mjs";
import { curve, head, svg } from "./elements.mjs";

const PADDING = { x: 12, y: 8 };
const GAPS = { LR: { nodesep: 26, ranksep: 44, edgesep: 14 }, TB: { nodesep: 16, ranksep: 40, edgesep: 10 } };
const MARGIN = 6;
const START = "start";
const DOT = 10;
const MOST_TRIES = 6;
const TOO_WIDE = 1000;

export function attachPictures() {
  for (const [index, figure] of document.querySelectorAll("figure[data-states]").entries()) {
    new Picture(figure, `picture-${index}`);
  }
}

class Picture {
  constructor(figure, id) {
    const section = figure.closest("section");
    this.id = id;
    this.states = [...section.querySelectorAll("tr[data-state]")].map((row) => ({ id: row.id, ...row.dataset }));
    this.moves = [...section.querySelectorAll("tr[data-from]")].map(({ dataset, lastElementChild }) => ({
      ...dataset,
      why: lastElementChild.textContent,
    }));
    this.title = figure.dataset.states;
    this.region = figure.querySelector("[role=region]");
    figure.hidden = false;
    // Beside each other where there is room, else below each other; what is wider still scrolls.
    new ResizeObserver(() => this.draw()).observe(this.region);
    this.draw();
  }

  draw() {
    const room = this.region.clientWidth;
    if (room === this.room) return;
    this.room = room;
    const drawing = this.sized();
    const across = this.tidiest("LR", room);
    const graph = across.graph().width <= room ? across : this.tidiest("TB", room);
    const { width, height } = graph.graph();
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    for (const [name, value] of Object.entries(size)) drawing.setAttribute(name, value);
    drawing.append(...this.arrows(graph), ...this.boxes(graph));
  }

  // Replaces the drawing, and measures the names in it, as their font is known only there.
  sized() {
    const title = svg("title", { id: `${this.id}-title` }, this.title);
    const text = svg("desc", { id: `${this.id}-text` }, this.described());
    // A picture with links in it is a group: what is in an image is nothing but its name.
    const drawing = svg("svg", { role: "group", "aria-labelledby": title.id, "aria-describedby": text.id }, title, text);
    this.region.replaceChildren(drawing);
    for (const state of this.states) {
      const text = svg("text", {}, state.state);
      drawing.append(text);
      const box = text.getBBox();
      text.remove();
      state.width = Math.ceil(box.width) + 2 * PADDING.x;
      state.height = Math.ceil(box.height) + 2 * PADDING.y;
    }
    return drawing;
  }

  described() {
    const nameOf = (id) => this.states.find((one) => one.id === id).state;
    const sentence = ({ id, state, kind }) => {
      const next = this.moves.filter(({ from }) => from === id).map(({ to }) => nameOf(to));
      return `${state} (${kind})${next.length ? ` leads to ${next.join(", ")}` : ""}.`;
    };
    return this.states.map(sentence).join(" ");
  }

  // What crosses and how wide it is depends on the order in which moves are added: the first of some orders that fits and
  // has the fewest crossings.
  tidiest(rankdir, room) {
    let best = null;
    for (let turn = 0; turn < Math.min(MOST_TRIES, this.moves.length || 1) && best?.flaws !== 0; turn += 1) {
      const graph = this.laidOut(rankdir, [...this.moves.slice(turn), ...this.moves.slice(0, turn)]);
      const crossed = crossings(graph.edges().map((edge) => graph.edge(edge).points));
      const flaws = crossed + (graph.graph().width > room ? TOO_WIDE : 0);
      if (!best || flaws < best.flaws) best = { graph, flaws };
    }
    return best.graph;
  }

  laidOut(rankdir, moves) {
    const graph = new Graph();
    graph.setGraph({ rankdir, ...GAPS[rankdir], marginx: MARGIN, marginy: MARGIN }).setDefaultEdgeLabel(() => ({}));
    graph.setNode(START, { width: DOT, height: DOT });
    for (const { id, width, height } of this.states) graph.setNode(id, { width, height });
    for (const { id } of this.states.filter(isFirst)) graph.setEdge(START, id);
    for (const { from, to } of moves) graph.setEdge(from, to);
    layout(graph);
    return graph;
  }

  arrows(graph) {
    const why = (v, w) => this.moves.find(({ from, to }) => from === v && to === w)?.why ?? "";
    return graph.edges().map((edge) => {
      const { points } = graph.edge(edge);
      const line = svg("path", { d: curve(points) });
      const tip = svg("path", { class: "head", d: head(points) });
      return svg("g", { class: "move" }, svg("title", {}, why(edge.v, edge.w)), line, tip);
    });
  }

  boxes(graph) {
    const { x, y } = graph.node(START);
    const boxes = this.states.map((state) => this.box(state, graph.node(state.id)));
    return [svg("circle", { class: "start", cx: x, cy: y, r: DOT / 2 }), ...boxes];
  }

  // A final state has a second outline, as the shape and not the colour must tell it.
  box(state, { x, y, width, height }) {
    const outline = (inset) => {
      const size = { width: width - 2 * inset, height: height - 2 * inset };
      return svg("rect", { x: x - size.width / 2, y: y - size.height / 2, ...size, rx: 6 });
    };
    const name = svg("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central" }, state.state);
    const link = svg("a", { href: `#${state.id}`, "aria-label": `${state.state}, ${state.kind}` }, outline(0));
    if (isFinal(state)) link.append(outline(3));
    link.append(name);
    return link;
  }
}

function isFirst({ kind }) {
  return kind.split(", ").includes("first");
}

function isFinal({ kind }) {
  return kind.split(", ").includes("final");
}
