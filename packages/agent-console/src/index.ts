export { agentConsole, type AgentConsoleOptions } from "./agent-console.ts";
export type { PostgresConsoleOptions } from "./postgres-console.ts";
export { type ConsoleMove, moveConsole, type MovedTable } from "./move-console.ts";
export { ConsoleApp, type FirstAccount } from "./console-app.ts";
export type { SingleSignOnOptions } from "./single-sign-on-options.ts";
export type { LiveEvent } from "./live-event.ts";
export type { ConversationView } from "./conversation-view.ts";
export type { MessageView } from "./message-view.ts";
