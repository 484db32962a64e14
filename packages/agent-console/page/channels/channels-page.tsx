import { type ReactElement, useCallback } from "react";
import { adminApi } from "../api/admin-api.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { addressOf } from "../route.ts";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { useLoaded } from "../ui/use-action.ts";

/** All channels, for admins. */
export function ChannelsPage(): ReactElement {
  const { value, problem } = useLoaded(useCallback(() => adminApi.channels(), []));
  return (
    <PageFrame
      title="Channels"
      about="One channel for each system that visitors write from."
      problem={problem}
      loading={value === null}
      testId="channels-page"
    >
      <section className="card">
        {value?.channels.length === 0 && <p className="muted">There is no channel yet.</p>}
        <ul className="rows">
          {value?.channels.map(({ id, chatApiUrl, signed }) => (
            <li key={id}>
              <a className="row" href={addressOf("channel", id)} data-testid="channel" data-id={id}>
                <span className="row-text">
                  <strong>{id}</strong>
                  <UntrustedText className="muted" text={chatApiUrl} />
                </span>
                {signed && <span className="badge">Signed</span>}
              </a>
            </li>
          ))}
        </ul>
        <div className="form-end">
          <a className="button primary" href={addressOf("add-channel")} data-testid="channel-add">
            Add a channel
          </a>
        </div>
      </section>
    </PageFrame>
  );
}
