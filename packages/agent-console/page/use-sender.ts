import { useRef, useState } from "react";
import { api, type Draft } from "./api.ts";
import type { ApiError } from "./call.ts";

export interface Sender {
  readonly busy: boolean;
  /** Why the last draft was not taken, or what was changed in it. */
  readonly notice: { readonly kind: "problem" | "warning"; readonly text: string } | null;
  /** True once the gateway holds the message. */
  readonly send: (draft: Draft) => Promise<boolean>;
}

/** Sends drafts one at a time. The same draft tried again keeps its key, so that it cannot arrive twice. */
export function useSender(conversationId: string): Sender {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Sender["notice"]>(null);
  const running = useRef(false);
  const last = useRef({ draft: "", key: "" });

  const send = async (draft: Draft): Promise<boolean> => {
    if (running.current) return false;
    const text = JSON.stringify(draft);
    if (last.current.draft !== text) last.current = { draft: text, key: newKey() };
    running.current = true;
    setBusy(true);
    try {
      const { warnings } = await api.send(conversationId, draft, last.current.key);
      last.current = { draft: "", key: "" };
      const said = warnings.map(({ field, message }) => `${field}: ${message}`).join(" ");
      setNotice(said === "" ? null : { kind: "warning", text: said });
      return true;
    } catch (error) {
      setNotice({ kind: "problem", text: (error as ApiError).message });
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { busy, notice, send };
}

/** `crypto.randomUUID` is missing where the console is reached over plain http by name. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
