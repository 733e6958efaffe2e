export declare function pointer(path: readonly string[]): string;
