import type { AttemptRecord } from "@parley/core";
import { type ReactElement, useCallback, useState } from "react";
import { adminApi } from "../api/admin-api.ts";
import { DeliveredMessage } from "./delivered-message.tsx";
import {
  directionInWords,
  durationInWords,
  outcomeInWords,
  stateInWords,
} from "./delivery-words.ts";
import { useNews } from "../live/live-news.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { addressOf } from "../route.ts";
import { UntrustedLines, UntrustedText } from "../ui/untrusted-text.tsx";
import { useLoaded, useAction } from "../ui/use-action.ts";
import { fullTimeOf } from "../ui/words.ts";

/** One delivery of a message, with every attempt and its answer. */
export function DeliveryPage({ id }: { readonly id: string }): ReactElement {
  const { value, problem, reload } = useLoaded(useCallback(() => adminApi.delivery(id), [id]));
  const work = useAction();
  const [again, setAgain] = useState<string | null>(null);
  useNews(["state", "message"], () => void reload());
  const retry = (): void =>
    void work.run(async () => setAgain((await adminApi.retry(id)).deliveryId));

  return (
    <PageFrame
      title="Delivery"
      problem={problem ?? work.problem}
      loading={value === null}
      back={{ address: addressOf("deliveries", "failed"), label: "Deliveries" }}
      testId="delivery-page"
    >
      {value !== null && (
        <>
          <section className="card" data-testid="delivery-state" data-state={value.state}>
            <h3>
              {directionInWords(value)} · channel {value.channelId}
            </h3>
            <p className="row-text">
              <DeliveredMessage delivery={value} />
            </p>
            <p className={value.state === "failed" ? "problem" : ""}>{stateInWords(value)}</p>
            {value.failure?.description !== undefined && (
              <p className="said" dir="auto" data-testid="delivery-description">
                “<UntrustedLines text={value.failure.description} />”
              </p>
            )}
            <p className="muted">
              Accepted {fullTimeOf(value.acceptedAt)} · id <span className="id">{value.id}</span>
            </p>
            {value.answeredBy !== undefined && (
              <p data-testid="answered-by">
                <UntrustedText text={value.answeredBy} /> answers this conversation.
              </p>
            )}
            <div className="form-end">
              {value.state === "failed" && value.answeredBy === undefined && (
                <button
                  type="button"
                  className="primary"
                  disabled={work.busy || again !== null}
                  onClick={retry}
                  data-testid="delivery-retry"
                >
                  Try again
                </button>
              )}
              <a className="button" href={addressOf("c", value.conversationId)}>
                Open the conversation
              </a>
              {value.answeredBy === undefined && (
                <a className="button" href={addressOf("erase", value.conversationId)}>
                  Erase the visitor…
                </a>
              )}
            </div>
            <p role="status" data-testid="delivery-again">
              {again !== null && (
                <>
                  It is on its way again, as{" "}
                  <a href={addressOf("delivery", again)}>a new delivery</a>.
                </>
              )}
            </p>
          </section>
          <Attempts attempts={value.attempts} />
        </>
      )}
    </PageFrame>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly AttemptRecord[] }): ReactElement {
  return (
    <section className="card">
      <h3>Attempts</h3>
      {attempts.length === 0 && <p className="muted">No attempt has ended yet.</p>}
      <ul className="rows">
        {attempts.map((attempt) => (
          <li className="row" key={attempt.attempt} data-testid="attempt">
            <div className="row-text">
              <strong>
                {attempt.attempt}. {outcomeInWords(attempt)}
              </strong>
              {attempt.description !== undefined && (
                <span className="said" dir="auto" data-testid="attempt-description">
                  “<UntrustedLines text={attempt.description} />”
                </span>
              )}
              <span className="muted">{fullTimeOf(attempt.startedAt)}</span>
            </div>
            <span className="muted">{durationInWords(attempt.durationMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
