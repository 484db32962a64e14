import type { Delivery } from "@parley/core";
import type { ReactElement } from "react";
import { directionInWords } from "./delivery-words.ts";
import { addressOf } from "../route.ts";
import { UntrustedLines } from "../ui/untrusted-text.tsx";
import { fullTimeOf, reasonInWords, shortTimeOf, timeOf } from "../ui/words.ts";

export function DeliveryRow({ delivery }: { readonly delivery: Delivery }): ReactElement {
  const { id, channelId, acceptedAt } = delivery;
  return (
    <li>
      <a
        className="row"
        href={addressOf("delivery", id)}
        data-testid="delivery"
        data-id={id}
        data-state={delivery.state}
      >
        <span className="row-text">
          <strong>
            {directionInWords(delivery)} · {channelId}
          </strong>
          <span className={delivery.state === "failed" ? "problem" : "muted"}>
            {stateInWords(delivery)}
          </span>
          {delivery.failure?.description !== undefined && (
            <span className="said" dir="auto">
              “<UntrustedLines text={delivery.failure.description} />”
            </span>
          )}
        </span>
        <time className="muted" title={fullTimeOf(acceptedAt)}>
          {shortTimeOf(acceptedAt)}
        </time>
      </a>
    </li>
  );
}

/** A delivery's state as a sentence. */
export function stateInWords({ state, failure, attempt, nextAttemptAt }: Delivery): string {
  if (state === "delivered") return "It arrived.";
  if (failure !== null) return reasonInWords(failure.reason);
  const tried = ["Not tried yet", "Tried once", "Tried twice"][attempt] ?? `Tried ${attempt} times`;
  return nextAttemptAt === null ? `${tried}.` : `${tried}; next at ${timeOf(nextAttemptAt)}.`;
}
