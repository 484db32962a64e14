import { setTimeout as pause } from "node:timers/promises";
import { type Attack, canary } from "../attack.ts";
import { answeredWith, refusedWith } from "../checks.ts";
import { envelopeText } from "../cases/json-text.ts";
import { messagePath, request } from "../wire/request-bytes.ts";

const count = 50;
const numbers = Array.from({ length: count }, (_, number) => number);
/** Past the second for which a channel may be cached. */
const cacheGoneMs = 1_200;

/** With injected faults of the store: 503 for what needs it, never a false 200, and nothing doubled afterwards. */
export async function attackWithStoreFaults(attack: Attack): Promise<void> {
  attack.storeIsFaulty = true;
  await commitsFail(attack, "commit-fails");
  await commitsFail(attack, "commit-silent");
  await channelsFail(attack);
  attack.gateway.setFaults("none");
  attack.storeIsFaulty = false;
  await pause(cacheGoneMs);
  await sendAgain(attack);
}

async function commitsFail(attack: Attack, mode: "commit-fails" | "commit-silent"): Promise<void> {
  attack.gateway.setFaults(mode);
  await Promise.all(
    numbers.map((number) =>
      attack.probe(`message while ${mode}`, message(attack, mode, number), refusedWith(503, 50302)),
    ),
  );
  if (mode === "commit-silent") attack.storedInSilence += count;
  const path = messagePath(attack.channel(false));
  const typing = request(`POST ${path}`, envelopeText([["id", '"t"']], [["type", '"typein"']]));
  await attack.probe(`typing while ${mode}`, typing, answeredWith(200));
  await attack.probe(`status while ${mode}`, request(`GET ${path}/status`), answeredWith(200));
  await attack.probe(
    `nonsense while ${mode}`,
    request(`POST ${path}`, "{"),
    refusedWith(400, 40001),
  );
}

async function channelsFail(attack: Attack): Promise<void> {
  attack.gateway.setFaults("channels-unreadable");
  await pause(cacheGoneMs);
  const check = refusedWith(503, 50301);
  const path = messagePath(attack.channel(false));
  for (const target of [path, "/chat/x/shop", "/chat/x/y"]) {
    await attack.probe("status of an unreadable channel", request(`GET ${target}/status`), check);
    await attack.probe("message to an unreadable channel", request(`POST ${target}`, "{}"), check);
  }
  await attack.probe(
    "a wrong method all the same",
    request(`PUT ${path}`),
    refusedWith(405, 40501),
  );
}

/** The sender's own retry after a 503: safe with the same `message.id`, so each arrives once. */
async function sendAgain(attack: Attack): Promise<void> {
  for (const mode of ["commit-fails", "commit-silent"]) {
    for (const number of numbers)
      await attack.probe("message sent again", message(attack, mode, number), answeredWith(200));
    for (const number of numbers) await arrivesOnce(attack, `${mode}-${number}`);
  }
}

async function arrivesOnce(attack: Attack, visitorId: string): Promise<void> {
  const until = performance.now() + 20_000;
  while (attack.agent.of(visitorId).length === 0 && performance.now() < until) await pause(5);
  const { length } = attack.agent.of(visitorId);
  if (length !== 1)
    attack.findings.add(`${visitorId}: sent again after a 503, arrived ${length} times`);
}

function message(attack: Attack, mode: string, number: number): Buffer {
  const id = `"${mode}-${number}"`;
  const body = envelopeText(
    [["id", id]],
    [
      ["type", '"text"'],
      ["id", id],
      ["text", `"${canary}"`],
    ],
  );
  return request(`POST ${messagePath(attack.channel(false))}`, body);
}
