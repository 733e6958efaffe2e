// A finding in, what to do about it in a sentence out; all it says comes from the rules.
import { nearName } from "./near_names.js";
export function advice({ code, path, member, constraint, condition, known }) {
    if (known)
        return near(path.at(-1), known);
    if (constraint)
        return constraint.advice;
    if (condition)
        return `Send at least one of: ${condition.any_of.map((names) => names.join(" and ")).join("; ")}.`;
    return member && code !== "required" ? `Send a JSON ${member.type}.` : "";
}
function near(name, known) {
    const best = nearName(name, known);
    return best ? `Did you mean ${best}?` : "";
}
