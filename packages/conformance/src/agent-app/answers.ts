import { want, wantSome } from "../want.ts";
import type { AgentCheck } from "./agent-check.ts";

/** Every answer goes through the `Outbox` exactly once. */
export function answerRules(check: AgentCheck): void {
  check(
    "what the app answers by itself has an idempotency key made of the event",
    async (trial) => {
      const { sends } = trial.bench.outbox;
      const keys = [];
      for (const event of [await trial.bench.says("one"), await trial.bench.says("two")]) {
        await trial.taken(event);
        const first = sends.splice(0).map(({ idempotencyKey }) => idempotencyKey);
        await trial.taken(event);
        const again = sends.splice(0).map(({ idempotencyKey }) => idempotencyKey);
        want(
          "no answer goes out without a key",
          first.includes(null) || again.includes(null),
          false,
        );
        want(
          "the event again brings no new key",
          again.filter((key) => !first.includes(key)),
          [],
        );
        keys.push(...first);
      }
      want("another event brings another key", new Set(keys).size, keys.length);
    },
  );

  check("what the app answers by itself reaches the visitor once", async (trial) => {
    const event = await trial.bench.says("hello");
    await trial.taken(event);
    const answers = await trial.bench.posted(event.conversationId);
    await trial.taken(event);
    want(
      "the event again brings nothing new",
      await trial.bench.posted(event.conversationId),
      answers,
    );
  });

  check("an agent's reply goes to the visitor who wrote, as it was written", async (trial) => {
    const { people } = trial.app;
    const [first, second] = [
      await trial.bench.says("hello", 42),
      await trial.bench.says("hi", "x"),
    ];
    for (const event of [first, second]) await trial.taken(event);
    if (people === null) {
      const known = new Set([first.conversationId, second.conversationId]);
      const { sends } = trial.bench.outbox;
      const astray = sends.filter(({ conversationId }) => !known.has(conversationId));
      want("a program answers nobody but who wrote", astray, []);
      return;
    }
    await people.reply(first.conversationId, "<b>yes</b>");
    const [reply] = await trial.bench.posted(first.conversationId);
    want("its text, letter for letter", wantSome("it left", reply)["text"], "<b>yes</b>");
    want("nobody else gets it", await trial.bench.posted(second.conversationId), []);
    const { sender } = wantSome("it went through the Outbox", trial.bench.outbox.sends.at(-1));
    const { name } = Object(sender) as { readonly name?: unknown };
    want("it says which agent wrote (§2.2)", typeof name === "string" && name.trim() !== "", true);
  });
}
