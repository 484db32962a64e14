import { createReceiver } from "@parley/client";
import { openAttackedGateway } from "../attacked-gateway.ts";
import { openConsoleGateway } from "../console-gateway.ts";
import type { CorpusFindings } from "../corpus-findings.ts";
import { inParallel } from "../../hostile-input/in-parallel.ts";

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Each string in every field that visitors, admins, agents and integrating systems fill. */
export async function tryFields(
  strings: readonly string[],
  findings: CorpusFindings,
): Promise<number> {
  process.stderr.write("strings in fields of visitors\n");
  const visitors = await tryVisitorFields(strings, findings);
  process.stderr.write("strings in fields of admins and agents\n");
  const apis = await tryApiFields(strings, findings);
  for (const text of strings) await tryReceiver(text, findings);
  return visitors + apis + strings.length;
}

function visitorBodies(text: string, id: string): readonly object[] {
  const sender = { id: text, name: text, phone: text, email: text, invite: text, url: text };
  const words = { text, performer: text, title: text, emoji: text, file_name: text };
  const file = { file: `https://a.test/${text}`, thumb: text, file_size: 1 };
  return [
    { sender: { ...sender, photo: text }, message: { type: "text", text } },
    { sender: { id }, message: { id: text, type: "text", text: "Hi" } },
    { sender: { id }, message: { type: text, text } },
    { sender: { id }, message: { type: "document", ...file, ...words } },
    { sender: { id }, message: { type: "location", latitude: 1, longitude: 2, ...words } },
    { sender: { id, [text]: text }, message: { type: "text", text: "Hi", [text]: text } },
  ];
}

async function tryVisitorFields(
  strings: readonly string[],
  findings: CorpusFindings,
): Promise<number> {
  const gateway = await openAttackedGateway(findings);
  await inParallel(strings, 8, async (text) => {
    for (const index of visitorBodies(text, "").keys()) {
      const bodyOf = (id: string): Buffer => json(visitorBodies(text, id)[index]);
      const isLoose = index % 2 === 1;
      await gateway.post(`${JSON.stringify(text)} from a visitor`, bodyOf, isLoose);
    }
  });
  await gateway.close();
  return gateway.attack.bodies;
}

async function tryApiFields(strings: readonly string[], findings: CorpusFindings): Promise<number> {
  const { ask, conversationId, close } = await openConsoleGateway();
  const part = (text: string): string => encodeURIComponent(text.toWellFormed());
  const requests = (text: string): readonly (readonly [string, string, object])[] => [
    ["POST", "/admin/channels", { id: text, chatApiUrl: text }],
    ["PATCH", "/admin/channels/shop", { chatApiUrl: text, overflow: text }],
    ["PATCH", `/admin/channels/${part(text)}`, { chatApiUrl: "https://a.test" }],
    ["POST", "/admin/visitors/erase", { channelId: text, visitorId: text }],
    ["POST", `/console/api/conversations/${conversationId}/messages`, { type: "text", text }],
    ["POST", `/console/api/conversations/${part(text)}/messages`, { type: "text", text: "Hi" }],
    ["POST", "/console/api/invitations", { email: text, role: text }],
    ["PATCH", "/console/api/me", { name: text }],
    ["PATCH", `/console/api/people/${part(text)}`, { name: text, role: "agent" }],
  ];
  let asked = 0;
  await inParallel(strings, 8, async (text) => {
    for (const [method, path, body] of requests(text)) {
      const { status, code } = await ask(method, path, json(body));
      const name = `${JSON.stringify(text)} in ${method} ${path}`;
      asked += 1;
      if (status >= 500 || (status >= 400 && code === null))
        findings.keep(name, `answered ${status}`, json(body));
    }
  });
  await close();
  return asked;
}

/** From an agent to an integrating system that has our client: texts come through as they are. */
async function tryReceiver(text: string, findings: CorpusFindings): Promise<void> {
  const seen: { readonly message: object }[] = [];
  const receiver = createReceiver({ onMessage: (event) => void seen.push(event) });
  const message = { id: "1", type: "text", text };
  const body = JSON.stringify({ recipient: { id: text }, sender: { name: text }, message });
  const { status } = await receiver(
    new Request("https://shop.test/in/1", { method: "POST", body }),
  );
  const isTaken = text.trim() !== "";
  if (status >= 500 || (isTaken && (seen[0]?.message as { text?: string })?.text !== text))
    findings.add(`${JSON.stringify(text)} is not what the client gives its callback: ${status}`);
}
