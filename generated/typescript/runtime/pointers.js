// Paths of member names to JSON Pointers in the URI fragment form (RFC 6901 section 6).
const BARE = /%(24|26|2B|2C|3B|3D|3A|40|3F)/g;
export function pointer(path) {
    return `#${path.map((step) => `/${escaped(step)}`).join("")}`;
}
function escaped(step) {
    const uri = encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
    return uri.replace(BARE, decodeURIComponent);
}
