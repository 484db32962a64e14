import { Webhook } from "standardwebhooks";

/** A body of §4.3; `changes` replace parts of it. */
export function agentBody(changes: object = {}): string {
  return JSON.stringify({
    sender: { name: "Ada", photo: "https://agents.example/ada.png" },
    recipient: { id: "v1" },
    message: { type: "text", id: "m-1", text: "hello" },
    ...changes,
  });
}

/** As a gateway would post it. */
export function agentRequest(
  body: string | Uint8Array<ArrayBuffer> = agentBody(),
  headers: Record<string, string> = {},
): Request {
  return new Request("https://shop.test/agent-messages/shop?key=1", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
}

/** The headers with which the official library signs a body. */
export function signedHeaders(key: string, atSeconds: number, body: string) {
  const at = new Date(atSeconds * 1_000);
  return {
    "webhook-id": "m-1",
    "webhook-timestamp": String(atSeconds),
    "webhook-signature": new Webhook(key).sign("m-1", at, body),
  };
}

export async function answerOf(response: Response): Promise<readonly [number, unknown]> {
  return [response.status, await response.json()];
}

export const taken = [200, { result: "ok" }] as const;
