import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Inbox } from "@parley/core";
import express, { type Express } from "express";
import { onTestFinished } from "vitest";
import {
  hardenServer,
  ingressExpress,
  type IngressOptions,
  type ServerBounds,
} from "../../src/index.ts";
import { secret } from "./fake-inbox.ts";

/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Lower-case names; `date` left out. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ServeOptions {
  readonly ingress?: IngressOptions;
  readonly bounds?: ServerBounds;
  readonly prepare?: (app: Express) => void;
}

/** A gateway's way in on a real socket, mounted at `/chat` as a host would. */
export async function serve(inbox: Inbox, options: ServeOptions = {}) {
  const app = express();
  options.prepare?.(app);
  app.use("/chat", ingressExpress(inbox, options.ingress));
  const server = createServer({ requireHostHeader: false }, app);
  hardenServer(server, options.bounds);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    open: (): Socket => connect(port, "127.0.0.1").on("error", () => {}),
    /** Sends bytes as they are and reads until the server closes or has answered `count` times. */
    raw: (text: string | Buffer, count = 1) => exchange(connect(port, "127.0.0.1"), text, count),
    /** One well-formed request with a body, if any, that has a Content-Length. */
    send: async (
      method: string,
      path: string,
      body = "",
      headers: readonly string[] = [],
    ): Promise<WireAnswer> => {
      const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
      const head = [
        `${method} ${path} HTTP/1.1`,
        "Host: x",
        "Connection: close",
        ...length,
        ...headers,
      ];
      const [answer] = await exchange(
        connect(port, "127.0.0.1"),
        `${head.join("\r\n")}\r\n\r\n${body}`,
        1,
      );
      if (answer === undefined) {
        throw new Error("the server closed without a whole answer");
      }
      return answer;
    },
  };
}

/** Paths of the two endpoints of the fake channel. */
export const messagePath = `/chat/${secret}/shop`;
export const statusPath = `${messagePath}/status`;

function exchange(socket: Socket, text: string | Buffer, count: number): Promise<WireAnswer[]> {
  return new Promise((resolve) => {
    let received = "";
    const finish = (): void => {
      socket.destroy();
      resolve(readAnswers(received));
    };
    socket.on("error", () => {}).on("close", finish);
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("utf8");
      if (readAnswers(received).length >= count) {
        finish();
      }
    });
    socket.write(text);
  });
}

/** The whole answers in a stretch of bytes; interim ones are passed over. */
export function readAnswers(text: string): WireAnswer[] {
  const [, head, rest] = /^(.*?)\r\n\r\n(.*)$/s.exec(text) ?? [];
  if (head === undefined || rest === undefined) {
    return [];
  }
  const [statusLine = "", ...lines] = head.split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  if (status < 200) {
    return readAnswers(rest);
  }
  const pairs = lines.map((line) => line.split(/:\s*(.*)/s, 2) as [string, string]);
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  delete headers["date"];
  const length = Number(headers["content-length"] ?? 0);
  const bytes = Buffer.from(rest);
  return bytes.length < length
    ? []
    : [
        { status, headers, body: bytes.subarray(0, length).toString() },
        ...readAnswers(bytes.subarray(length).toString()),
      ];
}
