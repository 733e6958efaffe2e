/** Compares what the service sends with the schema of its record; records are open: what is new in them passes. */
import { type Document } from "./reading.js";
/** The part of a JSON Schema (draft 2020-12) that says what a value is; bounds are not compared. */
export interface Schema {
    readonly $ref?: string;
    readonly type?: string | readonly string[];
    readonly const?: unknown;
    readonly enum?: readonly unknown[];
    readonly format?: string;
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly discriminator?: {
        readonly propertyName: string;
        readonly mapping: Readonly<Record<string, string>>;
    };
}
/** The schema of each record, by its name. */
export type Schemas = Readonly<Record<string, Schema>>;
/** Returns where a document is not the record of a name, and how: the first places and kinds, no values; or nothing. */
export declare function mistakes(document: Document, record: string, schemas: Schemas): string;
