/** An answer as it arrives: never more of it than is wanted. */
/**
 * Returns the answer to a request, of which no more is kept than the limit. Throws what `fetch` throws.
 *
 * `arrives` is called for each part of it.
 */
export async function receive(fetch, url, init, largest, arrives) {
    const answer = await fetch(url, { ...init, redirect: "manual", credentials: "omit", cache: "no-store" });
    const pieces = [];
    let [size, cut] = [0, ""];
    const reader = answer.body?.getReader();
    while (reader && !cut) {
        arrives();
        const { done, value } = await reader.read();
        if (done)
            break;
        const kept = value.subarray(0, largest - size);
        pieces.push(kept);
        size += kept.length;
        if (kept.length < value.length)
            cut = `it is longer than ${largest} bytes`;
    }
    // Nobody waits for the rest, and nobody hears that it was given up.
    if (cut)
        reader?.cancel().catch(() => undefined);
    return { status: answer.status, headers: answer.headers, body: joined(pieces, size), cut };
}
function joined(pieces, size) {
    const whole = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
        whole.set(piece, at);
        at += piece.length;
    }
    return whole;
}
