/** One request as a server would have got it. */
export interface AskedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly body: { readonly sender: unknown; readonly message: { readonly id: string } };
}

/** What comes of one request. */
export type ScriptedAnswer = Response | Error | ((request: AskedRequest) => Promise<Response>);

/** A `fetch` that gives one answer after the other, the last one for ever, and keeps what it was asked. */
export function scriptedFetch(...answers: readonly ScriptedAnswer[]) {
  const asked: AskedRequest[] = [];
  const answer = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const text = typeof init.body === "string" ? init.body : "null";
    const request = { url: String(input), init, body: JSON.parse(text) as AskedRequest["body"] };
    const next = answers[Math.min(asked.push(request), answers.length) - 1];
    if (typeof next === "function") return next(request);
    if (next instanceof Response) return next.clone();
    throw next ?? new Error("no answer was scripted");
  };
  return { fetch: answer as typeof fetch, asked };
}

export const ok = Response.json({ result: "ok" });

/** As a gateway refuses. */
export function refusal(code: number, message = "No.", headers: Record<string, string> = {}) {
  return Response.json({ error: { code, message } }, { status: Math.floor(code / 100), headers });
}
