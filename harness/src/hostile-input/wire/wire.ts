import { connect, type Socket } from "node:net";
import { readAnswers, type WireAnswer } from "./wire-answer.ts";

/** What became of one connection. */
export interface Exchange {
  readonly answers: readonly WireAnswer[];
  /** `silent`: neither all answers nor the end came in time. */
  readonly ended: "answered" | "closed" | "silent";
  /** Bytes that are no whole answer. */
  readonly rest: Buffer;
}

export interface ExchangeOptions {
  /** The connection is left once this many answers are in; by default it is read until the server closes it. */
  readonly expected?: number;
  /** Whether the client says that nothing more comes. Default true. */
  readonly halfClose?: boolean;
  readonly timeoutMs?: number;
  readonly bodiless?: boolean;
}

/** Longer than every timeout of the server. */
const defaultTimeoutMs = 20_000;

/** Opens a connection, writes bytes as they are, and reads what comes back. Never rejects. */
export function exchange(
  port: number,
  bytes: Uint8Array,
  options: ExchangeOptions = {},
): Promise<Exchange> {
  const socket = connect(port, "127.0.0.1");
  if (options.halfClose === false) socket.write(bytes);
  else socket.end(bytes);
  return readExchange(socket, options);
}

/** The same on a connection that somebody else opened and writes to. */
export function readExchange(socket: Socket, options: ExchangeOptions = {}): Promise<Exchange> {
  const { expected = Infinity, timeoutMs = defaultTimeoutMs, bodiless = false } = options;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (ended: Exchange["ended"]): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...readAnswers(Buffer.concat(chunks), bodiless), ended });
    };
    const timer = setTimeout(() => finish("silent"), timeoutMs);
    const end = (): void => finish("closed");
    socket
      .on("error", () => {})
      .on("end", end)
      .on("close", end);
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (expected === Infinity) return;
      const { answers } = readAnswers(Buffer.concat(chunks), bodiless);
      if (answers.length >= expected) finish("answered");
    });
  });
}
