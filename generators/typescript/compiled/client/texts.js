/** Texts of the service, made safe to print and to log: one line each, and not long. */
const POINTER = /^#(?:\/(?:[A-Za-z0-9._!$&'()*+,;=:@?-]|~[01]|%[0-9A-Fa-f]{2})*)*$/;
const PATH = /^[A-Za-z0-9_$@-]+(?:\.[A-Za-z0-9_$@-]+|\[[0-9]+\])*$/;
const CODE = /^[A-Za-z][A-Za-z0-9_.-]*$/;
const LONGEST_POINTER = 512;
const LONGEST_CODE = 64;
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
/** Returns a text on one line, control characters escaped; empty if it is no text. */
export function plain(text, most = 200) {
    if (typeof text !== "string")
        return "";
    const line = [...text.slice(0, 2 * most + 2)].slice(0, most + 1).map(shown).join("");
    const characters = [...line];
    return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}
/** Returns a JSON Pointer in a URI fragment (RFC 6901); empty if it is none. */
export function pointerOrNothing(text) {
    return typeof text === "string" && text.length <= LONGEST_POINTER && POINTER.test(text) ? text : "";
}
/** Returns a dotted path, such as `lines[0].amount`; empty if it is none. */
export function pathOrNothing(text) {
    return typeof text === "string" && text.length <= LONGEST_POINTER && PATH.test(text) ? text : "";
}
/** Returns the code of a rejected member; empty if it does not have the form of a code. */
export function codeOrNothing(text) {
    return typeof text === "string" && text.length <= LONGEST_CODE && CODE.test(text) ? text : "";
}
function shown(character) {
    if (!UNPRINTABLE.test(character))
        return character;
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x100)
        return SHORT[character] ?? `\\x${code.toString(16).padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}
