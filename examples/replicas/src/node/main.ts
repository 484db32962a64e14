import { runHost } from "@parley/quickstart";
import { startNode } from "./node.ts";
import { nodeSettingsOrExit } from "./node-settings.ts";

const node = nodeSettingsOrExit(process.env);
await runHost(() => startNode(node), node.settings.leaveMs);
