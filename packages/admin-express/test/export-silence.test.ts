import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sendLines } from "../src/http/lines-answer.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** An answer whose writes are recorded. */
function startAnswer() {
  const text: string[] = [];
  const response = Object.assign(new PassThrough(), {
    removeHeader: () => undefined,
    writeHead: () => void text.push("head "),
  });
  response.on("data", (bytes: Buffer) => text.push(String(bytes)));
  return { response: response as never, sent: () => text.join("") };
}

it("an export without data sends an empty line every 5 s", async () => {
  const { response, sent } = startAnswer();
  const late = Promise.withResolvers<void>();
  async function* values() {
    yield { type: "conversation" };
    await late.promise;
    yield { type: "end" };
  }
  const done = sendLines(response, values(), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(sent()).toBe("");
  await vi.advanceTimersByTimeAsync(100);
  expect(sent()).toBe('head {"type":"conversation"}\n');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent()).toBe('head {"type":"conversation"}\n\n\n');
  late.resolve();
  await done;
  expect(sent()).toBe('head {"type":"conversation"}\n\n\n{"type":"end"}\n');
});
