import type { SettingsView } from "../../src/settings/shared-settings.ts";
import { call } from "../api/call.ts";

/** Calls for the settings that all agents share. */
export const settingsApi = {
  read: () => call<SettingsView>("GET", "/settings"),
  change: (change: SettingsView) => call<SettingsView>("PUT", "/settings", change),
};
