export { agentConsole } from "./agent-console.ts";
export type { AgentConsoleOptions } from "./agent-console-options.ts";
export type { PostgresConsoleOptions } from "./database/postgres-console.ts";
export { type ConsoleMove, moveConsole, type MovedTable } from "./database/move-console.ts";
export { ConsoleApp, type FirstAccount } from "./console-app.ts";
export type { SingleSignOnOptions } from "./sign-in/single-sign-on-options.ts";
export type { LiveEvent } from "./live/live-event.ts";
export type { ConversationView } from "./conversations/conversation-view.ts";
export type { MessageView } from "./conversations/message-view.ts";
