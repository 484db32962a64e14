import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { readText } from "../load/text.ts";
import { serveParent } from "../process/serve-parent.ts";
import { RequestReader } from "./request-reader.ts";
import { type Received, Tally } from "./tally.ts";

/**
 * `settled` waits for a number of messages, up to a time limit, and then resets. `times` keeps arrival times until the
 * next reset. `peek` only reads.
 */
export type ReceiverQuestion =
  | { readonly kind: "settled"; readonly messages: number; readonly timeoutMs: number }
  | { readonly kind: "times" | "peek" };

/** Repeats may arrive shortly after the last expected message. */
const restMs = 100;
const taken = answer(200, `{"result":"ok"}`);
const failed = answer(500, `{"error":{"code":1,"message":"planted"}}`);
const tallies = new Map<string, Tally>();

/** The first segment of the path selects the answer, the second the tally: `/ok/in`, `/slow-200/out`. */
const server = createServer((socket) => {
  socket.setNoDelay(true).on("error", () => {});
  const reader = new RequestReader((path, body) => void serve(socket, path, body));
  socket.on("data", (chunk: Buffer) => reader.read(chunk));
});
server.listen(0, "127.0.0.1", 4_096);
await once(server, "listening");

serveParent({
  ready: { port: (server.address() as AddressInfo).port },
  answer: (question: ReceiverQuestion & { readonly tally?: string }) =>
    answerTo(question, tallyOf(question.tally ?? "in")),
  stop: async () => {},
});

async function serve(socket: Socket, path: string, body: string): Promise<void> {
  const [, manner = "ok", name = "in"] = path.split("/");
  if (manner === "dead") return;
  if (manner.startsWith("slow-")) await pause(Number(manner.slice("slow-".length)));
  if (manner === "fail") return void socket.write(failed);
  const told = readText(body);
  if (told !== null) tallyOf(name).take(told);
  socket.write(taken);
}

async function answerTo(question: ReceiverQuestion, tally: Tally): Promise<Received> {
  if (question.kind === "times") tally.keepTimes();
  if (question.kind !== "settled") return tally.peek();
  await tally.reached(question.messages, question.timeoutMs);
  await pause(restMs);
  return tally.turnOver();
}

function tallyOf(name: string): Tally {
  const known = tallies.get(name) ?? new Tally();
  tallies.set(name, known);
  return known;
}

function answer(status: number, body: string): string {
  const head = `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `${head}\r\n\r\n${body}`;
}
