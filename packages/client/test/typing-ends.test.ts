import { describe, expect, it } from "vitest";
import type { AgentTyping, ReceiverOptions } from "../src/index.ts";
import { receiverIn } from "../src/receive/receiver.ts";
import { agentBody, agentRequest } from "./support/agent-request.ts";

/** A receiver whose timers a test moves. */
function typed(options: Partial<ReceiverOptions> = {}) {
  let nowMs = 0;
  let alarms: { readonly at: number; readonly ring: () => void }[] = [];
  const told: AgentTyping[] = [];
  const receiver = receiverIn(
    () => nowMs / 1_000,
    { onMessage: () => {}, onTyping: (event) => void told.push(event), ...options },
    (delayMs, ring) => {
      const alarm = { at: nowMs + delayMs, ring };
      alarms.push(alarm);
      return () => void (alarms = alarms.filter((each) => each !== alarm));
    },
  );
  const post = (type: string, id: unknown = "v1") =>
    receiver(
      agentRequest(agentBody({ recipient: { id }, message: { type, id: type, text: "x" } })),
    );
  const advance = (ms: number): void => {
    nowMs += ms;
    const due = alarms.filter(({ at }) => at <= nowMs);
    alarms = alarms.filter(({ at }) => at > nowMs);
    for (const { ring } of due) ring();
  };
  const types = () => told.map(({ type }) => type);
  return { post, advance, told, types };
}

describe("an agent's typing of which nothing more is heard", () => {
  it("ends 15 s after the last typein, and not while it is repeated every 5 s", async () => {
    const { post, advance, told, types } = typed();
    for (let time = 0; time < 6; time += 1) {
      await post("typein");
      advance(5_000);
    }
    advance(9_999);
    expect(types()).toEqual(Array(6).fill("typein"));
    advance(1);
    expect(told.at(-1)).toEqual({ ...told[0], type: "typeout" });
    advance(60_000);
    expect(types().filter((type) => type === "typeout")).toHaveLength(1);
  });

  it.each(["typeout", "text"])("is ended by a %s, and then not once more", async (type) => {
    const { post, advance, types } = typed();
    await post("typein");
    await post(type);
    const before = types();
    advance(60_000);
    expect(types()).toEqual(before);
  });

  it("ends for each visitor alone", async () => {
    const { post, advance, told } = typed();
    await post("typein", "v1");
    advance(10_000);
    await post("typein", 2);
    advance(5_000);
    const ended = () =>
      told.filter(({ type }) => type === "typeout").map(({ recipient }) => recipient.id);
    expect(ended()).toEqual(["v1"]);
    advance(10_000);
    expect(ended()).toEqual(["v1", "2"]);
  });

  it("ends also where onTyping and onError throw, and the process goes on", async () => {
    const errors: unknown[] = [];
    const { post, advance } = typed({
      onTyping: () => Promise.reject(new Error("the page is away")),
      onError: (error) => {
        errors.push(error);
        throw new Error("the log is away");
      },
    });
    expect((await post("typein")).status).toBe(200);
    advance(15_000);
    // An unhandled rejection would be told after this turn, and fails the run.
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toHaveLength(2);
  });

  it("ends after as long as is chosen, or never", async () => {
    const soon = typed({ typingEndsSeconds: 1 });
    await soon.post("typein");
    soon.advance(1_000);
    expect(soon.types()).toEqual(["typein", "typeout"]);
    const never = typed({ typingEndsSeconds: null });
    await never.post("typein");
    never.advance(1_000_000);
    expect(never.types()).toEqual(["typein"]);
    expect(() => typed({ typingEndsSeconds: 0 })).toThrow("typingEndsSeconds");
  });
});
