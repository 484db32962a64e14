import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Stranger } from "./strangers.ts";

/** Takes one sample: how many microseconds a stranger waited for the answer. */
export type Ask = (stranger: Stranger) => Promise<number>;

/** The way a stranger asks. */
export interface Way {
  readonly name: string;
  readonly ask: Ask;
  close(): void;
}

/** Status queries over one connection. */
export async function statusOver(port: number): Promise<Way> {
  const socket = await open(port);
  return {
    name: "status, one connection",
    ask: (stranger) => timed(socket, status(stranger)),
    close: () => socket.destroy(),
  };
}

/** Messages over one connection. */
export async function messageOver(port: number): Promise<Way> {
  const socket = await open(port);
  return {
    name: "message, one connection",
    ask: (stranger) => timed(socket, message(stranger)),
    close: () => socket.destroy(),
  };
}

/** Status queries, each over a connection of its own. */
export async function statusOverMany(port: number): Promise<Way> {
  const ask = async (stranger: Stranger): Promise<number> => {
    const socket = await open(port);
    const micros = await timed(socket, status(stranger));
    socket.destroy();
    return micros;
  };
  return { name: "status, separate connections", ask, close: () => {} };
}

export function status({ channelId, secret }: Stranger): string {
  return `GET /chat/${secret}/${channelId}/status HTTP/1.1\r\nHost: x\r\n\r\n`;
}

export function message({ channelId, secret }: Stranger): string {
  const body = '{"sender":{"id":"1"},"message":{"type":"text","text":"hello"}}';
  return `POST /chat/${secret}/${channelId} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

/**
 * The answers are small enough to come in one piece. What is sent lies ready as bytes: a text that was put together from
 * more pieces than another takes longer to write.
 */
function timed(socket: Socket, request: string): Promise<number> {
  const bytes = Buffer.from(request);
  return new Promise((resolve, reject) => {
    const settle = (): void => void socket.off("data", take).off("close", gone);
    const take = (): void => {
      const micros = (performance.now() - startedAt) * 1_000;
      settle();
      resolve(micros);
    };
    const gone = (): void => {
      settle();
      reject(new Error("the connection was closed"));
    };
    socket.once("data", take).once("close", gone);
    const startedAt = performance.now();
    socket.write(bytes);
  });
}
