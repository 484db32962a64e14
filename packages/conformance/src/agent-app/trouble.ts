import { want } from "../want.ts";
import type { AgentApp } from "./agent-app.ts";
import { type AgentCheck, givenUp } from "./agent-check.ts";

/** An app that cannot take a message says so and gets it again (ruling 21). */
export function troubleRules(check: AgentCheck): void {
  check(
    "while the app is away nothing is taken, and nothing is refused for good",
    async (trial) => {
      const event = await trial.bench.says("hello");
      const call = () => trial.receive(event);
      const tried = await trial.inTrouble("away", async () => {
        want("trouble that passes is thrown: the event comes again", await call(), "later");
        want("however often", await call(), "later");
      });
      await trial.takenAtLast(call);
      await trial.wantShown(tried ? "shown once it is back, once" : "shown once", [event]);
    },
  );

  check("an answer that was lost on its way does not double the message", async (trial) => {
    const event = await trial.bench.says("hello");
    const call = () => trial.receive(event);
    await trial.inTrouble("answer-lost", async () => void (await call()));
    await trial.takenAtLast(call);
    await trial.wantShown("the app had it already: shown once", [event]);
  });

  check("a call whose signal aborts ends promptly", async (trial) => {
    const event = await trial.bench.says("hello");
    const tried = await trial.inTrouble("silent", async () => {
      want(
        "an answer that does not come is waited for no longer",
        await givenUp((signal) => trial.receive(event, signal)),
        "later",
      );
    });
    if (!tried) await trial.taken(event);
  });

  check(
    "what an aborted call left behind and the event once more make one message",
    async (trial) => {
      const event = await trial.bench.says("hello");
      await trial.inTrouble(
        "silent",
        async () => void (await givenUp((signal) => trial.receive(event, signal))),
      );
      await trial.takenAtLast(() => trial.receive(event));
      await trial.wantShown("shown once", [event]);
    },
  );

  check(
    "a call whose signal was aborted before it began says taken only if it is so",
    async (trial) => {
      const event = await trial.bench.says("hello");
      const end = await trial.receive(event, AbortSignal.abort());
      want("it is not the message's fault", end === "rejected", false);
      if (end === "taken") await trial.wantShown("the app has it", [event]);
      await trial.takenAtLast(() => trial.receive(event));
      await trial.wantShown("shown once", [event]);
    },
  );

  check("what the app will never take is rejected, with the reason", async (trial) => {
    const event = await trial.bench.says("hello");
    await trial.inTrouble("refusing", async () => {
      want("not taken, and not asked for for ever", await trial.receive(event), "rejected");
    });
    const next = await trial.bench.says("the next one");
    await trial.taken(next);
    want(
      "the next one is taken",
      (await textsOf(trial.app, next.conversationId)).at(-1),
      next.message,
    );
  });

  check("trouble with one message leaves those after it in order", async (trial) => {
    const events = [await trial.bench.says("one"), await trial.bench.says("two")];
    for (const event of events) {
      const call = () => trial.receive(event);
      await trial.inTrouble("away", async () => void (await call()));
      await trial.takenAtLast(call);
    }
    await trial.wantShown("in the order of receive", events);
  });
}

async function textsOf(app: AgentApp, conversationId: string): Promise<readonly object[]> {
  const seen = await app.messages(conversationId);
  return seen.map(({ message: { type, text } }) => ({ type, text }));
}
