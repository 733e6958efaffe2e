/** Reads what the body of an error says, in whatever form a service has for errors. */
import { isDocument } from "./reading.js";
/** Returns what the body of an error says. */
export function saidIn(parts, document) {
    const members = isDocument(document) ? document : {};
    let said = {};
    for (const { name, word, parts: inner } of parts) {
        const value = Object.hasOwn(members, name) ? members[name] : undefined;
        if (inner && word) {
            const items = Array.isArray(value) ? value : [];
            said = { [word]: items.map((item) => saidIn(inner, item)), ...said };
        }
        else if (inner)
            said = { ...saidIn(inner, value), ...said };
        else if (word && value !== undefined && value !== null)
            said = { [word]: value, ...said };
    }
    return said;
}
