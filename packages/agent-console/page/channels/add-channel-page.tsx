import { type FormEvent, type ReactElement, useState } from "react";
import type { IssuedChannelView } from "../../src/channels/channel-view.ts";
import { adminApi } from "../api/admin-api.ts";
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
          <label>
            Public id
            <input
              name="id"
              required
              pattern="[A-Za-z0-9_\-]{1,64}"
              title="1 to 64 letters, digits, _ and -"
              placeholder="shop"
              data-testid="channel-id-field"
            />
          </label>
          <label>
            Address that agent messages go to
            <input
              name="chatApiUrl"
              type="url"
              required
              placeholder="https://shop.example/chat"
              data-testid="channel-url-field"
            />
          </label>
        </div>
        <h3>How it reads and writes</h3>
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
