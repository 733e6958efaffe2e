// How often lines cross each other.

/** Returns the number of crossings of lines; each line is a list of points. */
export function crossings(lines) {
  const pairs = lines.flatMap((line, index) => lines.slice(index + 1).map((other) => [pieces(line), pieces(other)]));
  const crossed = ([line, other]) => line.flatMap((one) => other.filter((another) => cross(...one, ...another)));
  return pairs.flatMap(crossed).length;
}

function pieces(line) {
  return line.slice(1).map((point, index) => [line[index], point]);
}

// Pieces that only touch do not cross.
function cross(a, b, c, d) {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side(a, b, point) {
  return Math.sign((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x));
}
