import type { Finding } from "./rules.js";
export declare function advice({ code, path, member, constraint, condition, known }: Finding): string;
