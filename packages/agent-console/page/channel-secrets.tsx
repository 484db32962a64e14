import { type ReactElement, useState } from "react";
import type { ChannelView, IssuedChannelView } from "../src/channel-view.ts";
import { adminApi } from "./admin-api.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { IssuedAddresses } from "./issued-addresses.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { useWork } from "./use-work.ts";
import { fullTimeOf } from "./words.ts";

export interface ChannelSecretsProps {
  readonly channel: ChannelView;
  readonly onChanged: () => Promise<void>;
}

/** New addresses, and the signing of agent messages. */
export function ChannelSecrets({ channel, onChanged }: ChannelSecretsProps): ReactElement {
  const { id, signed, oldAddressUntil } = channel;
  const work = useWork();
  const [issued, setIssued] = useState<IssuedChannelView | null>(null);
  const [signingKey, setSigningKey] = useState<string | null>(null);
  const run = (change: () => Promise<void>): void =>
    void work.run(async () => {
      await change();
      await onChanged();
    });
  const rotate = (now: boolean): void => run(async () => setIssued(await adminApi.rotate(id, now)));
  const sign = (now: boolean): void =>
    run(async () => setSigningKey((await adminApi.sign(id, now)).signingKey));
  const unsign = (): void =>
    run(async () => {
      await adminApi.unsign(id);
      setSigningKey(null);
    });

  return (
    <>
      <section className="card">
        <h3>Secret address</h3>
        <p className="muted" data-testid="old-address">
          {oldAddressUntil === null
            ? "A new address replaces the one in use; the old one stays good for 24 hours."
            : `The address before this one is good until ${fullTimeOf(oldAddressUntil)}.`}
        </p>
        {issued !== null && <IssuedAddresses issued={issued} />}
        <div className="form-end">
          <button
            type="button"
            disabled={work.busy}
            onClick={() => rotate(false)}
            data-testid="channel-rotate"
          >
            New address
          </button>
          <ConfirmButton
            label="The address has leaked"
            question="Make a new one and end the old one now?"
            confirm="Yes, now"
            busy={work.busy}
            onConfirm={() => rotate(true)}
            testId="channel-rotate-now"
          />
        </div>
      </section>
      <section className="card">
        <h3>Signed agent messages</h3>
        <p className="muted" data-testid="signing-state">
          {signed
            ? "Agent messages carry the headers of Standard Webhooks, so that the receiver can tell that they are ours."
            : "Agent messages are not signed."}
        </p>
        {signingKey !== null && (
          <ShownOnce
            label="Signing key for the receiver; shown only now"
            value={signingKey}
            testId="signing-key"
          />
        )}
        <div className="form-end">
          <button
            type="button"
            disabled={work.busy}
            onClick={() => sign(false)}
            data-testid="channel-sign"
          >
            {signed ? "New key" : "Sign agent messages"}
          </button>
          {signed && (
            <ConfirmButton
              label="Stop signing"
              question="Receivers that check signatures will refuse. Stop?"
              confirm="Yes, stop"
              busy={work.busy}
              onConfirm={unsign}
              testId="channel-unsign"
            />
          )}
        </div>
        {work.problem !== null && (
          <p className="problem" role="alert">
            {work.problem}
          </p>
        )}
      </section>
    </>
  );
}
