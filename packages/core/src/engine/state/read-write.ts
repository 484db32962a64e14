import type { PluginWrite, WriteCondition } from "../../model/plugin-entry.ts";
import type { Turn } from "../../model/turn.ts";
import { isPlainObject } from "../../protocol/json/plain-object.ts";
import type { StateWrite } from "../../state/state-batch.ts";
import { utf8Bytes } from "../../state/stored-entry.ts";
import { schemaFault } from "../../validation/schema-fault.ts";
import { deleteWrite, putWrite } from "./write-schema.ts";

/** The largest value, in UTF-8 bytes of its JSON. */
export const valueLimitBytes = 16 * 1_024;
/** How far ahead `due` may be, in ms: 400 days. */
export const dueLimitMs = 400 * 24 * 60 * 60 * 1_000;

const words = { whole: "the write", field: "field" };

/** Why a value was not taken: a sentence, which quotes nothing of it. */
export interface Invalid {
  readonly detail: string;
}

/** Reads one write of a plugin, which may be plain JavaScript. */
export function readWrite(write: unknown, now: number): StateWrite | Invalid {
  const isDelete = isPlainObject(write) && "delete" in write;
  const fault = schemaFault(isDelete ? deleteWrite : putWrite, write, words);
  if (fault !== null) return { detail: fault };
  const known = write as PluginWrite;
  if ("delete" in known) return { kind: "delete", key: known.delete, when: copyOf(known.when) };
  const { put: key, conversationId, due, expiresAt } = known;
  const when = copyOf(known.when);
  if (!isNearEnough(due, now)) return { detail: tooFar };
  const value = readValue(known.value);
  if (typeof value !== "string") return value;
  return { kind: "put", key, value, conversationId, due, expiresAt, when };
}

/** The plugin may change what it passed before it is written. */
function copyOf(when: WriteCondition = {}): WriteCondition {
  const { ifAbsent, ifVersion, turn, claim } = when;
  return {
    ...(ifAbsent && { ifAbsent }),
    ...(ifVersion !== undefined && { ifVersion }),
    ...(turn && { turn: turnOf(turn) }),
    ...(claim && { claim: { key: claim.key, token: claim.token } }),
  };
}

function turnOf({ conversationId, kind, token }: Turn): Turn {
  return { conversationId, kind, token };
}

/** JSON text of a value, as a store keeps it. */
export function readValue(value: unknown): string | Invalid {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // Cyclic, or a BigInt.
  }
  if (typeof text !== "string") return { detail: "value must be data that JSON can hold." };
  if (utf8Bytes(text) <= valueLimitBytes) return text;
  return { detail: `value must be at most ${valueLimitBytes} bytes long as JSON.` };
}

export function isNearEnough(due: number | null | undefined, now: number): boolean {
  return (due ?? now) <= now + dueLimitMs;
}

const tooFar = "due must be at most 400 days ahead.";
