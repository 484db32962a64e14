import { aChannel } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { AnswerMemory } from "../../../src/engine/diagnosis/message-answers.ts";
import { messageFinding } from "../../../src/engine/diagnosis/findings/message-findings.ts";
import type { AttemptEnd } from "../../../src/engine/outbound/redelivery.ts";
import type { Channel } from "../../../src/model/channel.ts";
import type { TransportFailure, TransportResult } from "../../../src/ports/transport.ts";
import { readAcknowledgement } from "../../../src/protocol/answers/acknowledgement.ts";

const channel = aChannel();
const strict = { ...channel, knobs: { ...channel.knobs, acknowledge: "result-ok" as const } };
const loose = { ...channel, knobs: { ...channel.knobs, acknowledge: "any-2xx" as const } };

function failed(failure: TransportFailure): AttemptEnd & TransportResult {
  return { kind: "failure", failure };
}

/** Lets the memory see one answer, as the channel's knobs take it. */
function see(memory: AnswerMemory, about: Channel, body: string, status = 200): void {
  const bytes = new TextEncoder().encode(body);
  const end = { ...readAcknowledgement(status, bytes, false, about.knobs), status };
  memory.record(about, end, { kind: "response", status, body: bytes, truncated: false });
}

function told(memory: AnswerMemory, about: Channel): string {
  const { level, message, advice = "" } = messageFinding(memory.of(about), about.knobs);
  return `${level}: ${message} ${advice}`;
}

describe("what the doctor says of a message that got no answer", () => {
  for (const [failure, words] of [
    ["unreachable", "could not be reached: nothing of the message was sent"],
    ["unreadable-answer", "got the message, but its answer cannot be read"],
    ["timeout", "got the message, but does not answer within 3.0 s"],
    ["forbidden-target", "address guard"],
  ] as const) {
    it(`is about the message, not about the doctor's test: ${failure}`, () => {
      const memory = new AnswerMemory();
      memory.record(strict, failed(failure), failed(failure));
      expect(told(memory, strict)).toContain(words);
      expect(told(memory, strict)).not.toMatch(/test message|a second time/);
    });
  }

  it("says that nothing was sent where the time was up before the connection stood (ruling 17)", () => {
    const memory = new AnswerMemory();
    memory.record(strict, failed("unreachable"), failed("timeout"));
    expect(told(memory, strict)).toContain("nothing of the message was sent");
    expect(told(memory, strict)).not.toContain("does not answer");
  });
});

describe("what the doctor remembers of messages", () => {
  it("tells of the newest refusal, not of the first in a row", () => {
    const memory = new AnswerMemory();
    see(memory, strict, "null");
    memory.record(strict, failed("timeout"), failed("timeout"));
    see(memory, strict, "", 502);
    expect(told(memory, strict)).toContain("3 of 3 attempts");
    expect(told(memory, strict)).toContain("HTTP 502");
    see(memory, strict, "", 401);
    expect(told(memory, strict)).toContain("HTTP 401");
    memory.record(strict, failed("unreachable"), failed("unreachable"));
    expect(told(memory, strict)).toContain("could not be reached");
    see(memory, strict, '{"result":"ok"}');
    see(memory, strict, "null");
    expect(told(memory, strict)).toContain("with `null`");
  });

  it("advises only a value that takes every answer that was taken", () => {
    const memory = new AnswerMemory();
    see(memory, loose, '{"status":"failed","result":"ok"}');
    expect(told(memory, loose)).toContain("`acknowledge: result-ok` takes all");
    see(memory, loose, '{"ok":true}');
    expect(told(memory, loose)).toMatch(/^ok: /);
    const other = new AnswerMemory();
    see(other, loose, '{"result":"ok"}');
    see(other, loose, '{"ok":true}');
    expect(told(other, loose)).toContain("`acknowledge: affirmative` takes all");
  });

  it("names the value that takes an answer which says yes and no", () => {
    const memory = new AnswerMemory();
    const affirmative = { ...channel, knobs: { ...channel.knobs, acknowledge: "affirmative" } };
    see(memory, affirmative as Channel, '{"status":"failed","result":"ok"}');
    expect(told(memory, affirmative as Channel)).toContain("set `acknowledge: result-ok`");
  });

  it("forgets the channel whose newest answer is oldest", () => {
    const memory = new AnswerMemory();
    const channels = Array.from({ length: 501 }, (_, index) => ({
      ...strict,
      key: `key-${index}`,
    }));
    const [first, second, ...others] = channels;
    if (first === undefined || second === undefined) throw new Error("no channels");
    see(memory, first, "null");
    see(memory, second, "null");
    see(memory, first, "null");
    for (const other of others) see(memory, other, "null");
    expect(memory.of(first)?.refused).toBe(2);
    expect(memory.of(second)).toBeNull();
  });
});
