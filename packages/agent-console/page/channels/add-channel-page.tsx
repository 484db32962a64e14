import { type FormEvent, type ReactElement, useId, useState } from "react";
import type { IssuedChannelView } from "../../src/channels/channel-view.ts";
import { adminApi } from "../api/admin-api.ts";
import { AddressField } from "./address-field.tsx";
import { IssuedAddresses } from "./issued-addresses.tsx";
import { channelInputOf, KnobFields } from "./knob-fields.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { addressOf } from "../route.ts";
import { NotSaved } from "../unsent/forms/not-saved.tsx";
import { useKeptForm } from "../unsent/forms/use-kept-form.ts";
import { useAction } from "../ui/use-action.ts";

const back = { address: addressOf("channels"), label: "Channels" };

/** Adds a channel and then shows its addresses. */
export function AddChannelPage(): ReactElement {
  const work = useAction();
  const kept = useKeptForm("add-channel", work);
  const idHelp = useId();
  const [issued, setIssued] = useState<IssuedChannelView | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = channelInputOf(new FormData(event.currentTarget));
    void kept.save(async () => setIssued(await adminApi.addChannel(input)));
  };

  if (issued !== null) {
    return (
      <PageFrame title={`Channel ${issued.id}`} problem={null} back={back} testId="channel-added">
        <section className="card">
          <h3>Added</h3>
          <IssuedAddresses issued={issued} />
          <div className="form-end">
            <a className="button" href={addressOf("channel", issued.id)}>
              Go to the channel
            </a>
          </div>
        </section>
      </PageFrame>
    );
  }
  return (
    <PageFrame title="Add a channel" problem={work.problem} back={back} testId="add-channel-page">
      <form className="card" ref={kept.ref} onInput={kept.onInput} onSubmit={submit}>
        <div className="fields">
          <div className="field">
            <label>
              Channel id
              <input
                name="id"
                required
                pattern="[A-Za-z0-9_\-]{1,64}"
                title="1 to 64 letters, digits, _ and -"
                placeholder="shop"
                aria-describedby={idHelp}
                data-testid="channel-id-field"
              />
            </label>
            <p id={idHelp} className="field-help muted">
              Agents see it, and it is part of the channel's address. It cannot be changed later.
            </p>
          </div>
          <AddressField />
        </div>
        <h3>Advanced settings</h3>
        <p className="muted">Change them only where the other system needs it.</p>
        <KnobFields />
        <NotSaved form={kept} />
        <div className="form-end">
          <button className="primary" disabled={work.busy} data-testid="channel-add-submit">
            Add the channel
          </button>
        </div>
      </form>
    </PageFrame>
  );
}
