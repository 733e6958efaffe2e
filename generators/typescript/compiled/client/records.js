/** Compares what the service sends with the schema of its record; records are open: what is new in them passes. */
var _a;
import { isDocument } from "./reading.js";
import { plain } from "./texts.js";
const MOST_MISTAKES = 20;
const MOST_COUNTED = 1_000;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const REFERENCE = "#/$defs/";
/** Returns where a document is not the record of a name, and how: the first places and kinds, no values; or nothing. */
export function mistakes(document, record, schemas) {
    const found = [];
    new Comparison(schemas, found).compare(document, schemas[record] ?? {}, "");
    if (found.length >= MOST_COUNTED)
        return `at least ${MOST_COUNTED.toLocaleString("en")} mistakes`;
    const shown = found.slice(0, MOST_MISTAKES);
    if (found.length > shown.length)
        shown.push(`and ${found.length - shown.length} more`);
    return shown.join(", ");
}
class Comparison {
    #schemas;
    #found;
    constructor(schemas, found) {
        this.#schemas = schemas;
        this.#found = found;
    }
    compare(value, schema, place) {
        if (this.#found.length >= MOST_COUNTED)
            return;
        if (schema.$ref !== undefined)
            this.compare(value, this.#named(schema.$ref), place);
        if (schema.anyOf)
            this.#compareAny(value, schema.anyOf, place);
        if (schema.oneOf)
            this.#compareVariant(value, schema, place);
        if (schema.type !== undefined && ![schema.type].flat().some((type) => isOf(value, type))) {
            this.#add(place, `not ${[schema.type].flat().join(" or ")}`);
            return;
        }
        if ("const" in schema && value !== schema.const)
            this.#add(place, "another value");
        if (schema.enum && value !== null && !schema.enum.includes(value))
            this.#add(place, "an unknown value");
        if (schema.format === "date-time" && typeof value === "string" && !DATE_TIME.test(value)) {
            this.#add(place, "no date and time");
        }
        if (isDocument(value))
            this.#compareMembers(value, schema, place);
        if (schema.items && Array.isArray(value)) {
            for (const [index, item] of value.entries())
                this.compare(item, schema.items, below(place, String(index)));
        }
    }
    #compareMembers(value, schema, place) {
        for (const name of schema.required ?? []) {
            if (!Object.hasOwn(value, name))
                this.#add(below(place, name), "missing");
        }
        for (const [name, inner] of Object.entries(schema.properties ?? {})) {
            if (Object.hasOwn(value, name))
                this.compare(value[name], inner, below(place, name));
        }
    }
    #compareAny(value, schemas, place) {
        const tries = schemas.map((schema) => {
            const found = [];
            new _a(this.#schemas, found).compare(value, schema, place);
            return found;
        });
        if (tries.every((found) => found.length > 0))
            this.#found.push(...(tries[0] ?? []));
    }
    /** A variant that a newer version added passes, as a new value of an open choice does. */
    #compareVariant(value, schema, place) {
        const member = schema.discriminator?.propertyName;
        if (member === undefined)
            return this.#compareAny(value, schema.oneOf ?? [], place);
        if (!isDocument(value))
            return this.#add(place, "not object");
        const named = value[member];
        if (typeof named !== "string")
            return this.#add(below(place, member), "not string");
        const mapping = schema.discriminator?.mapping ?? {};
        if (Object.hasOwn(mapping, named))
            this.compare(value, this.#named(mapping[named] ?? ""), place);
    }
    #named(reference) {
        return this.#schemas[decodeURIComponent(reference.slice(REFERENCE.length))] ?? {};
    }
    #add(place, mistake) {
        this.#found.push(`${place || "the record"}: ${mistake}`);
    }
}
_a = Comparison;
function isOf(value, type) {
    switch (type) {
        case "null":
            return value === null;
        case "array":
            return Array.isArray(value);
        case "object":
            return isDocument(value);
        case "integer":
            return Number.isInteger(value);
        default:
            return typeof value === type;
    }
}
/** Names of members are the sender's: they could hold line breaks, or be long. */
function below(place, name) {
    return plain(place ? `${place}.${name}` : name);
}
