import { type ReactElement, useState } from "react";
import type { ChannelView, IssuedChannelView } from "../../src/channels/channel-view.ts";
import { adminApi } from "../api/admin-api.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { IssuedAddresses } from "./issued-addresses.tsx";
import { useAction } from "../ui/use-action.ts";
import { fullTimeOf } from "../ui/words.ts";

export interface ChannelSecretsProps {
  readonly channel: ChannelView;
  readonly onChanged: () => Promise<void>;
}

/** The address with the channel secret, and its rotation. */
export function ChannelSecrets({ channel, onChanged }: ChannelSecretsProps): ReactElement {
  const { id, oldAddressUntil } = channel;
  const work = useAction();
  const [issued, setIssued] = useState<IssuedChannelView | null>(null);
  const rotate = (now: boolean): void =>
    void work.run(async () => {
      setIssued(await adminApi.rotate(id, now));
      await onChanged();
    });

  return (
    <section className="card">
      <h3>Secret address</h3>
      <p className="muted" data-testid="old-address">
        {oldAddressUntil === null
          ? "Visitors' messages come in at this address. After you create a new one, the old one works for another 24 hours."
          : `The previous address works until ${fullTimeOf(oldAddressUntil)}.`}
      </p>
      {issued !== null && <IssuedAddresses issued={issued} />}
      <div className="form-end">
        <button
          type="button"
          disabled={work.busy}
          onClick={() => rotate(false)}
          data-testid="channel-rotate"
        >
          Create a new address
        </button>
        <ConfirmButton
          label="Revoke and replace"
          question="The current address stops working at once. Do this when it has leaked. Replace it?"
          confirm="Yes, replace it"
          busy={work.busy}
          onConfirm={() => rotate(true)}
          testId="channel-rotate-now"
        />
      </div>
      {work.problem !== null && (
        <p className="problem" role="alert" data-testid="address-problem">
          {work.problem}
        </p>
      )}
    </section>
  );
}
