import { describe, expect, it, onTestFinished } from "vitest";
import { fakeInbox } from "../support/fake-inbox.ts";
import { messagePath, readAnswers, serve, statusPath } from "../support/served.ts";

const post = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\n`;
const message = `${post}Content-Length: 2\r\n\r\n{}`;
const status = `GET ${statusPath} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** An inbox whose commit takes until well after everything that came with the message has been read. */
function slowInbox() {
  return fakeInbox({
    accept: async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { accepted: true, warnings: [] };
    },
  });
}

/** What comes back for some pieces of text, until the server closes. */
async function answersTo(server: Awaited<ReturnType<typeof serve>>, ...pieces: string[]) {
  const socket = server.open();
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  const text = (await socket.toArray()).join("");
  return { text, answers: readAnswers(text) };
}

describe("bytes that are no request", () => {
  it.each([
    ["garbage", ["GARBAGE\r\n\r\n"]],
    ["garbage in pieces", ["GARBAGE\r\n\r\n", "MORE\r\n", "x".repeat(50_000)]],
    ["a request whose body breaks", [`${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`]],
    ["headers past all measure", [`GET / HTTP/1.1\r\na: ${"x".repeat(20_000)}\r\n\r\n`]],
  ])(
    "behind a message that is being stored never answer in its place: %s",
    async (_name, [first = "", ...more]) => {
      const server = await serve(slowInbox().inbox);
      const { text, answers } = await answersTo(server, message + first, ...more);
      expect(answers.map(({ status, body }) => [status, body])).toEqual([[200, '{"result":"ok"}']]);
      expect(text).not.toContain("Nothing was changed");
    },
  );

  it("cost nothing more however many pieces they come in", async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    const stored = Promise.withResolvers<void>();
    const { inbox } = fakeInbox({
      accept: () => stored.promise.then(() => ({ accepted: true, warnings: [] })),
    });
    const server = await serve(inbox);
    const socket = server.open();
    for (const piece of [message, ...Array<string>(30).fill("GARBAGE\r\n\r\n")]) {
      await new Promise((resolve) => socket.write(piece, () => setTimeout(resolve, 2)));
    }
    stored.resolve();
    expect(readAnswers((await socket.toArray()).join(""))).toMatchObject([{ status: 200 }]);
    expect(warnings).toEqual([]);
  });

  it("leave every answer before them, in order, whichever is ready first", async () => {
    const server = await serve(slowInbox().inbox);
    const { answers } = await answersTo(server, `${message}${status}${message}GARBAGE\r\n\r\n`);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, '{"result":"ok"}'],
      [200, "1"],
      [200, '{"result":"ok"}'],
    ]);
  });

  it("are refused in an answer of their own once everything before them is answered", async () => {
    const server = await serve(fakeInbox().inbox);
    const socket = server.open();
    const received: string[] = [];
    const broken = new Promise((resolve) => socket.once("close", resolve));
    socket.on("data", (bytes: Buffer) => {
      if (received.push(bytes.toString()) === 1) socket.write("GARBAGE\r\n\r\n");
    });
    socket.write(message);
    await broken;
    expect(readAnswers(received.join("")).map((answer) => answer.status)).toEqual([200, 400]);
  });

  it("get no second answer when they are the rest of a request that has one", async () => {
    const server = await serve(fakeInbox().inbox);
    const head = "POST /chat/wrong/shop HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    const socket = server.open();
    let text = "";
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      socket.write("zz\r\n");
    });
    socket.write(head);
    await closed;
    expect(readAnswers(text)).toMatchObject([{ status: 404 }]);
  });

  it("end a stream, which might never end by itself", async () => {
    const server = await serve(fakeInbox().inbox, {
      ingress: { otherwise: (_request, response) => void response.write("a") },
    });
    const { text } = await answersTo(
      server,
      "GET /stream HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n",
    );
    expect(text).not.toContain("400");
  });
});
