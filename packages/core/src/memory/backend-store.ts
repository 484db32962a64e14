import { defaultBackend } from "../model/backend-pause.ts";
import type { BackendAnswers, BackendsInUse, BackendStore } from "../ports/stores/backend-store.ts";
import type { MemoryData } from "./data.ts";

/** The reference `BackendStore`. */
export class MemoryBackendStore implements BackendStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async open({ takesDefault }: BackendsInUse): Promise<void> {
    if (takesDefault !== null && takesDefault !== defaultBackend) rename(this.#data, takesDefault);
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

/** Everything that belongs to `default` belongs to another name. */
function rename(data: MemoryData, name: string): void {
  const renamed = <Name extends string | null>(backend: Name): Name | string =>
    backend === defaultBackend ? name : backend;
  for (const conversation of data.conversations.values()) {
    const { current, deliveries, lanes } = conversation;
    const owner = { ...current.owner, backend: renamed(current.owner.backend) };
    conversation.current = { ...current, owner };
    for (const lane of lanes) lane.backend = renamed(lane.backend);
    for (const delivery of deliveries.values()) delivery.backend = renamed(delivery.backend);
  }
  for (const rows of [data.pauses, data.answers] as Map<string, { readonly backend: string }>[]) {
    const row = rows.get(defaultBackend);
    if (row === undefined) continue;
    rows.delete(defaultBackend);
    rows.set(name, { ...row, backend: name });
  }
}
