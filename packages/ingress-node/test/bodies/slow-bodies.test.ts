import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeInbox } from "../support/fake-inbox.ts";
import { messagePath, readAnswers, serve } from "../support/served.ts";

afterEach(() => vi.restoreAllMocks());

/** Sends a message whose last byte comes `lateMs` after the rest, when whatever may have changed has. */
async function sendSlowly(
  lateMs: number,
  { changed, trouble = false }: { readonly changed: boolean; readonly trouble?: boolean },
) {
  let isChanged = false;
  const { inbox: fake, entered } = fakeInbox();
  const accepted: string[] = [];
  const { inbox } = fakeInbox({
    authenticate: async (...names) => {
      const pass = await fake.authenticate(...names);
      if (isChanged && trouble) throw new Error("no disk");
      return isChanged ? null : pass;
    },
    renew: (pass) => (isChanged ? null : pass),
    accept: async (_pass, body) => {
      accepted.push(Buffer.from(body).toString());
      return { accepted: true, warnings: [] };
    },
  });
  const server = await serve(inbox);
  const client = server.open();
  client.write(
    `POST ${messagePath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{`,
  );
  await expect.poll(() => entered).toHaveLength(1);
  isChanged = changed;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + lateMs);
  client.write("}");
  const [answer] = readAnswers((await client.toArray()).join(""));
  return { status: answer?.status, accepted, entered: entered.length };
}

describe("a body that takes more than a second", () => {
  it("is not stored once its channel secret has ended, or its channel is gone", async () => {
    const sent = await sendSlowly(1_001, { changed: true });
    expect(sent).toEqual({ status: 404, accepted: [], entered: 2 });
  });

  it("is stored where the pass still counts", async () => {
    const sent = await sendSlowly(60_000, { changed: false });
    expect(sent).toEqual({ status: 200, accepted: ["{}"], entered: 1 });
  });

  it("is not stored, and worth another try, where that cannot be told", async () => {
    const sent = await sendSlowly(1_001, { changed: true, trouble: true });
    expect(sent).toEqual({ status: 503, accepted: [], entered: 2 });
  });
});

it("a body that comes within a second is stored by the pass that its head got", async () => {
  const sent = await sendSlowly(0, { changed: true });
  expect(sent).toEqual({ status: 200, accepted: ["{}"], entered: 1 });
});
