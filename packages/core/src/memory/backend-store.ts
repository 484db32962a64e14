import { defaultBackend } from "../model/backend-pause.ts";
import type { NewOwner } from "../model/owner.ts";
import { withCurrentNames } from "../owners/current-names.ts";
import type { BackendAnswers, BackendsInUse, BackendStore } from "../ports/stores/backend-store.ts";
import type { CommitBatch } from "../ports/stores/message-store.ts";
import type { MemoryData } from "./data.ts";

/** The reference `BackendStore`. */
export class MemoryBackendStore implements BackendStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async open({ names, takesDefault }: BackendsInUse): Promise<string> {
    if (takesDefault !== null) rename(this.#data, takesDefault);
    const { backends } = this.#data;
    for (const name of names) if (!backends.includes(name)) backends.push(name);
    return backends[0] as string;
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

/**
 * A batch in which `default` stands for who took it over.
 * @throws Error for a name that no call of `open` has made known, before anything is written
 */
export function withKnownNames(data: MemoryData, batch: CommitBatch): CommitBatch {
  const settlements = batch.settlements.map((settlement) => {
    const { verdict } = settlement;
    if (verdict.kind === "retry") return settlement;
    return { ...settlement, verdict: { ...verdict, tells: knownName(data, verdict.tells) } };
  });
  const appends = batch.appends.map((append) =>
    withCurrentNames(append, (name) => knownName(data, name)),
  );
  return { ...batch, settlements, appends };
}

/** The name of a backend; by default of `default`, or of who took it over. */
export function knownName({ backends }: MemoryData, name = defaultBackend): string {
  if (backends.includes(name)) return name;
  if (name !== defaultBackend) throw new Error(`the backend ${name} was never opened`);
  return backends[0] as string;
}

/** As `knownName`. A name that was never opened stays as it is: nothing belongs to it. */
export function meantName(data: MemoryData, name = defaultBackend): string {
  return name === defaultBackend ? knownName(data) : name;
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
