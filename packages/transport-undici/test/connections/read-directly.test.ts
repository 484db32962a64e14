import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readDirectly } from "../../src/read-directly.ts";

describe("a socket read directly", () => {
  let server: Server;
  let near: Socket;
  let far: Socket;

  beforeEach(async () => {
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const accepted = once(server, "connection");
    near = connect(port, "127.0.0.1");
    await once(near, "connect");
    [far] = (await accepted) as [Socket];
  });

  afterEach(() => {
    near.destroy();
    far.destroy();
    server.close();
  });

  it("gives what comes at once, past its stream, and then its end", async () => {
    readDirectly(near);
    const read: Buffer[] = [];
    const kept: number[] = [];
    near.on("readable", () => {
      for (let chunk = readFrom(near); chunk; chunk = readFrom(near)) read.push(chunk);
      kept.push(near.readableLength);
    });
    const ended = once(near, "end");
    const sent = textOf(500_000);
    far.end(sent);
    await ended;
    expect(Buffer.concat(read).toString()).toBe(sent);
    expect(Math.max(...kept)).toBe(0);
    expect(near.readableEnded).toBe(true);
  });

  it("tells of it before anything else runs", () => {
    readDirectly(near);
    const read: (string | undefined)[] = [];
    near.on("readable", () => read.push(readFrom(near)?.toString()));
    near.push(Buffer.from("one"));
    expect(read).toEqual(["one"]);
  });

  it("keeps in its stream what nobody reads, no more than a stream does, and gives it in order", async () => {
    readDirectly(near);
    const sent = textOf(8_000_000);
    let mayRead = false;
    const read: Buffer[] = [];
    const takeAll = (): void => {
      for (let chunk = readFrom(near); chunk; chunk = readFrom(near)) read.push(chunk);
    };
    near.on("readable", () => void (mayRead && takeAll()));
    far.end(sent);
    const most = await settledBytesOf(near);
    expect(near.readableLength).toBe(most);
    expect(most).toBeLessThan(1_000_000);
    mayRead = true;
    const ended = once(near, "end");
    takeAll();
    await ended;
    expect(Buffer.concat(read).toString()).toBe(sent);
  });

  it("gives what comes while something is read behind it", () => {
    readDirectly(near);
    const read: (string | undefined)[] = [];
    near.on("readable", () => {
      if (read.length === 0) near.push(Buffer.from("two"));
      for (let chunk = readFrom(near); chunk; chunk = readFrom(near)) read.push(chunk.toString());
    });
    near.push(Buffer.from("one"));
    expect(read).toEqual(["one", "two"]);
  });

  it("gives what comes before anything was read behind what is there", () => {
    readDirectly(near);
    let mayPush = true;
    near.on("readable", () => {
      if (mayPush) {
        mayPush = false;
        near.push(Buffer.from("two"));
      }
    });
    near.push(Buffer.from("one"));
    near.push(Buffer.from("three"));
    expect([1, 2, 3].map(() => readFrom(near)?.toString())).toEqual(["one", "two", "three"]);
  });

  it("keeps what nobody read since its reader threw", () => {
    readDirectly(near);
    near.once("readable", () => {
      throw new Error("a reader's fault");
    });
    expect(() => near.push(Buffer.from("one"))).toThrow("a reader's fault");
    near.push(Buffer.from("two"));
    expect([1, 2].map(() => readFrom(near)?.toString())).toEqual(["one", "two"]);
  });

  it("tells nobody of what comes once it is gone, nor of nothing", () => {
    readDirectly(near);
    let told = 0;
    near.on("readable", () => void (told += 1));
    near.push(Buffer.alloc(0));
    near.destroy();
    near.push(Buffer.from("one"));
    expect(told).toBe(0);
  });

  it("is not asked where it has nothing", () => {
    const read = vi.spyOn(near, "read");
    readDirectly(near);
    expect(readFrom(near)).toBe(null);
    expect(read).not.toHaveBeenCalled();
  });

  it("gives first what its stream had before", async () => {
    const had = once(near, "readable");
    far.write("before");
    await had;
    readDirectly(near);
    const read: (string | undefined)[] = [];
    near.on("readable", () => void read.push(readFrom(near)?.toString()));
    near.push(Buffer.from(", behind"));
    read.push(readFrom(near)?.toString(), readFrom(near)?.toString());
    expect(read.join("")).toBe("before, behind");
  });
});

function readFrom(socket: Socket): Buffer | null {
  return socket.read() as Buffer | null;
}

function textOf(length: number): string {
  let text = "";
  for (let index = 0; text.length < length; index += 1) text += `${index},`;
  return text.slice(0, length);
}

/** @returns what a socket has read once it reads no further. */
async function settledBytesOf(socket: Socket): Promise<number> {
  let quietTurns = 0;
  for (let bytes = socket.bytesRead; quietTurns < 200; bytes = socket.bytesRead) {
    await new Promise((resolve) => setImmediate(resolve));
    quietTurns = bytes > 0 && bytes === socket.bytesRead ? quietTurns + 1 : 0;
  }
  return socket.bytesRead;
}
