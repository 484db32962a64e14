import { isolatedText } from "@parley/core/text";
import { ListFilter as FilterIcon } from "lucide-react";
import { type ReactElement, useEffect, useRef } from "react";
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
  const panel = useClosing(openId);
  const known = view.channel === null || channels.includes(view.channel);
  return (
    <details className="list-filter" ref={panel} data-active={isFiltered(view)}>
      <summary aria-label="Filter" title="Filter" tabIndex={-1} data-testid="filter-open">
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

/** Closes the panel by Escape, by a press outside, and when another conversation is opened. */
function useClosing(openId: string | null): React.RefObject<HTMLDetailsElement | null> {
  const panel = useRef<HTMLDetailsElement | null>(null);
  useEffect(() => {
    if (panel.current !== null) panel.current.open = false;
  }, [openId]);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent): void => {
      const details = panel.current;
      if (details !== null && !(target instanceof Node && details.contains(target)))
        details.open = false;
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      const details = panel.current;
      if (key !== "Escape" || details === null || !details.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  return panel;
}
