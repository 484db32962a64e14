import type { IncomingMessage, RequestListener } from "node:http";
import { json } from "node:stream/consumers";
import { plain } from "./plain.ts";

interface AgentMessage {
  readonly recipient: { readonly id: string | number };
  readonly sender: { readonly name: string };
  readonly message: { readonly type: string; readonly text?: string };
}

/** What a shop does with the messages of agents: it shows them to the visitor. Here it prints a line for each. */
export function visitorsAt(path: string, otherwise: RequestListener): RequestListener {
  return (request, response) => {
    if (!request.url?.startsWith(`${path}/`)) return otherwise(request, response);
    void show(request).then(
      () => response.setHeader("content-type", "application/json").end('{"result":"ok"}'),
      () => response.writeHead(400).end(),
    );
  };
}

async function show(request: IncomingMessage): Promise<void> {
  const { recipient, sender, message } = (await json(request)) as AgentMessage;
  if (message.type !== "text") return;
  console.log(`  ${plain(recipient.id)} got from ${plain(sender.name)}: ${plain(message.text)}`);
}
