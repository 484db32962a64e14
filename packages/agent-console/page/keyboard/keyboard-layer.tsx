import { type ReactElement, useState } from "react";
import type { Role } from "../../src/accounts/accounts.ts";
import { KeyHelp } from "./key-help.tsx";
import { Palette } from "./palette.tsx";
import { type PaletteItem, pageItems } from "./palette-items.ts";
import { goTo } from "../route.ts";
import { useKeys } from "./use-keys.ts";

export interface KeyboardLayerProps {
  readonly role: Role;
  readonly available: boolean;
  readonly onAvailable: (available: boolean) => void;
  readonly onSignOut: () => void;
}

/** Keys that work on every page, and what they open. */
export function KeyboardLayer(props: KeyboardLayerProps): ReactElement {
  const { role, available, onAvailable, onSignOut } = props;
  const [open, setOpen] = useState<"help" | "palette" | null>(null);
  const close = (): void => setOpen(null);
  useKeys({
    help: () => setOpen("help"),
    palette: () => setOpen("palette"),
    search: openSearch,
  });

  const action = (label: string, run: () => void): PaletteItem => ({
    id: label,
    label,
    kind: "Action",
    run,
  });
  const actions = [
    action(available ? "Set to away" : "Set to available", () => onAvailable(!available)),
    action("Show all keys", () => setOpen("help")),
    action("Sign out", onSignOut),
  ];
  return (
    <>
      {open === "help" && <KeyHelp onClose={close} />}
      {open === "palette" && <Palette items={[...pageItems(role), ...actions]} onClose={close} />}
    </>
  );
}

/** The search is in the inbox. */
function openSearch(): void {
  const field = (): HTMLInputElement | null => document.querySelector(".search-field input");
  if (field() !== null) return field()?.select();
  // The page shows the inbox a moment after the address has changed.
  window.addEventListener("hashchange", () => setTimeout(() => field()?.select(), 0), {
    once: true,
  });
  goTo("#/");
}
