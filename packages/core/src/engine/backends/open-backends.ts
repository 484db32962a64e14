import { ParleyError } from "../../errors.ts";
import { defaultBackend } from "../../model/backend-pause.ts";
import type { Backlog } from "../../ports/stores/delivery-store.ts";
import type { OwnedCount } from "../../ports/stores/owner-store.ts";
import { refuse } from "../../protocol/refusals.ts";
import type { EngineParts } from "../engine-parts.ts";
import type { ConnectedBackends } from "./connected-backends.ts";

const pageSize = 200;
/** The owner was changed by another node meanwhile. */
const conflict = refuse("conflict").code;

/**
 * Makes the backends known to the store, and sees to it that every conversation's owner is one of them.
 * @throws ParleyError `owner-missing`, `earlier-node-running`, and the store's error
 */
export async function openBackends(parts: EngineParts, backends: ConnectedBackends): Promise<void> {
  const { backendStore, ownerStore, deliveryStore } = parts.ports;
  const names = backends.all.map(({ name }) => name);
  await backendStore.open({ names, takesDefault: backends.takesDefault });
  const known = new Set([...names, ...Object.keys(backends.reassign)]);
  const { backends: waiting } = await deliveryStore.backlog();
  const counts = await ownerStore.counts();
  const owing = [...counts.flatMap(({ backend }) => backend ?? []), ...Object.keys(waiting)];
  const stranger = owing.find((backend) => !known.has(backend));
  if (stranger !== undefined) throw ownerMissing(stranger, counts, waiting[stranger]);
  for (const [from, to] of Object.entries(backends.reassign))
    if (counts.some(({ backend }) => backend === from)) await reassign(parts, from, to);
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
  const message = `The agent app "${name}" is not configured, but it owns ${conversations} conversations, and ${waiting} events and reports wait for it: ${advice}.`;
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
    if (refused?.done === false && refused.refusal.code !== conflict)
      throw new ParleyError(
        "owner-missing",
        `Conversations of "${from}" could not be reassigned: ${refused.refusal.message}`,
      );
    isLeft = page.items.length > 0 || page.next !== null;
  }
}
