import type { ErasureNotice } from "../../model/erasure-notice.ts";
import type { Receipt } from "../../ports/agent-backend.ts";
import type { ErasureListener } from "../../ports/erasure-listener.ts";
import type { ErasureStore } from "../../ports/stores/erasure-store.ts";
import { pluginEntry } from "../../state/stored-entry.ts";
import { askedPauseMs, isLaterReceipt } from "../pauses/asked-pause.ts";

const entriesPerCall = 100;

/** A listener, and the instance whose entries it gets; `null`: none. */
export interface NamedErasureListener {
  readonly instance: string | null;
  readonly listener: ErasureListener;
  /** Names of the backends whose conversations it hears of; `null`: of all. */
  readonly backends: readonly string[] | null;
}

/** How the calls of a listener ended: it took the notice, did not, or wants it again after some milliseconds. */
export type ErasureEnd = "taken" | "not-taken" | { readonly againInMs: number };

/** Tells a listener, until it has taken all entries of its instance. @throws the error of the listener or the store */
export async function tellErased(
  { instance, listener }: NamedErasureListener,
  store: ErasureStore,
  notice: ErasureNotice,
  signal: AbortSignal,
): Promise<ErasureEnd> {
  const { conversationId } = notice;
  for (;;) {
    const stored =
      instance === null ? [] : await store.entries(instance, conversationId, entriesPerCall);
    const entries = stored.map((one) => pluginEntry(one));
    const end = endOf(await listener.erased({ ...notice, entries }, signal));
    if (end !== "taken" || instance === null || stored.length === 0) return end;
    const keys = stored.map(({ key }) => key);
    await store.removeEntries(conversationId, { of: instance, keys });
    if (stored.length < entriesPerCall) return end;
    signal.throwIfAborted();
  }
}

/** A plugin in plain JavaScript may answer anything. */
function endOf(receipt: Receipt | undefined): ErasureEnd {
  if (receipt?.outcome === "later" && isLaterReceipt(receipt))
    return { againInMs: askedPauseMs(receipt) };
  return receipt?.outcome === "taken" ? "taken" : "not-taken";
}
