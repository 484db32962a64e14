import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { messageLimit, readBody } from "../../src/request-body.ts";
import { fakeInbox } from "../support/fake-inbox.ts";
import { messagePath, readAnswers, serve, statusPath } from "../support/served.ts";

const message = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`;
const question = `GET ${statusPath} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Waits until a held inbox has been asked so often and the other end's "nothing more comes" has been read. */
async function heldUntilHalfClosed(sent: string) {
  const held: (() => void)[] = [];
  const hold = <T>(value: T) => new Promise<T>((resolve) => void held.push(() => resolve(value)));
  const { inbox } = fakeInbox({
    accept: () => hold({ accepted: true, warnings: [] }),
    status: () => hold(1 as const),
  });
  let halfClosed: Promise<unknown> | null = null;
  const server = await serve(inbox, {
    before: ({ socket }) => void (halfClosed ??= once(socket, "end")),
    ingress: { otherwise: () => {} },
  });
  const client = server.open();
  client.end(sent);
  await expect.poll(() => halfClosed).not.toBeNull();
  await halfClosed;
  return { client, held };
}

it("who says that nothing more comes is answered, however long that takes, and the connection closed", async () => {
  const { client, held } = await heldUntilHalfClosed(message);
  for (const go of held) go();
  const [answer, ...others] = readAnswers((await client.toArray()).join(""));
  expect([answer?.status, answer?.body, others]).toEqual([200, '{"result":"ok"}', []]);
});

it("all that was asked before is answered in its order", async () => {
  const { client, held } = await heldUntilHalfClosed(message + question + message);
  const text = client.toArray();
  for (let asked = 1; asked <= 3; asked += 1) {
    await expect.poll(() => held).toHaveLength(asked);
    held.at(-1)?.();
  }
  const answers = readAnswers((await text).join(""));
  expect(answers.map(({ body }) => body)).toEqual(['{"result":"ok"}', "1", '{"result":"ok"}']);
});

it("what came in whole is answered, what breaks off behind it is not", async () => {
  const { client, held } = await heldUntilHalfClosed(
    `${message}POST ${messagePath} HTTP/1.1\r\nHo`,
  );
  for (const go of held) go();
  const answers = readAnswers((await client.toArray()).join(""));
  expect(answers.map(({ status }) => status)).toEqual([200]);
});

it("what others serve ends with the client, as on any server, but not before the answers in front of it", async () => {
  const { client, held } = await heldUntilHalfClosed(
    `${message}GET /page HTTP/1.1\r\nHost: x\r\n\r\n`,
  );
  for (const go of held) go();
  const answers = readAnswers((await client.toArray()).join(""));
  expect(answers.map(({ body }) => body)).toEqual(['{"result":"ok"}']);
});

it.each([
  ["broken bytes", "POST / HT", [200]],
  ["CONNECT", "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n", [200, 400]],
])("what others serve is answered in front of %s, as ever", async (_name, behind, statuses) => {
  const pages: (() => void)[] = [];
  const server = await serve(fakeInbox().inbox, {
    ingress: { otherwise: (_request, response) => void pages.push(() => response.end("page")) },
    before: ({ socket }) => void socket.once("end", () => setImmediate(() => pages[0]?.())),
  });
  const client = server.open();
  client.end(`GET /page HTTP/1.1\r\nHost: x\r\n\r\n${behind}`);
  const answers = readAnswers((await client.toArray()).join(""));
  expect(answers.map(({ status }) => status)).toEqual(statuses);
});

it("who was gone altogether before its body was asked for keeps nobody waiting", async () => {
  const request = new IncomingMessage(new Socket());
  request.destroy();
  await once(request, "close");
  expect(await readBody(request, messageLimit)).toEqual({ ok: true, bytes: null });
});
