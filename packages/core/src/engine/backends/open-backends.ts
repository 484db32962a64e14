import { ParleyError } from "../../errors.ts";
import type { OwnedCount } from "../../ports/stores/owner-store.ts";
import type { EngineParts } from "../engine-parts.ts";
import type { ConnectedBackends } from "./connected-backends.ts";

const pageSize = 200;

/**
 * Makes the backends known to the store, and sees to it that every conversation's owner is one of them.
 * @throws ParleyError `owner-missing`, `earlier-node-running`, and the store's error
 */
export async function openBackends(parts: EngineParts, backends: ConnectedBackends): Promise<void> {
  const { backendStore, ownerStore } = parts.ports;
  const names = backends.all.map(({ name }) => name);
  await backendStore.open({ names, takesDefault: backends.takesDefault });
  const missing = missingOf(await ownerStore.counts(), names);
  for (const [from, conversations] of missing) {
    const to = backends.reassign[from];
    if (to === undefined) throw await ownerMissing(parts, from, conversations);
  }
  if (missing.size > 0) parts.owners.start(backends.rules);
  for (const from of missing.keys()) await reassign(parts, from, backends.reassign[from] ?? "");
}

/** How many conversations belong to backends that are not connected. */
function missingOf(
  counts: readonly OwnedCount[],
  names: readonly string[],
): ReadonlyMap<string, number> {
  const missing = new Map<string, number>();
  for (const { backend, conversations } of counts)
    if (backend !== null && !names.includes(backend))
      missing.set(backend, (missing.get(backend) ?? 0) + conversations);
  return missing;
}

async function ownerMissing(
  { ports }: EngineParts,
  backend: string,
  conversations: number,
): Promise<ParleyError> {
  const { backends } = await ports.deliveryStore.backlog();
  const own = backends[backend];
  const waiting = Object.values(own ?? {}).reduce((sum, lanes) => sum + lanes.waiting, 0);
  const message = `The agent app "${backend}" is not configured, but it owns ${conversations} conversations, and ${waiting} events and reports wait for it: add it to the router, or say with \`reassign\` who gets its conversations.`;
  return new ParleyError("owner-missing", message);
}

async function reassign({ owners, ports }: EngineParts, from: string, to: string): Promise<void> {
  for (let isLeft = true; isLeft;) {
    const page = await ports.ownerStore.owned(
      { backends: [from] },
      { before: null, limit: pageSize },
    );
    const answers = await Promise.all(
      page.items.map(({ id, owner }) =>
        owners.transition({
          conversationId: id,
          fence: owner.fence,
          to: { backend: to, assignee: null },
          name: "reassigned",
          by: "gateway",
          why: `${from} is not configured any more`,
        }),
      ),
    );
    const refused = answers.find((answer) => !answer.done);
    if (refused?.done === false && refused.refusal.httpStatus !== 409)
      throw new ParleyError(
        "owner-missing",
        `Conversations of "${from}" could not be reassigned: ${refused.refusal.message}`,
      );
    isLeft = page.items.length > 0 || page.next !== null;
  }
}
