import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** One request as the receiver got it. */
export interface Visit {
  readonly request: IncomingMessage;
  /** The body as it was read. */
  readonly body: string;
  /** Its `message`, with large numbers rounded. */
  readonly message: Readonly<Record<string, unknown>>;
  /** JSON text of `recipient.id`. */
  readonly recipientId: string;
  /** Whether its `message.id` was seen before. */
  readonly repeated: boolean;
  /** Number of earlier requests on the connection. */
  readonly earlier: number;
}

/** The receiver's reaction to a request. `null`: acknowledges it and echoes the message. */
export type Reaction = Reply | "hang-up" | "silence" | null;

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Differences from a correct receiver. */
export interface Character {
  react?(visit: Visit): Reaction | Promise<Reaction>;
  /** Replaces reading and decoding all bytes. */
  read?(request: IncomingMessage): Promise<string>;
}

/** A local HTTP server, closed after the test. Returns its URL. */
export async function openReceiver(character: Character = {}): Promise<string> {
  const seen = new Set<unknown>();
  const carried = new WeakMap<Socket, number>();
  const server = createServer(async (request, response) => {
    const earlier = carried.get(request.socket) ?? 0;
    carried.set(request.socket, earlier + 1);
    const body = await (character.read ?? wholeBody)(request).catch(() => "");
    const visit = visitOf(request, body, seen, earlier);
    const reaction = visit && ((await character.react?.(visit)) ?? null);
    reply(response, visit ? (reaction ?? acknowledged(visit)) : unreadable);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent-messages`;
}

/** The failure shape. */
export function refusal(message: string, status = 200): Reply {
  return { status, body: JSON.stringify({ error: { code: 17, message } }) };
}

/** An acknowledgement that contains a text. */
export function shown(text: unknown): Reply {
  return { body: JSON.stringify({ result: "ok", shown: text }) };
}

const unreadable: Reply = refusal("The body must be JSON", 400);

function acknowledged({ body }: Visit): Reply {
  return shown(body);
}

async function wholeBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function visitOf(
  request: IncomingMessage,
  body: string,
  seen: Set<unknown>,
  earlier: number,
): Visit | null {
  try {
    const { message } = JSON.parse(body) as Pick<Visit, "message">;
    const recipientId = /"recipient":\{"id":("(?:[^"\\]|\\.)*"|-?\d+)/.exec(body)?.[1] ?? "";
    const repeated = seen.has(message["id"]);
    seen.add(message["id"]);
    return { request, body, message, recipientId, repeated, earlier };
  } catch {
    return null;
  }
}

function reply(response: ServerResponse, reaction: Exclude<Reaction, null>): void {
  if (reaction === "silence") return;
  if (reaction === "hang-up") return void response.destroy();
  const { status = 200, headers, body } = reaction;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}
