import { isolatedText } from "@parley/core/text";
import { type FormEvent, type ReactElement, useCallback } from "react";
import type { ChannelView } from "../../src/channels/channel-view.ts";
import { adminApi } from "../api/admin-api.ts";
import { isMissing } from "../api/call.ts";
import { AddressField } from "./address-field.tsx";
import { ChannelDeliveries } from "./channel-deliveries.tsx";
import { ChannelSecrets } from "./channel-secrets.tsx";
import { ChannelSigning } from "./channel-signing.tsx";
import { ChannelTest } from "./channel-test.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { channelInputOf, KnobFields } from "./knob-fields.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { addressOf, goTo } from "../route.ts";
import { Saved } from "../ui/saved.tsx";
import { channelFormOf } from "../unsent/forms/form-places.ts";
import { NotSaved } from "../unsent/forms/not-saved.tsx";
import { useUnsent } from "../unsent/unsent-context.ts";
import { useKeptForm } from "../unsent/forms/use-kept-form.ts";
import { useLoaded, useAction } from "../ui/use-action.ts";

/** One channel: its destination, knobs and secrets, and its removal. */
export function ChannelPage({ id }: { readonly id: string }): ReactElement {
  const { store } = useUnsent();
  /** A deleted channel's form must not stay in the list of unsaved forms. */
  const dropForm = useCallback(
    (error: unknown): never => {
      if (isMissing(error)) store.setForm(channelFormOf(id), null);
      throw error;
    },
    [store, id],
  );
  const { value, problem, reload } = useLoaded(
    useCallback(() => adminApi.channel(id).catch(dropForm), [id, dropForm]),
  );
  const removal = useAction();
  const remove = (): void =>
    void removal.run(async () => {
      await adminApi.removeChannel(id).catch(dropForm);
      store.setForm(channelFormOf(id), null);
      goTo(addressOf("channels"));
    });

  return (
    <PageFrame
      title={`Channel ${isolatedText(id)}`}
      problem={problem ?? removal.problem}
      loading={value === null}
      back={{ address: addressOf("channels"), label: "Channels" }}
      testId="channel-page"
    >
      {value !== null && (
        <>
          <SettingsForm channel={value} onSaved={reload} />
          <ChannelTest id={id} />
          <ChannelDeliveries id={id} />
          <ChannelSecrets channel={value} onChanged={reload} />
          <ChannelSigning channel={value} onChanged={reload} />
          <section className="card">
            <h3>Remove</h3>
            <p className="muted">
              Its address answers 404 at once. What agents still send fails; what visitors sent
              arrives.
            </p>
            <div className="form-end">
              <ConfirmButton
                label="Remove the channel"
                question={`Remove ${isolatedText(id)} for good?`}
                confirm="Yes, remove"
                busy={removal.busy}
                onConfirm={remove}
                testId="channel-remove"
              />
            </div>
          </section>
        </>
      )}
    </PageFrame>
  );
}

interface SettingsFormProps {
  readonly channel: ChannelView;
  readonly onSaved: () => Promise<void>;
}

function SettingsForm({ channel, onSaved }: SettingsFormProps): ReactElement {
  const work = useAction();
  const kept = useKeptForm(channelFormOf(channel.id), work);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const change = channelInputOf(new FormData(event.currentTarget));
    void kept.save(async () => {
      await adminApi.changeChannel(channel.id, change);
      await onSaved();
    });
  };
  return (
    <form className="card" ref={kept.ref} onInput={kept.onInput} onSubmit={submit}>
      <h3>Settings</h3>
      <AddressField saved={channel.chatApiUrl} channelId={channel.id} />
      <KnobFields values={channel} />
      <NotSaved form={kept} />
      <Saved work={work} changed={kept.changed} label="Save the settings" testId="channel-save" />
    </form>
  );
}
