import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;
/** `system`: as the browser or the system says. */
export type Theme = (typeof themes)[number];

/** `early-theme.js` reads it too. */
const key = "parley-theme";
const listeners = new Set<() => void>();

/** The choice of this browser. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, shownTheme);
}

export function chooseTheme(theme: Theme): void {
  show(theme);
  try {
    if (theme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

function shownTheme(): Theme {
  return themeOf(document.documentElement.dataset["theme"]);
}

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

function themeOf(text: unknown): Theme {
  return themes.find((theme) => theme === text) ?? "system";
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the choice of other tabs. */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key: changed, newValue }) => {
    // `null`: all keys were removed.
    if (changed === key || changed === null) show(themeOf(newValue));
  });
}
