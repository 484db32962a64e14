import type { ReactElement } from "react";
import type { DeliveryView } from "../../src/deliveries/delivery-view.ts";
import { Preview } from "../conversations/list/preview.tsx";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { visitorName } from "../ui/words.ts";

/** Whose message it is, and its beginning. */
export function DeliveredMessage({ delivery }: { readonly delivery: DeliveryView }): ReactElement {
  const { visitor, message, conversationId: id, channelId, acceptedAt: lastMessageAt } = delivery;
  return (
    <>
      <strong data-testid="delivery-visitor">
        {visitor === undefined ? (
          "Erased visitor"
        ) : (
          <UntrustedText text={visitorName({ id, channelId, visitor, lastMessageAt })} />
        )}
      </strong>
      {message !== undefined && (
        <span className="delivery-message" dir="auto" data-testid="delivery-message">
          <Preview message={message} />
        </span>
      )}
    </>
  );
}
