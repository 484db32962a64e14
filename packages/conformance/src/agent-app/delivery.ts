import type { VisitorEvent } from "@parley/core";
import { want } from "../want.ts";
import type { AgentCheck } from "./agent-check.ts";

/** A taken message is stored, a repeat is shown once, and the order is kept. */
export function deliveryRules(check: AgentCheck): void {
  check("taken means that the app has the message, at once", async (trial) => {
    const events = [];
    for (const text of ["one", "two", "three"]) {
      const event = await trial.bench.says(text);
      await trial.taken(event);
      events.push(event);
      await trial.wantShown("the message is there as soon as it is taken", events);
    }
  });

  check("the same event.id again is taken and shown once", async (trial) => {
    const first = await trial.bench.says("hello");
    for (let time = 0; time < 3; time += 1) await trial.taken(first);
    await trial.wantShown("shown once", [first]);
    const second = await trial.bench.says("and again: hello");
    for (const event of [second, first, second]) await trial.taken(event);
    await trial.wantShown("also when a newer one is there", [first, second]);
  });

  check("the same event.id in two calls at once is shown once", async (trial) => {
    const event = await trial.bench.says("hello");
    // Two gateways may deliver one event at the same time, when one took the lease over from a slow one.
    const ends = await Promise.all([trial.receive(event), trial.receive(event)]);
    want("one of them is taken", ends.includes("taken"), true);
    await trial.taken(event);
    await trial.wantShown("shown once", [event]);
  });

  check("two messages that read alike are two messages", async (trial) => {
    const events = [await trial.bench.says("hello"), await trial.bench.says("hello")];
    for (const event of events) await trial.taken(event);
    await trial.wantShown("it is the event.id that tells a repeat, not the text", events);
  });

  check("a conversation's messages are shown in the order in which they came", async (trial) => {
    const events = [];
    for (let n = 1; n <= 12; n += 1) events.push(await trial.bench.says(`message ${n}`));
    for (const event of events) await trial.taken(event);
    await trial.wantShown("in the order of receive", events);
  });

  check("conversations under way at the same time are kept apart", async (trial) => {
    const threads: VisitorEvent[][] = [];
    for (const id of ["a", "b", "c"]) {
      const first = await trial.bench.says(`first of ${id}`, id);
      threads.push([first, await trial.bench.says(`second of ${id}`, id)]);
    }
    await Promise.all(
      threads.map(async (events) => {
        for (const event of events) await trial.taken(event);
      }),
    );
    for (const events of threads) await trial.wantShown("each has its own, in order", events);
  });

  check("an event of a conversation nobody knows breaks nothing", async (trial) => {
    const known = await trial.bench.says("hello");
    const strange = { ...known, id: "nobody.1", conversationId: "nobody" };
    await trial.receive(strange);
    await trial.receive({ ...strange, id: "__proto__.1", conversationId: "__proto__" });
    await trial.taken(known);
    await trial.wantShown("the next one is taken as ever", [known]);
  });

  check("an event of a channel that is gone is taken all the same", async (trial) => {
    const event = await trial.bench.says("hello");
    await trial.taken({ ...event, channelId: "removed-yesterday" });
    await trial.wantShown("stored messages reach the agent after their channel", [event]);
  });

  check("a signal that is still alive later changes nothing", async (trial) => {
    const controller = new AbortController();
    const event = await trial.bench.says("hello");
    want("taken", await trial.receive(event, controller.signal), "taken");
    controller.abort();
    await trial.wantShown("an abort after the answer takes nothing back", [event]);
  });
}
