import { connect, type Socket } from "node:net";
import { type Attack, canary } from "./attack.ts";
import { messagePath } from "./wire/request-bytes.ts";
import { readExchange } from "./wire/wire.ts";

const perKind = 25;
const pieceEveryMs = 400;

interface SlowKind {
  readonly name: string;
  /** What comes at once. */
  readonly head: string;
  /** What comes again and again; `null`: nothing. */
  readonly piece: string | null;
}

/** Connections that never come to an end of what they say; each must be ended by the server, with 408. */
export async function slowClients(attack: Attack): Promise<void> {
  const path = messagePath(attack.channel(false));
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n`;
  const kinds: readonly SlowKind[] = [
    { name: "nothing at all", head: "", piece: null },
    { name: "half a line", head: "GET /chat", piece: null },
    { name: "a line letter by letter", head: "GET /", piece: "x" },
    { name: "line ends for ever", head: "", piece: "\r\n" },
    { name: "headers for ever", head, piece: "a: b\r\n" },
    { name: "half a body", head: `${head}Content-Length: 60000\r\n\r\n{`, piece: null },
    { name: "a body letter by letter", head: `${head}Content-Length: 60000\r\n\r\n`, piece: " " },
    {
      name: "chunks for ever",
      head: `${head}Transfer-Encoding: chunked\r\n\r\n`,
      piece: "1\r\n \r\n",
    },
    {
      name: "a chunk's extension for ever",
      head: `${head}Transfer-Encoding: chunked\r\n\r\n1;`,
      piece: "x",
    },
    {
      name: "a second request for ever",
      head: `GET ${path}/status HTTP/1.1\r\nHost: x\r\n\r\nGET /`,
      piece: canary,
    },
  ];
  await Promise.all(kinds.map((kind) => slowKind(attack, kind)));
}

async function slowKind(attack: Attack, { name, head, piece }: SlowKind): Promise<void> {
  const all = Array.from({ length: perKind }, async () => {
    const socket = connect({
      port: attack.gateway.nextWay().port,
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    socket.write(head);
    const drip = piece === null ? null : dripping(socket, piece);
    const { ended, answers } = await readExchange(socket, { timeoutMs: 25_000 });
    clearInterval(drip ?? undefined);
    const last = answers.at(-1)?.status ?? null;
    return ended === "closed" && last === 408 ? null : `${name}: ${ended}, ${last} instead of 408`;
  });
  const faults = (await Promise.all(all)).filter((fault) => fault !== null);
  if (faults.length > 0)
    attack.findings.add(`slow client, ${faults.length} times ${faults[0] ?? ""}`);
}

function dripping(socket: Socket, piece: string): NodeJS.Timeout {
  const drip = setInterval(() => {
    if (socket.writable) socket.write(piece);
    else clearInterval(drip);
  }, pieceEveryMs);
  return drip;
}
