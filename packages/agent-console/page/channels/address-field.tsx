import { type ReactElement, useEffect, useId, useState } from "react";
import type { AddressVerdict } from "../../src/channels/address-check.ts";
import { adminApi } from "../api/admin-api.ts";

export interface AddressFieldProps {
  /** The saved address; `undefined` for a new channel. */
  readonly saved?: string;
  readonly channelId?: string;
}

/** Wait after the last key, in milliseconds. */
const pauseMs = 400;

/** The address that agent messages go to. The gateway judges it while it is typed, and again when it is saved. */
export function AddressField({ saved = "", channelId }: AddressFieldProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const verdict = useVerdict(typed?.trim() === saved ? null : typed, channelId);
  const hintId = useId();
  return (
    <div className="field">
      <label>
        Address that agent messages go to
        <input
          name="chatApiUrl"
          type="url"
          required
          defaultValue={saved}
          placeholder="https://shop.example/chat"
          aria-describedby={hintId}
          aria-invalid={verdict?.state === "refused" ? true : undefined}
          onChange={(event) => setTyped(event.target.value)}
          data-testid="channel-url-field"
        />
      </label>
      <AddressHint id={hintId} verdict={verdict} />
    </div>
  );
}

export interface AddressHintProps {
  readonly id: string;
  /** `null`: nothing was judged. */
  readonly verdict: AddressVerdict | null;
}

export function AddressHint({ id, verdict }: AddressHintProps): ReactElement {
  const tone = verdict === null || verdict.state === "ok" ? "muted" : tones[verdict.state];
  return (
    <p id={id} className={`field-help ${tone}`} role="status" data-testid="channel-url-hint">
      {verdict === null || verdict.state === "ok" ? usual : verdict.message}
    </p>
  );
}

const usual =
  "The system behind this channel takes the agents' messages here. Usually a public https:// address; whether this gateway allows another one shows while you type.";
const tones = { refused: "problem", unknown: "warning" } as const;

function useVerdict(typed: string | null, channelId: string | undefined): AddressVerdict | null {
  const [verdict, setVerdict] = useState<AddressVerdict | null>(null);
  useEffect(() => {
    setVerdict(null);
    if (typed === null || typed.trim() === "") return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      adminApi.judgeAddress(typed.trim(), channelId).then(
        (judged) => isCurrent && setVerdict(judged),
        // The gateway judges again when the form is saved.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed, channelId]);
  return verdict;
}
