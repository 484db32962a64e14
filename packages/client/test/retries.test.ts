import { describe, expect, it } from "vitest";
import { clientIn, type ClientOptions } from "../src/client.ts";
import { type ClientFailure, ParleyClientError, textMessage } from "../src/index.ts";
import { retryPause, retryWindowMs } from "../src/retry-pause.ts";
import { ManualEnvironment } from "./support/manual-environment.ts";
import { ok, refusal, type ScriptedAnswer, scriptedFetch } from "./support/scripted-fetch.ts";

const ingressUrl = "https://gateway.test/chat/s3cret/shop";
const sender = { id: "v1" };
const message = textMessage("hi");
const unreachable = new TypeError("fetch failed");

function clientOver(answers: readonly ScriptedAnswer[], options: Partial<ClientOptions> = {}) {
  const environment = new ManualEnvironment();
  const { fetch, asked } = scriptedFetch(...answers);
  return { client: clientIn(environment, { ingressUrl, fetch, ...options }), asked, environment };
}

async function failureOf(work: Promise<unknown>): Promise<ParleyClientError> {
  const error = await work.catch((error: unknown) => error);
  if (!ParleyClientError.is(error)) throw new Error("a ParleyClientError was expected");
  return error;
}

describe("a message that a gateway does not take at once", () => {
  it.each<readonly [string, ScriptedAnswer]>([
    ["it cannot be reached", unreachable],
    ["the store is not there", refusal(50302)],
    ["it is too busy", refusal(50301)],
    ["there were too many requests", refusal(42901)],
    ["the request took too long", refusal(40801)],
    ["a proxy has lost it", new Response("<html>Bad Gateway", { status: 502 })],
    ["a proxy had no answer", new Response("", { status: 504 })],
  ])("is sent again under the same id when %s", async (_name, trouble) => {
    const { client, asked } = clientOver([trouble, trouble, ok]);
    const { id } = await client.send({ sender, message });
    expect(asked.map(({ body }) => body.message.id)).toEqual([id, id, id]);
    expect(new Set(asked.map(({ init }) => init.body)).size).toBe(1);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([40001, 40005, 40008, 40401, 40501, 41301, 43101, 50001])(
    "is not sent again after a refusal that would be the same: %d",
    async (code) => {
      const { client, asked } = clientOver([refusal(code), ok]);
      const failure = await failureOf(client.send({ sender, message }));
      expect(failure).toMatchObject({ reason: "refused", code, retryable: false });
      expect(asked.length).toBe(1);
    },
  );

  it("is sent again after pauses that grow", async () => {
    const { client, environment } = clientOver([unreachable]);
    await failureOf(client.send({ sender, message }));
    expect(environment.pausesMs).toEqual([375, 750, 1_500, 3_000]);
  });

  it("waits as long as the gateway asks for", async () => {
    const { client, environment } = clientOver([refusal(42902, "No.", { "retry-after": "7" }), ok]);
    await client.send({ sender, message });
    expect(environment.pausesMs).toEqual([7_000]);
  });

  it("is given up when the gateway asks for more than the time in which it knows a repeat", async () => {
    const { client, asked } = clientOver([refusal(50302, "No.", { "retry-after": "56" })]);
    const failure = await failureOf(client.send({ sender, message }));
    expect(failure).toMatchObject({ code: 50302, retryable: true, retryAfterSeconds: 56 });
    expect(asked.length).toBe(1);
  });

  it.each([0, 2])("is sent again %d times and no more, when that is asked for", async (retries) => {
    const { client, asked } = clientOver([unreachable], { retries });
    expect(await failureOf(client.send({ sender, message }))).toMatchObject({
      reason: "unreachable",
      code: null,
      status: null,
      retryable: true,
    });
    expect(asked.length).toBe(retries + 1);
  });

  it("is a timeout when no answer comes, which says how long was waited", async () => {
    const never: ScriptedAnswer = ({ init }) =>
      new Promise((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      });
    const { client, asked } = clientOver([never, ok], { timeoutMs: 20 });
    await client.send({ sender, message });
    expect(asked.length).toBe(2);
    const { client: impatient } = clientOver([never], { timeoutMs: 20, retries: 0 });
    const failure = await failureOf(impatient.send({ sender, message }));
    expect([failure.reason, failure.message]).toEqual([
      "timeout",
      "The gateway did not answer within 20 ms.",
    ]);
  });
});

describe("pauses", () => {
  const state = { tries: 1, retries: 100, elapsedMs: 0, timeoutMs: 5_000, retryAfterSeconds: null };

  it("lie between half and the whole of what they could be at most", () => {
    expect(retryPause({ ...state, fraction: 0 })).toBe(250);
    expect(retryPause({ ...state, fraction: 0.999_999 })).toBeCloseTo(500, 0);
    expect(retryPause({ ...state, tries: 30, fraction: 0.999_999 })).toBeCloseTo(8_000, 0);
  });

  it("end before a repeat could come when the gateway has forgotten the first try", () => {
    let elapsedMs = 0;
    for (let tries = 1; ; tries += 1) {
      const pauseMs = retryPause({ ...state, tries, elapsedMs, fraction: 0.5 });
      if (pauseMs === null) break;
      elapsedMs += pauseMs + state.timeoutMs;
    }
    expect(elapsedMs).toBeLessThanOrEqual(retryWindowMs);
    expect(elapsedMs).toBeGreaterThan(retryWindowMs / 2);
  });
});

describe("messages of one visitor", () => {
  it("leave in the order of the calls, whatever has to be sent again; another visitor's do not wait", async () => {
    const held = Promise.withResolvers<Response>();
    const { client, asked } = clientOver([() => held.promise, ok]);
    const first = client.send({ sender: { id: 7 }, message: textMessage("one") });
    const second = client.send({ sender: { id: "7" }, message: textMessage("two") });
    await client.send({ sender: { id: "other" }, message });
    expect(asked.map(({ body }) => body.sender)).toEqual([{ id: 7 }, { id: "other" }]);
    held.resolve(refusal(50301));
    await Promise.all([first, second]);
    const texts = asked.map(({ body }) => (body.message as { readonly text?: string }).text);
    expect(texts).toEqual(["one", "hi", "one", "two"]);
  });

  it("do not wait for one that was refused", async () => {
    const { client } = clientOver([refusal(40008), ok]);
    const [first, second] = await Promise.allSettled([
      client.send({ sender, message }),
      client.send({ sender, message }),
    ]);
    expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
  });
});

describe("a signal", () => {
  const reason = new Error("the page was left");

  it("that is aborted before lets nothing out", async () => {
    const { client, asked } = clientOver([ok]);
    const signal = AbortSignal.abort(reason);
    await expect(client.send({ sender, message, signal })).rejects.toBe(reason);
    await expect(client.status({ signal })).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });

  it("ends the wait at once, also for one that waits its turn, and later messages go on", async () => {
    const held = Promise.withResolvers<Response>();
    const { client, asked } = clientOver([() => held.promise, ok]);
    const controller = new AbortController();
    const first = client.send({ sender, message });
    const second = client.send({ sender, message: textMessage("two"), signal: controller.signal });
    const third = client.send({ sender, message: textMessage("three") });
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    held.resolve(ok.clone());
    await Promise.all([first, third]);
    const texts = asked.map(({ body }) => (body.message as { readonly text?: string }).text);
    expect(texts).toEqual(["hi", "three"]);
  });

  it("ends a request under way, which is no failure of the gateway's", async () => {
    const controller = new AbortController();
    const { client, asked } = clientOver([
      ({ init }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
          controller.abort(reason);
        }),
    ]);
    const sent = client.send({ sender, message, signal: controller.signal });
    await expect(sent).rejects.toBe(reason);
    expect(asked.length).toBe(1);
  });
});

describe("every failure", () => {
  it.each<readonly [ClientFailure, ScriptedAnswer]>([
    [
      "unreachable",
      Object.assign(new TypeError(`fetch failed: ${ingressUrl}`), {
        cause: { code: "ECONNREFUSED" },
      }),
    ],
    ["refused", refusal(40401)],
    ["unreadable-answer", new Response("<html>It works!", { status: 200 })],
  ])("keeps the secret URL to itself: %s", async (reason, answer) => {
    const { client } = clientOver([answer], { retries: 0 });
    const failure = await failureOf(client.send({ sender, message }));
    expect(failure.reason).toBe(reason);
    const { message: text, stack, cause } = failure;
    expect(JSON.stringify([text, stack, cause, { ...failure }])).not.toContain("s3cret");
    if (reason === "unreachable") expect(text).toContain("ECONNREFUSED");
  });
});
