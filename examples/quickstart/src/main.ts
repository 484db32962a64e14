import { settingsOrExit } from "./settings/settings-or-exit.ts";

// Settings are checked before the gateway is loaded, since loading takes most of a start.
const settings = settingsOrExit(process.env);
const { startHost } = await import("./host.ts");
const { runHost } = await import("./run-host.ts");
await runHost(() => startHost(settings), settings.leaveMs);
