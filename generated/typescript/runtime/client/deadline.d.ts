/** How long a call may take in all, however slowly the service sends its answer. */
/** The most seconds that a timer is set to. More are milliseconds that somebody meant. */
export declare const LONGEST = 86400;
/** Throws a TypeError unless a number of seconds is one that can be waited for. */
export declare function checkSeconds(name: string, seconds: number): void;
/** The moment by which a call has ended; its signal aborts whatever then still runs. */
export declare class Deadline {
    #private;
    readonly seconds: number;
    /** `outer` is the caller's own signal, which ends the call before the deadline. */
    constructor(seconds: number, outer?: AbortSignal);
    /** Aborts at the deadline, or when the caller does. */
    get signal(): AbortSignal;
    /** Whether the caller ended the call. */
    get isAborted(): boolean;
    /** Whether the time was up before the caller ended the call. */
    get isLate(): boolean;
    /** Returns the seconds that are left; 0 or less when the time is up. */
    left(): number;
    /** Lets the time begin again. */
    restart(): void;
    /** Frees the timer and the caller's signal. */
    close(): void;
}
/** Waits between attempts; a signal that aborts ends the pause. */
export type Sleep = (seconds: number, signal?: AbortSignal) => Promise<void>;
/** Returns after some seconds, or as soon as a signal aborts. */
export declare const sleep: Sleep;
