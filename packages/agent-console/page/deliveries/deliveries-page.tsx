import { type ReactElement, useCallback, useState } from "react";
import type { DeliveryView } from "../../src/deliveries/delivery-view.ts";
import { adminApi } from "../api/admin-api.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import { NothingFailed } from "./nothing-failed.tsx";
import { useNews } from "../live/live-news.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { addressOf, type DeliveryList } from "../route.ts";
import { useLoaded, useAction } from "../ui/use-action.ts";

interface Tab {
  readonly label: string;
  readonly query: string;
  readonly empty: string;
}

const tabs: Readonly<Record<DeliveryList, Tab>> = {
  failed: {
    label: "Failed",
    query: "state=failed&kind=outbound",
    empty: "There are no failed messages.",
  },
  waiting: {
    label: "Waiting",
    query: "state=waiting",
    empty: "No message is waiting.",
  },
  "dead-letters": {
    label: "Dead letters",
    query: "state=failed&kind=inbound",
    empty: "There are no visitor messages that the agent app could not accept.",
  },
};

/** Pending and failed deliveries, for admins. */
export function DeliveriesPage({ list }: { readonly list: DeliveryList }): ReactElement {
  const { query, empty } = tabs[list];
  const first = useLoaded(useCallback(() => adminApi.deliveries(query, null), [query]));
  useNews(["state", "message"], () => void first.reload());

  return (
    <PageFrame
      title="Deliveries"
      about="Messages that are on their way, and those that did not arrive."
      problem={first.problem}
      loading={first.value === null}
      testId="deliveries-page"
    >
      <nav className="tabs" aria-label="Deliveries">
        {Object.entries(tabs).map(([name, { label }]) => (
          <a
            key={name}
            href={addressOf("deliveries", name)}
            aria-current={name === list ? "page" : undefined}
            data-testid={`tab-${name}`}
          >
            {label}
          </a>
        ))}
      </nav>
      <section className="card">
        {first.value?.deliveries.length === 0 && (
          <p className="muted" data-testid="no-deliveries">
            {list === "failed" ? <NothingFailed /> : empty}
          </p>
        )}
        <ul className="rows" data-testid="deliveries">
          {first.value?.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
        {first.value !== null && first.value.next !== null && (
          <OlderDeliveries key={first.value.next} query={query} from={first.value.next} />
        )}
      </section>
    </PageFrame>
  );
}

/** Pages after the first. Only the first is updated live. */
function OlderDeliveries({
  query,
  from,
}: {
  readonly query: string;
  readonly from: string;
}): ReactElement {
  const [items, setItems] = useState<readonly DeliveryView[]>([]);
  const [next, setNext] = useState<string | null>(from);
  const work = useAction();
  const load = (): void =>
    void work.run(async () => {
      const page = await adminApi.deliveries(query, next);
      setItems([...items, ...page.deliveries]);
      setNext(page.next);
    });
  return (
    <>
      <ul className="rows">
        {items.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {work.problem !== null && <p className="problem">{work.problem}</p>}
      {next !== null && (
        <button type="button" className="quiet older" disabled={work.busy} onClick={load}>
          More
        </button>
      )}
    </>
  );
}
