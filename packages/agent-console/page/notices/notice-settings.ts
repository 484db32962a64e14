import { useSyncExternalStore } from "react";

/** How this browser tells of new messages. Everything is off until the agent chooses it. */
export interface NoticeSettings {
  readonly desktop: boolean;
  readonly sound: boolean;
  /** Whether a notification shows the visitor's name and text. Others may see the screen. */
  readonly text: boolean;
  /** Whether the agent has answered the question. */
  readonly asked: boolean;
}

export const noNotices: NoticeSettings = {
  desktop: false,
  sound: false,
  text: false,
  asked: false,
};

const entry = "parley.notices";
const listeners = new Set<() => void>();
let known: { readonly stored: string | null; readonly settings: NoticeSettings } = {
  stored: null,
  settings: noNotices,
};

/** The settings of this browser, for every account that signs in here. */
export function readNoticeSettings(): NoticeSettings {
  const stored = readEntry();
  if (stored !== known.stored) known = { stored, settings: settingsIn(stored) };
  return known.settings;
}

export function changeNoticeSettings(change: Partial<NoticeSettings>): void {
  const settings = { ...readNoticeSettings(), ...change, asked: true };
  const stored = JSON.stringify(settings);
  try {
    localStorage.setItem(entry, stored);
  } catch {
    // The browser keeps nothing. The choice then holds for this page.
  }
  known = { stored: readEntry(), settings };
  for (const listener of listeners) listener();
}

export function useNoticeSettings(): NoticeSettings {
  return useSyncExternalStore(subscribe, readNoticeSettings);
}

/** Unreadable text, for example of another version, counts as no choice. */
export function settingsIn(stored: string | null): NoticeSettings {
  try {
    const read = JSON.parse(stored ?? "{}") as Readonly<Record<string, unknown>> | null;
    const isOn = (name: keyof NoticeSettings): boolean => read?.[name] === true;
    return {
      desktop: isOn("desktop"),
      sound: isOn("sound"),
      text: isOn("text"),
      asked: isOn("asked"),
    };
  } catch {
    return noNotices;
  }
}

function readEntry(): string | null {
  try {
    return localStorage.getItem(entry);
  } catch {
    return known.stored;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
