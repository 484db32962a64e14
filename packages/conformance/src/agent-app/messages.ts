import type { VisitorEvent } from "@parley/core";
import { hostileTexts } from "../samples/hostile-texts.ts";
import { want, wantSome } from "../want.ts";
import { wireSamples } from "../samples/wire-samples.ts";
import type { AgentCheck, AgentTrial } from "./agent-check.ts";

const stored = wireSamples("visitor").filter(({ name }) => !name.startsWith("type"));

/** Every message of a visitor arrives unchanged. */
export function messageRules(check: AgentCheck): void {
  for (const { name, text } of stored) {
    check(`a visitor's message reaches the app with every field of its type: ${name}`, (trial) =>
      arrives(trial, text),
    );
  }

  check("what the visitor's side tells about the visitor is shown as it came", async (trial) => {
    const sample = wantSome(
      "there is a sample",
      stored.find(({ name }) => name === "text"),
    );
    await wantVisitorShown(trial, await trial.bench.event(sample.text));
  });

  check("what a visitor tells later is shown with the message that told it", async (trial) => {
    const told = [{ name: "Ann" }, { name: "Ann Smith", phone: "1" }, {}];
    for (const [index, sender] of told.entries()) {
      const message = { type: "text", text: `message ${index}` };
      const event = await trial.bench.event({ sender: { id: "v1", ...sender }, message });
      await wantVisitorShown(trial, event);
    }
  });

  check("a visitor of whom only the id is known is a visitor like any other", async (trial) => {
    await wantVisitorShown(trial, await trial.bench.says("who am I?", "nobody"));
  });

  check("a visitor's id keeps every digit, whatever its size", async (trial) => {
    for (const id of ["9007199254740993", "-1", "0", `1${"0".repeat(200)}7`]) {
      const body = `{"sender":{"id":${id}},"message":{"type":"text","text":"hello"}}`;
      const event = await trial.bench.event(body);
      want("the event has the id as text", event.visitor.id, id);
      await wantVisitorShown(trial, event);
    }
  });

  check("untrusted text is shown as it is: neither read as markup nor mended", async (trial) => {
    const events = [];
    for (const text of hostileTexts) events.push(await trial.bench.says(text));
    for (const event of events) await trial.taken(event);
    await trial.wantShown("every text is shown letter for letter", events);
  });

  check("untrusted words about the visitor are shown as they are", async (trial) => {
    for (const [index, name] of hostileTexts.entries()) {
      const sender = { id: `visitor-${index}`, name, invite: name, url: name };
      const message = { type: "text", text: "hello" };
      await wantVisitorShown(trial, await trial.bench.event({ sender, message }));
    }
  });
}

async function arrives(trial: AgentTrial, body: string): Promise<void> {
  const event = await trial.bench.event(body);
  await trial.taken(event);
  await trial.wantShown("every field of the message, none of them changed", [event]);
}

async function wantVisitorShown(trial: AgentTrial, event: VisitorEvent): Promise<void> {
  await trial.taken(event);
  const seen = await trial.app.messages(event.conversationId);
  const last = wantSome("the message is shown", seen.at(-1));
  if (last.visitor === null) return;
  const fields = Object.keys(event.visitor).map((name) => [name, last.visitor?.[name]]);
  want("every word about the visitor, none changed", Object.fromEntries(fields), event.visitor);
}
