import type { Respond } from "@parley/conformance";
import type { Channel, Finding } from "@parley/core";
import { openPractice } from "./doctor.ts";
import { rawServer } from "./raw-server.ts";

/** An answer with a body, and whatever headers beside. */
export function http(status: number, body = "", headers: readonly string[] = []): Respond {
  const lines = [
    `HTTP/1.1 ${status} Any`,
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return (socket) => void socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

export async function examined(
  respond: Respond,
  knobs: Partial<Channel["knobs"]> = {},
  path = "/chat",
): Promise<readonly Finding[]> {
  const server = await rawServer(respond);
  return (await openPractice()).examine(server.url + path, knobs);
}

/** Answers by what the request looks like. */
export async function examinedBy(
  choose: (request: string) => Respond,
  knobs: Partial<Channel["knobs"]> = {},
  path = "/chat",
): Promise<readonly Finding[]> {
  const server = await rawServer((socket, index) =>
    choose(server.requests[index] ?? "")(socket, index),
  );
  return (await openPractice()).examine(server.url + path, knobs);
}
