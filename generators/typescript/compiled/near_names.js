// The name that somebody most likely meant: as `near_names.py` finds it, so that page and service suggest the same.
const NEAR = 0.65;
const LONGEST = 100;
const CANDIDATES = 3;
const OPPOSITES = [
    ["min", "max"], ["least", "most"], ["lower", "upper"], ["low", "high"],
    ["first", "last"], ["before", "after"], ["start", "end"], ["begin", "end"],
    ["required", "optional"], ["required", "absent"], ["present", "absent"],
    ["open", "closed"], ["with", "without"], ["true", "false"], ["old", "new"],
    ["inclusive", "exclusive"], ["include", "exclude"], ["from", "until"],
    ["inbound", "outbound"], ["incoming", "outgoing"], ["source", "target"],
    ["allow", "deny"], ["enable", "disable"], ["read", "write"], ["add", "remove"],
    ["send", "receive"], ["sender", "receiver"], ["accept", "reject"],
    ["accept", "refuse"], ["increase", "decrease"], ["positive", "negative"],
    ["debit", "credit"], ["debtor", "creditor"], ["payer", "payee"], ["push", "pull"],
    ["buyer", "seller"], ["deposit", "withdrawal"], ["request", "response"],
];
const ENDINGS = [["in", "out"], ["out", "in"]];
const NEGATIONS = ["not", "non", "no", "un", "in", "dis"];
/** Returns the known name that is nearest to a word, or null; a name that says the opposite is never near. */
export function nearName(word, known) {
    if (word.length > LONGEST)
        return null;
    const names = new Map([...known].sort().filter(({ length }) => length <= LONGEST).map((name) => [name.toLowerCase(), name]));
    const near = [...names.keys()].map((name) => [likeness(name, word.toLowerCase()), name]).filter(([score]) => score >= NEAR);
    near.sort(([one, first], [other, second]) => other - one || (first < second ? 1 : -1));
    const found = near.slice(0, CANDIDATES).find(([, name]) => !isOpposite(bare(word), bare(name)));
    return (found && names.get(found[1])) ?? null;
}
// Returns whether a word is nearer to an opposite of a name than to the name.
function isOpposite(word, name) {
    const own = likeness(name, word);
    return opposites(name).some((one) => likeness(one, word) > own);
}
function opposites(name) {
    const found = OPPOSITES.flatMap(([one, other]) => [name.replaceAll(one, other), name.replaceAll(other, one)]);
    for (const [ending, other] of ENDINGS)
        if (name.endsWith(ending))
            found.push(name.slice(0, -ending.length) + other);
    for (const negation of NEGATIONS) {
        found.push(negation + name);
        if (name.startsWith(negation))
            found.push(name.slice(negation.length));
    }
    return [...new Set(found)].filter((one) => one !== name);
}
function bare(name) {
    return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
// Twice the characters in common, in the way of Ratcliff and Obershelp, by those of both.
function likeness(one, other) {
    const all = one.length + other.length;
    return all ? (2 * common(one, other)) / all : 1;
}
function common(one, other) {
    let [size, start, begin] = [0, 0, 0];
    let row = new Array(other.length + 1).fill(0);
    for (let i = 0; i < one.length; i += 1) {
        const next = new Array(other.length + 1).fill(0);
        for (let j = 0; j < other.length; j += 1) {
            if (one[i] !== other[j])
                continue;
            const before = row[j] ?? 0;
            next[j + 1] = before + 1;
            if (before >= size)
                [size, start, begin] = [before + 1, i - before, j - before];
        }
        row = next;
    }
    if (!size)
        return 0;
    const before = common(one.slice(0, start), other.slice(0, begin));
    return size + before + common(one.slice(start + size), other.slice(begin + size));
}
