import type { ReactElement } from "react";
import type { DeliveryView } from "../../src/deliveries/delivery-view.ts";
import { directionInWords, stateInWords } from "./delivery-words.ts";
import { DeliveredMessage } from "./delivered-message.tsx";
import { addressOf } from "../route.ts";
import { UntrustedLines } from "../ui/untrusted-text.tsx";
import { fullTimeOf, shortTimeOf } from "../ui/words.ts";

export function DeliveryRow({ delivery }: { readonly delivery: DeliveryView }): ReactElement {
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
          <DeliveredMessage delivery={delivery} />
          <span className={delivery.state === "failed" ? "problem" : "muted"}>
            {stateInWords(delivery)}
          </span>
          {delivery.failure?.description !== undefined && (
            <span className="said" dir="auto">
              “<UntrustedLines text={delivery.failure.description} />”
            </span>
          )}
          <span className="muted row-facts">
            {directionInWords(delivery)} · channel {channelId}
          </span>
        </span>
        <time className="muted" title={fullTimeOf(acceptedAt)}>
          {shortTimeOf(acceptedAt)}
        </time>
      </a>
    </li>
  );
}
