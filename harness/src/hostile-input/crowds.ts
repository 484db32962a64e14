import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { faultOf } from "./rules/answer-rules.ts";
import { type Attack, canary } from "./attack.ts";
import { answeredWith } from "./checks.ts";
import { messagePath, request } from "./wire/request-bytes.ts";
import { exchange } from "./wire/wire.ts";

/** Thousands of idle sockets, half of them in the middle of a head, while a healthy client goes on. */
export async function attackIdle(attack: Attack, count: number): Promise<void> {
  const path = messagePath(attack.channel(false));
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += 100) {
    const more = Array.from({ length: 100 }, () => open(attack));
    await Promise.all(more.map((socket) => once(socket, "connect")));
    for (const socket of more.slice(0, 50)) socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nA: `);
    sockets.push(...more);
  }
  await healthy(attack, "idle", 100);
  for (const socket of sockets) socket.destroy();
}

/**
 * Clients that ask and never read: what they asked must not pile up as answers. So many of one channel may be told 503,
 * and so may whoever else asks there meanwhile: its neighbour must not, nor anybody afterwards.
 */
export async function attackUnread(attack: Attack): Promise<void> {
  const get = `GET ${messagePath(attack.channel(false))}/status HTTP/1.1\r\nHost: x\r\n\r\n`;
  const sockets = Array.from({ length: 40 }, () => open(attack).pause());
  for (const socket of sockets) socket.write(get.repeat(9_000));
  const long = Array.from({ length: 200 }, () => open(attack));
  const head = `POST ${messagePath(attack.channel(false))} HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n`;
  for (const socket of long) socket.write(head + " ".repeat(65_535));
  await takenOrTold(attack, 20);
  await healthy(attack, "unread", 100, true);
  await attack.gateway.measure();
  for (const socket of [...sockets, ...long]) socket.destroy();
  await attack.gateway.measure();
  await healthy(attack, "read again", 100);
}

/** Whoever asks on a channel that is flooded has an answer, and be it 503 in its proper form. */
async function takenOrTold(attack: Attack, count: number): Promise<void> {
  const status = request(`GET ${messagePath(attack.channel(false))}/status`);
  for (let number = 0; number < count; number += 1) {
    const { answers } = await exchange(attack.gateway.nextWay().port, status);
    const [answer] = answers;
    const why = answer === undefined ? "no answer" : faultOf(answer, attack.secrets, true);
    if (why !== null) attack.findings.add(`on a flooded channel: ${why}`);
  }
}

/** A visitor who does everything right, one message after the other; each must arrive, in order. */
export async function healthy(
  attack: Attack,
  id: string,
  count: number,
  loose = false,
): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const body = {
      sender: { id: `healthy-${id}-${number}` },
      message: { type: "text", text: `${canary} ${number}` },
    };
    await attack.probeBody(`healthy client, ${id}`, Buffer.from(JSON.stringify(body)), loose);
  }
  const status = request(`GET ${messagePath(attack.channel(loose))}/status`);
  await attack.probe("healthy client", status, answeredWith(200));
  await attack.settle();
}

function open(attack: Attack): Socket {
  return connect(attack.gateway.nextWay().port, "127.0.0.1").on("error", () => {});
}
