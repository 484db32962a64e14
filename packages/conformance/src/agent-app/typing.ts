import type { TypingType, VisitorEvent } from "@parley/core";
import { eventually, promptly } from "../time/time-limits.ts";
import { want } from "../want.ts";
import type { AgentBench } from "./agent-bench.ts";
import type { TypingApp } from "./typing-app.ts";

/** One check of the suite. */
export type TypingCheck = (
  title: string,
  body: (bench: AgentBench, app: TypingApp) => Promise<void>,
) => void;

/** §4.4 on the agent's side, best effort (ruling 10). */
export function typingRules(check: TypingCheck): void {
  check("typein is shown, and typeout ends it", async (bench, app) => {
    const { conversationId } = await taken(bench, app);
    for (const type of ["typein", "typeout", "typein"] as const) {
      await app.typing.typing(conversationId, type);
      await wantShown(app, conversationId, type);
    }
  });

  check("the latest wins, and twice is as good as once", async (bench, app) => {
    const { conversationId } = await taken(bench, app);
    for (const type of ["typein", "typein", "typeout", "typeout"] as const) {
      await app.typing.typing(conversationId, type);
    }
    await wantShown(app, conversationId, "typeout");
  });

  check("one visitor's typing is not another's", async (bench, app) => {
    const first = await taken(bench, app, "a");
    const second = await taken(bench, app, "b");
    await app.typing.typing(first.conversationId, "typein");
    await wantShown(app, first.conversationId, "typein");
    want("nobody types there", await app.shown(second.conversationId), null);
  });

  check("typing is no message, on neither side", async (bench, app) => {
    const { conversationId } = await taken(bench, app);
    const before = await app.messageCount(conversationId);
    const sent = bench.outbox.sends.length;
    await app.typing.typing(conversationId, "typein");
    await app.typing.typing(conversationId, "typeout");
    want("the app has no more messages", await app.messageCount(conversationId), before);
    want("nothing goes out", bench.outbox.sends.length, sent);
    want("nor is the visitor told of typing", bench.outbox.typings, []);
  });

  check("typing in a conversation nobody knows breaks nothing", async (bench, app) => {
    const { conversationId } = await taken(bench, app);
    for (const strange of ["nobody", "", "__proto__"]) await ended(app, strange, "typein");
    await app.typing.typing(conversationId, "typein");
    await wantShown(app, conversationId, "typein");
  });

  for (const trouble of ["away", "silent"] as const) {
    check(`typing comes to an end while the app is in trouble: ${trouble}`, async (bench, app) => {
      const { conversationId } = await taken(bench, app);
      await app.trouble?.begin(trouble);
      const end = ended(app, conversationId, "typein");
      // Longer than a typing notice is useful.
      await bench.rig.time.advance(9_000);
      await end.finally(() => app.trouble?.end());
      await app.typing.typing(conversationId, "typein");
      await wantShown(app, conversationId, "typein");
    });
  }

  check("a message between the typing is taken as ever", async (bench, app) => {
    const { conversationId } = await taken(bench, app);
    await app.typing.typing(conversationId, "typein");
    const before = await app.messageCount(conversationId);
    await taken(bench, app);
    want("one more message", await app.messageCount(conversationId), before + 1);
  });
}

async function taken(bench: AgentBench, app: TypingApp, id = "v1"): Promise<VisitorEvent> {
  const event = await bench.says("hello", id);
  const receipt = await app.backend.receive(event, new AbortController().signal);
  want("an event that nothing stands in the way of is taken", receipt.outcome, "taken");
  return event;
}

/** Ignores an error, because a failed typing notice is dropped. */
async function ended(app: TypingApp, conversationId: string, type: TypingType): Promise<void> {
  const told = Promise.resolve().then(() => app.typing.typing(conversationId, type));
  await promptly(
    "typing that is not shown in time is dropped",
    told.catch(() => {}),
  );
}

async function wantShown(app: TypingApp, conversationId: string, type: TypingType): Promise<void> {
  await eventually(`the app shows ${type}`, async () => (await app.shown(conversationId)) === type);
}
