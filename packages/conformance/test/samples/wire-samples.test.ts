import { messageTypes } from "@parley/core";
import { describe, expect, it } from "vitest";
import { AgentBench } from "../../src/agent-app/agent-bench.ts";
import { wireSamples } from "../../src/index.ts";

interface Envelope {
  readonly sender: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

const senderFields = {
  visitor: ["id", "name", "phone", "email", "photo", "invite", "url"],
  agent: ["name", "photo"],
} as const;

for (const side of ["visitor", "agent"] as const) {
  const envelopes = wireSamples(side).map(({ text }) => JSON.parse(text) as Envelope);

  describe(`the ${side}'s samples`, () => {
    it.each(Object.entries(messageTypes))(
      "have every field of %s",
      (type, { required, optional }) => {
        const ofType = envelopes.filter(({ message }) => message["type"] === type);
        const fields = new Set(ofType.flatMap(({ message }) => Object.keys(message)));
        const known: readonly string[] = [...required, ...optional];
        expect(known.filter((field) => !fields.has(field))).toEqual([]);
        expect(ofType.length).toBeGreaterThan(0);
      },
    );

    it("have every field of the sender", () => {
      const fields = new Set(envelopes.flatMap(({ sender }) => Object.keys(sender)));
      expect([...fields].toSorted()).toEqual([...senderFields[side]].toSorted());
    });

    it("have ids of both JSON types", () => {
      const ids = wireSamples(side).map(({ text }) => /"id":\s*("|\d)/.exec(text)?.[1] === '"');
      expect(new Set(ids)).toEqual(new Set([true, false]));
    });
  });
}

describe("a visitor's samples", () => {
  it("are taken by the core without a warning", async () => {
    const bench = await AgentBench.start();
    for (const { name, text } of wireSamples("visitor")) {
      const answer = await bench.rig.visitor(text);
      expect({ name, answer }).toEqual({ name, answer: { accepted: true, warnings: [] } });
    }
    await bench.close();
  });
});

describe("an agent's samples", () => {
  it("are what the core sends, field for field", async () => {
    const bench = await AgentBench.start();
    for (const { name, text } of wireSamples("agent")) {
      const { sender, message } = JSON.parse(text) as Envelope;
      if (message["type"] === "typein" || message["type"] === "typeout") continue;
      const [, visitorId] = /"recipient":\s*\{\s*"id":\s*("[^"]*"|\d+)/.exec(text) ?? [];
      const { conversationId } = await bench.event(
        `{"sender":{"id":${visitorId}},"message":{"type":"text","text":"hello"}}`,
      );
      const { id: _, ...unsent } = message;
      const posts = bench.rig.transport.posts.length;
      const request = { conversationId, idempotencyKey: null, sender, message: unsent };
      expect(await bench.outbox.send(request)).toMatchObject({ accepted: true, warnings: [] });
      await bench.rig.time.settle();
      const body = bench.rig.transport.posts[posts]?.body ?? "";
      const sent = JSON.parse(body) as Envelope;
      expect({ name, sender: sent.sender }).toEqual({ name, sender });
      expect({ ...sent.message, id: message["id"] }).toEqual(message);
      expect(body).toContain(`"recipient":{"id":${visitorId}}`);
    }
    await bench.close();
  });
});
