import fc from "fast-check";
import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { readAcknowledgement } from "../../src/protocol/answers/acknowledgement.ts";
import { readAgentMessage } from "../../src/protocol/agent-envelope.ts";
import { readJson } from "../../src/protocol/json/json.ts";
import type { ReadingKnobs } from "../../src/protocol/knobs.ts";
import { Message } from "../../src/protocol/messages/message.ts";
import { messageFields } from "../../src/protocol/messages/message-fields.ts";
import { messageTypes } from "../../src/protocol/messages/message-types.ts";
import { checkChatApiUrl } from "../../src/protocol/answers/target-url.ts";
import { readVisitorEnvelope } from "../../src/protocol/visitor-envelope.ts";
import { readVisitorId } from "../../src/protocol/senders/visitor-id.ts";
import { readBody, storedMessage } from "./bodies.ts";

const schema = Compile(Message);

const knobs: fc.Arbitrary<ReadingKnobs> = fc.record({
  overflow: fc.constantFrom("truncate", "split"),
  media: fc.constantFrom("strict", "lenient"),
});

const value = fc.oneof(
  fc.array(fc.integer({ min: 0xd700, max: 0xe0ff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: "grapheme", minLength: 900, maxLength: 2100 }),
  fc.webUrl({ withQueryParameters: true }),
  fc.double(),
  fc.integer({ min: -200, max: 200 }),
  fc.constant("https://a.test/%E0%A4"),
  fc.anything(),
);

const message = fc
  .record(
    { id: value, ...Object.fromEntries(Object.keys(messageFields).map((name) => [name, value])) },
    { requiredKeys: [] },
  )
  .chain((fields) =>
    fc
      .constantFrom(...Object.keys(messageTypes), "gif", 5)
      .map((type): Record<string, unknown> => ({ type, ...fields })),
  );

const sender = fc.record(
  {
    id: fc.oneof(fc.integer(), value),
    name: value,
    phone: value,
    email: value,
    photo: value,
    url: value,
  },
  { requiredKeys: ["id"] },
);

describe("reading", () => {
  it("is total: no bytes make it throw", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer(),
        fc.boolean(),
        (body, status, truncated) => {
          readJson(body);
          for (const acknowledge of ["result-ok", "affirmative", "any-2xx"] as const) {
            readAcknowledgement(status, body, truncated, { acknowledge });
          }
        },
      ),
    );
  });

  it("is total: no value makes it throw", () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
        knobs,
        (any, how) => {
          readVisitorId(any);
          readVisitorEnvelope(any, how);
          readVisitorEnvelope({ sender: any, message: any }, how);
          readVisitorEnvelope(
            { sender: { id: any, name: any, photo: any }, message: { type: "text", text: any } },
            how,
          );
          readAgentMessage(any, any, how);
          checkChatApiUrl(any);
        },
      ),
    );
  });

  it("is total: no JSON document makes it throw", () => {
    fc.assert(fc.property(fc.json({ maxDepth: 6 }), (text) => void readBody(text)));
  });

  it("yields messages that satisfy the schema, are well-formed, and survive JSON", () => {
    let messages = 0;
    fc.assert(
      fc.property(sender, message, knobs, (from, sent, how) => {
        const read = readVisitorEnvelope({ sender: from, message: sent }, how);
        if (!read.ok || read.envelope.kind === "typing") return;
        for (const text of read.envelope.messages) {
          const one = storedMessage(text);
          messages += 1;
          expect(schema.Check(one)).toBe(true);
          expect(JSON.stringify(one)).toBe(text);
          const { id: _, ...rest } = one;
          expect(Object.values(rest).every((field) => String(field).isWellFormed())).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
    expect(messages).toBeGreaterThan(20);
  });
});
