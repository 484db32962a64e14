import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../support/served.ts";

let directory = "";
let file = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-file-"));
  file = join(directory, "file");
  await writeFile(file, "x".repeat(300_000));
});
afterAll(() => rm(directory, { recursive: true }));

const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const asked = 50;

/** Has one connection ask for much, read nothing and close; `open` counts what feeds the answers. */
async function closedUnread(listener: RequestListener, open: () => number): Promise<void> {
  let requests = 0;
  const all = Promise.withResolvers<void>();
  const server = await listen((request, response) => {
    listener(request, response);
    if ((requests += 1) === asked) all.resolve();
  });
  const socket = server.open().pause();
  socket.write(get.repeat(asked));
  await all.promise;
  expect(open()).toBeGreaterThan(0);
  socket.destroy();
  await expect.poll(open, { timeout: 20_000 }).toBe(0);
}

describe("behind a connection that closes with its answers unread", () => {
  it("every file that is piped into an answer is closed", async () => {
    const files = new Set<Readable>();
    await closedUnread(
      (_request, response) => {
        const stream = createReadStream(file);
        files.add(stream.on("close", () => files.delete(stream)));
        stream.pipe(response);
      },
      () => files.size,
    );
  });

  it("so is one that is piped in later", async () => {
    let waiting = 0;
    const files = new Set<Readable>();
    const late: (() => void)[] = [];
    await closedUnread(
      (_request, response) => {
        waiting += 1;
        late.push(() => {
          const stream = createReadStream(file);
          files.add(stream.on("close", () => files.delete(stream)));
          stream.pipe(response);
        });
        response.once("close", () => (waiting -= 1));
      },
      () => waiting,
    );
    for (const pipe of late) pipe();
    expect(files.size).toBe(asked);
    await expect.poll(() => files.size, { timeout: 20_000 }).toBe(0);
  });

  it("every generator that is read for an answer has come to its end", async () => {
    let open = 0;
    async function* endless(): AsyncGenerator<string> {
      open += 1;
      try {
        for (;;) yield "x".repeat(10_000);
      } finally {
        open -= 1;
      }
    }
    const trouble: unknown[] = [];
    await closedUnread(
      (_request, response) => {
        open += 1;
        pipeline(Readable.from(endless()), response)
          .catch((error: unknown) => trouble.push(error))
          .finally(() => (open -= 1));
      },
      () => open,
    );
    expect(trouble).toHaveLength(asked);
  });

  it("every stream of events is told", async () => {
    const streams = new Set<NodeJS.Timeout>();
    await closedUnread(
      (_request, response) => {
        const timer = setInterval(() => response.write(":\n\n"), 5);
        streams.add(timer);
        response.once("close", () => {
          clearInterval(timer);
          streams.delete(timer);
        });
      },
      () => streams.size,
    );
  });
});

it("a source that somebody else reads as well goes on", async () => {
  const source = new PassThrough();
  const kept: string[] = [];
  const other = source.pipe(new PassThrough()).on("data", (data) => kept.push(String(data)));
  const closed = Promise.withResolvers<void>();
  const server = await listen((_request, response) => {
    source.pipe(response.once("close", closed.resolve));
    source.write("one");
  });
  const socket = server.open();
  socket.write(get);
  await once(socket, "data");
  socket.destroy();
  await closed.promise;
  source.end("two");
  await once(other, "end");
  expect(kept).toEqual(["one", "two"]);
});
