import { type ReactElement, useCallback } from "react";
import { adminApi } from "../api/admin-api.ts";
import { DeliveryRow } from "../deliveries/delivery-row.tsx";
import { useNews } from "../live/live-news.ts";
import { addressOf } from "../route.ts";
import { useLoaded } from "../ui/use-action.ts";

/** The newest messages of a channel, in any state. */
export function ChannelDeliveries({ id }: { readonly id: string }): ReactElement {
  const load = useCallback(() => adminApi.recentDeliveries(id), [id]);
  const { value, problem, reload } = useLoaded(load);
  useNews(["state", "message"], () => void reload());
  return (
    <section className="card" data-testid="channel-deliveries">
      <h3>Recent messages</h3>
      {problem !== null && <p className="problem">{problem}</p>}
      {value?.deliveries.length === 0 && <p className="muted">No messages yet.</p>}
      <ul className="rows">
        {value?.deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <div className="form-end">
        <a className="button" href={addressOf("deliveries", "failed")}>
          All failed messages
        </a>
      </div>
    </section>
  );
}
