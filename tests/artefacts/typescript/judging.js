// Judges bodies in a page of the reference: by the modules of the TypeScript package, and by the script of the page.
// In, a JSON list of questions to `judging.mjs`. Out, a JSON list: for each the answer of the package, and that of the page,
// null where no text can hold the body and for a value that no body reaches the rules with.
async (asked) => {
  const { answered } = await import("/judging.mjs");
  const root = new URL("../typescript/", location.href);

  function ofPage({ direction, body, method, module }) {
    if (module !== undefined) return null;
    let text;
    try {
      const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return null;
    }
    const { violations, problem, needs } = paycatCheck.check(direction, text, paycatCheck.service(), method);
    if (needs !== undefined) return { failure: `the rules of ${needs} are not loaded` };
    if (!problem !== !violations.length) return { failure: `the problem is ${problem?.slug}, of ${violations.length} violations` };
    return { violations: violations.map(({ code, pointer }) => ({ code, pointer })) };
  }

  const answers = [];
  for (const question of JSON.parse(asked)) answers.push([await answered(root, question), ofPage(question)]);
  return JSON.stringify(answers);
}
