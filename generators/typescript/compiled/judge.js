// A body in, what the service would answer out.
//
// The stages have the service's order: size, text, method, fields. What one stage rejects does not reach the next.
import { advice } from "./advice.js";
import { readObject, Unreadable } from "./json.js";
import { pointer } from "./pointers.js";
import { rejectedMembers, typeOf } from "./rules.js";
/** Returns the verdict on the text of a body, by the rules of one request; the method is not looked at. */
export function judgedText(body, rules, service) {
    return read(body, service, (value) => judgedFields(value, rules, service));
}
/** Returns the verdict on a value, by the rules of one request. */
export function judgedFields(value, rules, service) {
    const found = rejectedMembers(rules, value);
    return found.length ? rejected(found, service) : { ok: true, value: value };
}
/**
 * Returns the verdict on the text of a body of a direction; the method is what the body names.
 *
 * `addressed` is the method that the address names, if no body of the direction does.
 */
export function judgedBody(direction, body, service, rulesOf, addressed) {
    return read(body, service, (value) => judgedValue(direction, value, service, rulesOf, addressed));
}
/** Returns the verdict on a value of a direction, as `judgedBody` does. */
export function judgedValue(direction, value, service, rulesOf, addressed) {
    const path = service.members[direction] ?? [];
    if (service.members[direction] === null) {
        const body = rulesOf(direction, "");
        return body ? judgedFields(value, body, service) : { needs: "" };
    }
    const named = path.length ? methodIn(value, path) : (addressed ?? onlyMethod(direction, service));
    if (typeof named === "object")
        return rejected([named], service);
    const method = service.methods.find(({ code }) => code === named);
    if (!method)
        return whole(service, "unknown_method", "", path);
    const offered = method.offers[direction];
    if (offered !== "supported")
        return whole(service, "unavailable_direction", otherOffers(direction, method.offers, service), path);
    const rules = rulesOf(direction, method.name);
    return rules ? { ...judgedFields(value, rules, service), method: method.code } : { needs: method.code };
}
function read(given, service, judge) {
    const { largest, deepest } = service.limits;
    const body = given instanceof ArrayBuffer ? new Uint8Array(given) : given;
    if (typeof body !== "string" && !(body instanceof Uint8Array)) {
        throw new TypeError("a body is the text or the bytes as they arrived; `validate` judges values");
    }
    const size = sizeOf(body, largest);
    if (size > largest)
        return whole(service, "payload_too_large", `The body has ${size} bytes; at most ${largest} are read.`);
    let value;
    try {
        value = readObject(body, deepest);
    }
    catch (error) {
        if (!(error instanceof Unreadable))
            throw error;
        return whole(service, "malformed_body", sentence(error.message), [], { offset: error.offset, length: error.length });
    }
    return judge(value);
}
function sizeOf(body, largest) {
    // A UTF-16 unit has three bytes at most, so that most texts need not be encoded.
    if (typeof body === "string")
        return body.length * 3 <= largest ? 0 : new TextEncoder().encode(body).length;
    return body.length;
}
// Returns the code of the only method of a direction; undefined if it has several.
function onlyMethod(direction, service) {
    const offering = service.methods.filter(({ offers }) => offers[direction] === "supported");
    return offering.length === 1 ? offering[0]?.code : undefined;
}
// Returns the text at a path of objects, or what is wrong with the first step that fails.
function methodIn(body, path) {
    let value = body;
    if (typeOf(value) !== "object")
        return { path: [], code: value === null ? "null_not_allowed" : "type", about: "value" };
    for (const [index, step] of path.entries()) {
        const here = path.slice(0, index + 1);
        const found = Object.hasOwn(value, step) ? value[step] : undefined;
        if (found === undefined)
            return { path: here, code: "required", about: "missing" };
        const expected = here.length < path.length ? "object" : "string";
        if (typeOf(found) !== expected)
            return { path: here, code: found === null ? "null_not_allowed" : "type", about: "value" };
        value = found;
    }
    return value;
}
function otherOffers(direction, offers, service) {
    const others = Object.keys(offers).filter((other) => offers[other] === "supported");
    const where = others.length ? ` It can be used for: ${others.map((other) => service.directions[other]).join(", ")}.` : "";
    return `It is ${service.availabilities[offers[direction]]} for ${service.directions[direction]}.${where}`;
}
function rejected(found, service) {
    const violations = found.map((one) => {
        const { code, path, about } = one;
        const { meaning: message = code, sent } = codeNamed(code, service) ?? {};
        return { code, ...(sent && { sent }), pointer: pointer(path), path, message, advice: advice(one), about, ...reason(one, service) };
    });
    return { ok: false, problem: service.problems.invalid_fields, violations: violations.sort(byPlace) };
}
function codeNamed(name, { codes }) {
    return codes.find(({ code }) => code === name);
}
// A constraint and a condition have reasons of their own. A field has decisions about much; those that the code names
// too are about this.
function reason({ code, member, constraint, condition }, service) {
    const stated = constraint ?? condition;
    if (stated)
        return { source: stated.source, decisions: stated.decisions };
    const { source, decisions } = codeNamed(code, service) ?? { source: null, decisions: [] };
    if (!member)
        return { source, decisions };
    return { source: member.source ?? source, decisions: decisions.filter((id) => member.decisions.includes(id)) };
}
// Python orders texts by code points, and pointers are ASCII.
function byPlace(one, other) {
    if (one.pointer !== other.pointer)
        return one.pointer < other.pointer ? -1 : 1;
    return one.code < other.code ? -1 : Number(one.code > other.code);
}
function whole(service, cause, advice, path = [], span) {
    const problem = service.problems[cause];
    const { slug: code, source, decisions } = problem;
    const stated = { code, pointer: pointer(path), path, message: `${problem.title}.`, advice, source, decisions };
    return { ok: false, problem, violations: [{ ...stated, about: "value", ...(span && { span }) }] };
}
function sentence(words) {
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
