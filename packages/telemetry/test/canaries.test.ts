import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChannelAnswer, Gateway } from "@parley/core";
import { ingressExpress } from "@parley/ingress-express";
import express from "express";
import { expect, it, vi } from "vitest";
import { Telemetry } from "../src/index.ts";
import { canaryGateway } from "./support/canary-gateway.ts";
import { acceptedMessages, canarySender, refusedRequests } from "./support/canary-messages.ts";
import { canary, canaryReceivers, receiverUrls } from "./support/canary-receivers.ts";
import { listening } from "./support/listening.ts";

function done<Value>(answer: ChannelAnswer<Value>): Value {
  if (!answer.done) throw new Error(answer.refusal.message);
  return answer.value;
}

/** Status, headers and body, without the date. */
async function answerOf(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const headers = [...response.headers].filter(([name]) => name !== "date");
  return `${response.status} ${JSON.stringify(headers)} ${await response.text()}`;
}

it("secrets and words planted in every field of a chat stand in no metric, span, log line or answer", async () => {
  await using opened = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), "parley-canaries-"));
  opened.defer(() => rmSync(directory, { recursive: true }));
  const { gateway, log, exported } = await canaryGateway(opened, directory);
  const app = express().use("/chat", ingressExpress(gateway.inbox, { trustTraceParent: true }));
  const ingress = `${await listening(opened, app)}/chat`;
  const secrets: string[] = [];
  const answers: string[] = [];
  const post = (path: string, init: RequestInit) => {
    const headers = { traceparent: canary, tracestate: canary, baggage: canary, ...init.headers };
    return answerOf(`${ingress}/${path}`, { ...init, headers });
  };
  const open = async (id: string, chatApiUrl: string) => {
    const { randomString: channelSecret } = done(
      await gateway.channelAdmin.add({ id, chatApiUrl }),
    );
    secrets.push(channelSecret, done(await gateway.channelAdmin.sign(id)).signingKey.slice(6));
    return channelSecret;
  };

  const receivers = receiverUrls(await listening(opened, canaryReceivers));
  for (const [id, url] of receivers) {
    const channelSecret = await open(id, url);
    const body = { sender: { ...canarySender, id: canary }, message: acceptedMessages[0] };
    const init = { method: "POST", body: JSON.stringify(body) };
    answers.push(await post(`${channelSecret}/${id}`, init));
  }
  const shop = await open("shop", receivers.get("positive") ?? "");
  for (const [index, message] of acceptedMessages.entries()) {
    const body = JSON.stringify({ sender: { ...canarySender, id: canary + index }, message });
    answers.push(await post(`${shop}/shop`, { method: "POST", body }));
  }
  for (const answer of answers) expect(answer).toMatch(/^200 /);
  for (const { path, init } of refusedRequests) {
    const answer = await post(shop + path, init);
    expect(answer, path).toMatch(/^4\d\d /);
    answers.push(answer);
  }
  answers.push(...(await repliesTo(gateway)));

  const page = await gateway.get(Telemetry);
  const settled = async () => {
    const text = await page.text();
    expect(text).toContain(
      'channel="hangs",backend="default",reason="backend-rejected",kind="reports"',
    );
  };
  await vi.waitFor(settled, { timeout: 20_000, interval: 200 });
  const metrics = await page.text();
  await gateway.close();
  const told = [metrics, ...exported, JSON.stringify(log), ...answers].join("\n");
  for (const secret of [canary, ...secrets]) expect(around(secret, told)).toBe("");
  // Proves that the search works: it finds everything that could leak.
  expect(outcomesOn(metrics)).toEqual(
    "failure-shape http-status later positive redirect rejected taken timeout unreachable unreadable-answer unusable",
  );
  for (const word of ["40009", "visitor message accepted", "dead letter", "accepts no spans"])
    expect(around(word, told)).not.toBe("");
}, 60_000);

/** Replies to every conversation, and some refused replies. Returns the refusals' messages. */
async function repliesTo({ conversations, outbox }: Gateway): Promise<string[]> {
  const { items } = await conversations.list({ before: null, limit: 100 });
  const sender = { name: canary, photo: `https://${canary}.example/a` };
  const message = { type: "text", text: `${canary} reply` };
  for (const { id: conversationId } of items)
    await outbox.send({ conversationId, idempotencyKey: canary, sender, message });
  const said: string[] = [];
  for (const wrong of [{ type: canary }, canary, { ...message, text: { [canary]: canary } }])
    for (const conversationId of [canary, items[0]?.id ?? ""]) {
      const request = { conversationId, idempotencyKey: null, sender, message: wrong };
      said.push(JSON.stringify(await outbox.send(request)));
    }
  return said;
}

/** The text around a word; empty when the word is missing. */
function around(word: string, text: string): string {
  const at = text.indexOf(word);
  return at < 0 ? "" : text.slice(Math.max(0, at - 100), at + 100);
}

function outcomesOn(metrics: string): string {
  const found = [...metrics.matchAll(/outcome="([\w-]+)"/g)].map(([, outcome]) => outcome);
  return [...new Set(found)].toSorted().join(" ");
}
