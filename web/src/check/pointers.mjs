// Paths of member names to JSON Pointers in the URI fragment form (RFC 6901 section 6), and back.

const BARE = /%(24|26|2B|2C|3B|3D|3A|40|3F)/g;

export function pointer(path) {
  return `#${path.map((step) => `/${escaped(step)}`).join("")}`;
}

function escaped(step) {
  const uri = encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
  return uri.replace(BARE, decodeURIComponent);
}

// The plain form, as ajv writes it, to a path.
export function steps(place) {
  return place.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
