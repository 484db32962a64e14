import { createHmac } from "node:crypto";

/** Posts a signed webhook. Returns the status of the answer; 0: none came in time. */
export async function postWebhook(
  url: string,
  secret: string,
  content: object,
  patienceMs: number,
): Promise<number> {
  const body = JSON.stringify(content);
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const headers = { "x-signature": signature };
  const signal = AbortSignal.timeout(patienceMs);
  return fetch(url, { method: "POST", body, headers, signal }).then(
    ({ status }) => status,
    () => 0,
  );
}
