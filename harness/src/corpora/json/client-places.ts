import { createClient, createReceiver, ParleyClientError, textMessage } from "@parley/client";
import type { CorpusFindings } from "../corpus-findings.ts";
import { ruleJson } from "../../hostile-input/rules/ruled-json.ts";
import { type Place, placeIn, put, type SuiteFile } from "./suite-files.ts";

const message = { id: "1", type: "text", text: "Hi" };
const recipient = { id: "mina" };
const sender = { name: "Ada" };
const whole = { name: "the body", before: "", behind: "" };

const received: readonly Place[] = [
  whole,
  placeIn("recipient", { recipient: "*", sender, message }),
  placeIn("recipient.id", { recipient: { id: "*" }, sender, message }),
  placeIn("sender.name", { recipient, sender: { name: "*" }, message }),
  placeIn("message", { recipient, sender, message: "*" }),
  placeIn("message.id", { recipient, sender, message: { ...message, id: "*" } }),
  placeIn("message.type", { recipient, sender, message: { ...message, type: "*" } }),
  placeIn("message.text", { recipient, sender, message: { ...message, text: "*" } }),
];
const answers: readonly Place[] = [
  whole,
  placeIn("result", { result: "*" }),
  placeIn("warnings", { result: "ok", warnings: "*" }),
  placeIn("error", { error: "*" }),
];
const unreadable = new Set([40001, 40002, 40003]);

/** At the client: as what its receiver is sent, and as what a gateway answers it. */
export async function tryClient(
  files: readonly SuiteFile[],
  findings: CorpusFindings,
): Promise<number> {
  for (const place of received) {
    for (const file of files) await tryReceiver(place, file, findings);
  }
  for (const place of answers) {
    for (const file of files) await tryAnswer(place, file, findings);
  }
  return (received.length + answers.length) * files.length;
}

async function tryReceiver(place: Place, file: SuiteFile, findings: CorpusFindings): Promise<void> {
  const body = put(place, file.bytes);
  const name = `${file.name} as ${place.name} at the client's receiver`;
  let taken = 0;
  let isThrown = false;
  const receiver = createReceiver({
    onMessage: () => void (taken += 1),
    onUnknownType: () => void (taken += 1),
    onError: () => void (isThrown = true),
  });
  const request = new Request("https://shop.test/in/1", {
    method: "POST",
    body: Uint8Array.from(body),
  });
  const response = await receiver(request);
  const { error } = (await response.json()) as { error?: { code: number } };
  const { code } = ruleJson(body);
  const isUnreadable = unreadable.has(error?.code ?? 0);
  if (response.status >= 500 || isThrown) findings.keep(name, `answered ${response.status}`, body);
  else if (code !== null && error?.code !== code)
    findings.keep(name, `answered ${error?.code}, the rulings say ${code}`, body);
  else if (code === null && isUnreadable) findings.keep(name, "refused, and it is JSON", body);
  else if (code !== null && taken > 0) findings.keep(name, "taken, and it is no JSON", body);
}

async function tryAnswer(place: Place, file: SuiteFile, findings: CorpusFindings): Promise<void> {
  const body = put(place, file.bytes);
  const name = `${file.name} as ${place.name} of a gateway's answer to the client`;
  const client = createClient({
    ingressUrl: "https://gateway.test/chat/secret/shop",
    retries: 0,
    fetch: () => Promise.resolve(new Response(Uint8Array.from(body))),
  });
  try {
    await client.send({ sender: { id: 1 }, message: textMessage("Hi") });
    if (ruleJson(body).code === 40001) findings.keep(name, "taken for a positive answer", body);
  } catch (error) {
    if (!(error instanceof ParleyClientError))
      findings.keep(name, `thrown: ${String(error)}`, body);
  }
}
