import { type ReactElement, useState } from "react";
import { adminApi } from "../api/admin-api.ts";
import type { ChannelSecretsProps } from "./channel-secrets.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { useAction } from "../ui/use-action.ts";

/** Whether agent messages are signed. Shows the key once, when it is created. */
export function ChannelSigning({ channel, onChanged }: ChannelSecretsProps): ReactElement {
  const { id, signed } = channel;
  const work = useAction();
  const [signingKey, setSigningKey] = useState<string | null>(null);
  const run = (change: () => Promise<string | null>): void =>
    void work.run(async () => {
      setSigningKey(await change());
      await onChanged();
    });
  const sign = (now: boolean): void => run(async () => (await adminApi.sign(id, now)).signingKey);
  const unsign = (): void =>
    run(async () => {
      await adminApi.unsign(id);
      return null;
    });

  return (
    <section className="card">
      <h3>Signed agent messages</h3>
      <p className="muted" data-testid="signing-state">
        {signed
          ? "Agent messages are signed with Standard Webhooks headers, so that the receiver can verify them. A new key replaces the current one. The old key signs too for 24 hours."
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
          {signed ? "Create a new key" : "Sign agent messages"}
        </button>
        {signed && (
          <>
            <ConfirmButton
              label="Revoke and replace"
              question="The current key stops signing at once. Do this when it has leaked. Replace it?"
              confirm="Yes, replace it"
              busy={work.busy}
              onConfirm={() => sign(true)}
              testId="channel-sign-now"
            />
            <ConfirmButton
              label="Stop signing"
              question="Receivers that check signatures will refuse. Stop?"
              confirm="Yes, stop"
              busy={work.busy}
              onConfirm={unsign}
              testId="channel-unsign"
            />
          </>
        )}
      </div>
      {work.problem !== null && (
        <p className="problem" role="alert" data-testid="signing-problem">
          {work.problem}
        </p>
      )}
    </section>
  );
}
