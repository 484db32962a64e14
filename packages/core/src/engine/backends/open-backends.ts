import type { Conversation } from "../../model/conversation.ts";
import { ParleyError } from "../../errors.ts";
import { defaultBackend } from "../../model/backend-pause.ts";
import type { Backlog } from "../../ports/stores/delivery-store.ts";
import type { OwnedCount } from "../../ports/stores/owner-store.ts";
import { refuse } from "../../protocol/refusals.ts";
import type { EngineParts } from "../engine-parts.ts";
import type { ConnectedBackends } from "./connected-backends.ts";

const pageSize = 200;
const harmless = new Set([refuse("conflict").code, refuse("unknownConversation").code]);

/**
 * Makes the backends known to the store, and sees to it that every conversation's owner is one of them.
 * @throws ParleyError `owner-missing`, `earlier-node-running`, and the store's error
 */
export async function openBackends(parts: EngineParts, backends: ConnectedBackends): Promise<void> {
  const { backendStore, ownerStore, deliveryStore } = parts.ports;
  const names = backends.all.map(({ name }) => name);
  const { takesDefault } = backends;
  const taker = await backendStore.open({ names, takesDefault });
  if (isTakenByAnother(taker, takesDefault, names)) throw takenBy(taker);
  const known = new Set([...names, ...Object.keys(backends.reassign)]);
  const { backends: waiting } = await deliveryStore.backlog();
  const counts = await ownerStore.counts();
  const owing = [...counts.flatMap(({ backend }) => backend ?? []), ...Object.keys(waiting)];
  const stranger = owing.find((backend) => !known.has(backend));
  if (stranger !== undefined) throw ownerMissing(stranger, counts, waiting[stranger]);
  for (const [from, to] of Object.entries(backends.reassign))
    if (counts.some(({ backend }) => backend === from)) await reassign(parts, from, to);
}

/** @param taker who goes on with what the gateway had before it had a router; `default`: nobody does yet */
function isTakenByAnother(
  taker: string,
  takesDefault: string | null,
  names: readonly string[],
): boolean {
  const hasRouter = takesDefault !== defaultBackend;
  if (!hasRouter || taker === defaultBackend || taker === takesDefault) return false;
  return takesDefault !== null || names.includes(taker);
}

/** What one agent app kept before there was a router is under that app's own name, which follows `takesDefault`. */
function takenBy(name: string): ParleyError {
  const message = `The agent app "${name}" goes on with what this gateway had before it had a router: set \`takesDefault\` to "${name}". It stays for as long as the gateway has its data.`;
  return new ParleyError("router-invalid", message);
}

function ownerMissing(
  name: string,
  counts: readonly OwnedCount[],
  lanes: Backlog["backends"][string] | undefined,
): ParleyError {
  const own = counts.filter(({ backend }) => backend === name);
  const conversations = own.reduce((sum, { conversations: some }) => sum + some, 0);
  const waiting = Object.values(lanes ?? {}).reduce((sum, { waiting: some }) => sum + some, 0);
  const advice =
    name === defaultBackend
      ? "it is what the gateway had before there was a router: say with `takesDefault` who goes on with it"
      : "add it to the router, or say with `reassign` who gets its conversations";
  const message = `The agent app "${name}" is not configured, but it owns ${conversations === 1 ? "1 conversation" : `${conversations} conversations`}, and ${waiting} events and reports wait for it: ${advice}.`;
  return new ParleyError("owner-missing", message);
}

/** Until none is left: other nodes may change owners meanwhile. */
async function reassign(parts: EngineParts, from: string, to: string): Promise<void> {
  for (let found = 1; found > 0;) found = await reassignAll(parts, from, to);
}

/** @returns how many conversations there were */
async function reassignAll(parts: EngineParts, from: string, to: string): Promise<number> {
  const { ownerStore } = parts.ports;
  let [found, before]: [number, string | null] = [0, null];
  do {
    const page = await ownerStore.owned({ backends: [from] }, { before, limit: pageSize });
    await Promise.all(page.items.map((one) => reassignOne(parts, one, from, to)));
    found += page.items.length;
    before = page.next;
  } while (before !== null);
  return found;
}

async function reassignOne(
  { owners }: EngineParts,
  { id, owner }: Conversation,
  from: string,
  to: string,
): Promise<void> {
  const answer = await owners.transition({
    conversationId: id,
    fence: owner.fence,
    to: { backend: to, assignee: null },
    name: "reassigned",
    by: "gateway",
    why: `${from} is not configured any more`,
  });
  // It was erased, or another node was faster.
  if (answer.done || harmless.has(answer.refusal.code)) return;
  const message = `Conversations of "${from}" could not be reassigned: ${answer.refusal.message}`;
  throw new ParleyError("owner-missing", message);
}
