import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";
import { isKey } from "./key-table.ts";

/** The bar at the top: one tab stop. The arrow keys move between its links and buttons. */
export function TopBar({ children }: { readonly children: ReactNode }): ReactElement {
  const bar = useRef<HTMLElement>(null);
  const tabStop = useRef<HTMLElement>(null);
  // After every render: a link may be new, and a button disabled.
  useLayoutEffect(() => {
    const stops = stopsIn(bar.current);
    const current = stops.find((stop) => stop === tabStop.current) ?? stops[0];
    for (const stop of stops) stop.tabIndex = stop === current ? 0 : -1;
  });

  const onFocus = ({ target }: FocusEvent): void => {
    const stops = stopsIn(bar.current);
    tabStop.current = stops.find((stop) => stop === target) ?? null;
    for (const stop of stops) stop.tabIndex = stop === target ? 0 : -1;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = isKey(event, "nextInBar") ? 1 : isKey(event, "previousInBar") ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = stopsIn(bar.current);
    const at = stops.findIndex((stop) => stop === event.target);
    stops.at((at + step) % stops.length)?.focus();
  };
  return (
    <header className="top-bar" ref={bar} onFocus={onFocus} onKeyDown={onKeyDown}>
      {children}
    </header>
  );
}

function stopsIn(bar: HTMLElement | null): readonly HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>("a, button:not(:disabled)") ?? [])];
}
