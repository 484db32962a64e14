import { defaultBackend } from "../model/backend-pause.ts";
import type { NewOwner } from "../model/owner.ts";
import type { Append } from "../ports/stores/append.ts";
import type { BackendAnswers, BackendsInUse, BackendStore } from "../ports/stores/backend-store.ts";
import type { CommitBatch } from "../ports/stores/message-store.ts";
import type { MemoryData } from "./data.ts";

/** The reference `BackendStore`. */
export class MemoryBackendStore implements BackendStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async open({ names, takesDefault }: BackendsInUse): Promise<void> {
    if (takesDefault !== null) rename(this.#data, takesDefault);
    const { backends } = this.#data;
    for (const name of names) if (!backends.includes(name)) backends.push(name);
  }

  async answers(): Promise<readonly BackendAnswers[]> {
    return [...this.#data.answers.values()];
  }

  async saveAnswers(answers: BackendAnswers): Promise<boolean> {
    const { backend, revision } = answers;
    if ((this.#data.answers.get(backend)?.revision ?? 0) !== revision - 1) return false;
    this.#data.answers.set(backend, answers);
    return true;
  }
}

/** @throws Error for a name that no call of `open` has made known, before anything is written */
export function requireKnown({ backends }: MemoryData, batch: CommitBatch): void {
  const told = batch.settlements.map(({ verdict }) => ("tells" in verdict ? verdict.tells : null));
  for (const name of [...batch.appends.map(namedIn), ...told])
    if (typeof name === "string" && name !== defaultBackend && !backends.includes(name))
      throw new Error(`the backend ${name} was never opened`);
}

/** The backend that an append may give a conversation to. */
function namedIn(append: Append): string | null {
  if (append.kind === "outbound") return null;
  return append.kind === "owner" ? append.to.backend : append.backend;
}

/** Everything that belongs to `default` belongs to another name. */
function rename(data: MemoryData, name: string): void {
  const at = data.backends.indexOf(defaultBackend);
  if (at >= 0) data.backends[at] = name;
  const renamed = <Name extends string | null>(backend: Name): Name | string =>
    backend === defaultBackend ? name : backend;
  const renamedIn = (owner: NewOwner) => ({ ...owner, backend: renamed(owner.backend) });
  for (const conversation of data.conversations.values()) {
    const { current, deliveries, lanes, ownerChanges } = conversation;
    const owner = { ...current.owner, ...renamedIn(current.owner) };
    conversation.current = { ...current, owner };
    for (const lane of lanes) lane.backend = renamed(lane.backend);
    for (const delivery of deliveries.values()) delivery.backend = renamed(delivery.backend);
    for (const [index, change] of ownerChanges.entries())
      ownerChanges[index] = {
        ...change,
        from: renamedIn(change.from),
        to: renamedIn(change.to),
      };
  }
  for (const [position, notice] of data.erasures)
    data.erasures.set(position, { ...notice, owners: notice.owners?.map(renamed) ?? null });
  for (const rows of [data.pauses, data.answers] as Map<string, { readonly backend: string }>[]) {
    const row = rows.get(defaultBackend);
    if (row === undefined) continue;
    rows.delete(defaultBackend);
    rows.set(name, { ...row, backend: name });
  }
}
