import { startHost } from "./host.ts";
import { runHost } from "./run-host.ts";
import { settingsOrExit } from "./settings-or-exit.ts";

const settings = settingsOrExit(process.env);
await runHost(() => startHost(settings), settings.leaveMs);
