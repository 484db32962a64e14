import { isolatedText } from "@parley/core/text";
import { ListFilter as FilterIcon } from "lucide-react";
import type { ReactElement } from "react";
import { goTo } from "../../route.ts";
import { inboxAddress, type InboxView, isFiltered } from "../inbox-view.ts";

export interface ListFilterProps {
  readonly view: InboxView;
  readonly openId: string | null;
  readonly channels: readonly string[];
}

/** Limits the lists to a channel, and to days of the last message. */
export function ListFilter({ view, openId, channels }: ListFilterProps): ReactElement {
  const change = (changed: Partial<InboxView>): void => {
    goTo(inboxAddress({ ...view, ...changed }, openId));
  };
  const day = (name: "from" | "to", label: string): ReactElement => (
    <label>
      {label}
      <input
        type="date"
        value={view[name] ?? ""}
        onChange={(event) => change({ [name]: event.target.value || null })}
        data-testid={`filter-${name}`}
      />
    </label>
  );
  const known = view.channel === null || channels.includes(view.channel);
  return (
    <details className="list-filter" data-active={isFiltered(view)}>
      <summary aria-label="Filter" title="Filter" data-testid="filter-open">
        <FilterIcon aria-hidden="true" size={18} />
      </summary>
      <div className="list-filter-fields">
        <label>
          Channel
          <select
            value={view.channel ?? ""}
            onChange={(event) => change({ channel: event.target.value || null })}
            data-testid="filter-channel"
          >
            <option value="">All channels</option>
            {(known ? channels : [...channels, view.channel ?? ""]).map((channel) => (
              <option key={channel} value={channel}>
                {isolatedText(channel)}
              </option>
            ))}
          </select>
        </label>
        {day("from", "Last message from")}
        {day("to", "Last message until")}
        {isFiltered(view) && (
          <button
            onClick={() => change({ channel: null, from: null, to: null })}
            data-testid="filter-clear"
          >
            Show all
          </button>
        )}
      </div>
    </details>
  );
}
