import { defaultBackend } from "../model/backend-pause.ts";
import type { NewOwner } from "../model/owner.ts";
import { withCurrentNames } from "../owners/current-names.ts";
import type { BackendAnswers, BackendsInUse, BackendStore } from "../ports/stores/backend-store.ts";
import type { CommitBatch } from "../ports/stores/message-store.ts";
import type { MemoryData } from "./data.ts";
import type { ConversationRow } from "./rows.ts";

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

/** Gives a name everything that belongs to `default`. */
function rename(data: MemoryData, name: string): void {
  const at = data.backends.indexOf(defaultBackend);
  if (at >= 0) data.backends[at] = name;
  for (const conversation of data.conversations.values()) renameIn(conversation, name);
  for (const [position, notice] of data.erasures) {
    const owners = notice.owners?.map((owner) => renamed(owner, name)) ?? null;
    data.erasures.set(position, { ...notice, owners: owners && [...new Set(owners)].sort() });
  }
  for (const rows of [data.pauses, data.answers] as Map<string, { readonly backend: string }>[]) {
    const row = rows.get(defaultBackend);
    if (row === undefined) continue;
    rows.delete(defaultBackend);
    rows.set(name, { ...row, backend: name });
  }
}

function renameIn(conversation: ConversationRow, name: string): void {
  const { current, deliveries, lanes, ownerChanges } = conversation;
  const owner = { ...current.owner, ...renamedOwner(current.owner, name) };
  conversation.current = { ...current, owner };
  for (const lane of lanes) lane.backend = renamed(lane.backend, name);
  for (const delivery of deliveries.values()) delivery.backend = renamed(delivery.backend, name);
  for (const [index, change] of ownerChanges.entries()) {
    const from = renamedOwner(change.from, name);
    const to = renamedOwner(change.to, name);
    ownerChanges[index] = { ...change, from, to };
  }
}

function renamedOwner({ backend, assignee }: NewOwner, name: string): NewOwner {
  return { backend: renamed(backend, name), assignee };
}

function renamed<Name extends string | null>(backend: Name, name: string): Name | string {
  return backend === defaultBackend ? name : backend;
}
