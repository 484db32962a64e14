import { afterAll, expect, it, vi } from "vitest";
import { AdminClient } from "../../src/http/admin-client.ts";
import { CommandError } from "../../src/command-error.ts";
import { SilenceLimit } from "../../src/http/silence-limit.ts";
import { type Answer, ScriptedApi } from "../support/gateways/scripted-api.ts";

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

/** Text and end of an export when the silence limit is 200 ms. */
async function exported(answer: Answer): Promise<{ readonly text: string; readonly end: unknown }> {
  const { url } = opened.use(await ScriptedApi.open(answer));
  const connection = { baseUrl: `${url}/admin/v1`, token: null, tokenSource: "nowhere" };
  const client = new AdminClient(connection, new AbortController().signal);
  let text = "";
  try {
    for await (const bytes of await client.stream("/export", { deadlineMs: 200 }))
      text += new TextDecoder().decode(bytes);
    return { text, end: null };
  } catch (end) {
    return { text, end };
  }
}

it("an export that stops without closing the connection fails with an error", async () => {
  const answers: readonly Answer[] = [
    () => undefined,
    (_request, response) => void response.writeHead(200).write("one\n"),
  ];
  for (const answer of answers) {
    const { end } = await exported(answer);
    expect(end).toBeInstanceOf(CommandError);
    expect(end).toMatchObject({
      exitCode: 3,
      message: expect.stringContaining("stopped responding"),
    });
  }
});

it("an export with heartbeats may take any time, and so may its reader", async () => {
  vi.useFakeTimers();
  const limit = new SilenceLimit(15_000);
  async function* slow() {
    for (let count = 0; count < 4; count += 1) {
      await vi.advanceTimersByTimeAsync(14_000);
      yield new Uint8Array(1);
    }
  }
  for await (const { length } of limit.watch(slow())) {
    expect(length).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(limit.signal.aborted).toBe(false);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(limit.signal.aborted).toBe(false);
  vi.useRealTimers();
});
