import { useEffect, useRef } from "react";
import { isKey, type KeyName, keyTable } from "./key-table.ts";

export type KeyActions = Readonly<Partial<Record<KeyName, () => void>>>;

/** Runs the action of a key that is pressed anywhere on the page. Plain keys do nothing while one types. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || isInDialog()) return;
      for (const [name, act] of Object.entries(latest.current) as [KeyName, () => void][]) {
        if (!isKey(event, name) || (!hasControl(name) && isField(event.target))) continue;
        event.preventDefault();
        return act();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function hasControl(name: KeyName): boolean {
  return "withControl" in keyTable[name];
}

/** An open dialog has the keyboard. */
function isInDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
