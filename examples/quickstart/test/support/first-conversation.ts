import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConsoleClient } from "./console-client.ts";
import { eventually } from "./eventually.ts";
import type { QuickstartProcess } from "./quickstart-process.ts";

/** Answer of the admin API. */
export interface AdminAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls the admin API for the first channel. */
export async function askAdmin(
  quickstart: QuickstartProcess,
  method: string,
  change?: object,
): Promise<AdminAnswer> {
  const token = readFileSync(join(quickstart.dataDirectory, "admin-token"), "utf8").trim();
  const response = await fetch(`${quickstart.url}/admin/v1/channels/shop`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(change !== undefined && { body: JSON.stringify(change) }),
  });
  return { status: response.status, body: (await response.json()) as AdminAnswer["body"] };
}

/** A visitor writes. Returns the HTTP status. */
export async function visitorSays(ingressUrl: string, text: string): Promise<number> {
  const body = JSON.stringify({ sender: { id: "v1" }, message: { type: "text", text } });
  return (await fetch(ingressUrl, { method: "POST", body })).status;
}

/** A visitor with a message, and an agent who can answer. */
export async function firstConversation(
  quickstart: QuickstartProcess,
): Promise<{ readonly agent: ConsoleClient; readonly conversationId: string }> {
  await visitorSays(quickstart.firstChannel.ingressUrl, "hello");
  const agent = await ConsoleClient.signIn(quickstart.url);
  const conversation = await eventually(async () => (await agent.conversations())[0]);
  return { agent, conversationId: conversation.id };
}
