import { createContext, type ReactElement, type ReactNode, useEffect, useState } from "react";
import type { SettingsView } from "../../src/settings/shared-settings.ts";
import { settingsApi } from "./settings-api.ts";
import { ShowMediaContext } from "./show-media.ts";

/** Told of settings that were changed in this page. */
export const SettingsChangedContext = createContext((_settings: SettingsView): void => undefined);

const initial: SettingsView = { alwaysShowMedia: false };
const readAgainMs = 60_000;

/** Keeps the shared settings up to date. Until they are read, nothing is allowed. */
export function SettingsProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [settings, setSettings] = useState(initial);
  useEffect(() => {
    const read = (): void => {
      if (!document.hidden) settingsApi.read().then(setSettings, () => undefined);
    };
    read();
    const timer = setInterval(read, readAgainMs);
    document.addEventListener("visibilitychange", read);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, []);
  return (
    <SettingsChangedContext value={setSettings}>
      <ShowMediaContext value={settings.alwaysShowMedia}>{children}</ShowMediaContext>
    </SettingsChangedContext>
  );
}
