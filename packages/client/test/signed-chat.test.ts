import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, createReceiver, textMessage } from "../src/index.ts";
import { nodeHandler } from "../src/node/index.ts";
import { openGateway, type OpenedGateway } from "./support/open-gateway.ts";
import { serve } from "./support/serve.ts";

let bench: OpenedGateway;

beforeAll(async () => {
  bench = await openGateway();
});
afterAll(() => bench.close());

interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An endpoint that keeps everything that arrives. */
async function endpoint() {
  const arrivals: Arrival[] = [];
  const origin = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString("utf8");
    arrivals.push({ headers: request.headers, body });
    response.end('{"result":"ok"}');
  });
  await bench.pointTo(origin);
  return arrivals;
}

async function converse(id: string): Promise<string> {
  bench.desk.events.length = 0;
  await createClient(bench).send({ sender: { id }, message: textMessage("hi") });
  return (await bench.desk.arrived()).conversationId;
}

function verified(key: string, { headers, body }: Arrival): boolean {
  try {
    new Webhook(key).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

describe("a channel that signs", () => {
  it.each(["content-length", "chunked"])(
    "is verified by the official library, and only with its key: %s",
    async (transfer) => {
      await bench.gateway.channelAdmin.change("shop", { transfer });
      const arrivals = await endpoint();
      const conversation = await converse(transfer);
      const key = await bench.sign(0);
      await bench.reply(conversation, textMessage("Grüße 👋"));
      bench.gateway.outbox.typing(conversation, "typein");
      await expect.poll(() => arrivals.length).toBe(2);
      for (const arrival of arrivals) {
        const { headers, body } = arrival;
        expect(headers["transfer-encoding"]).toBe(transfer === "chunked" ? "chunked" : undefined);
        expect(verified(key, arrival)).toBe(true);
        expect(verified(`whsec_${"A".repeat(44)}`, arrival)).toBe(false);
        expect(verified(key, { headers, body: `${body} ` })).toBe(false);
        const { message } = JSON.parse(body) as { readonly message: { readonly id: string } };
        expect(headers["webhook-id"]).toBe(message.id);
      }
    },
  );

  it("is verified with either key while keys change, and with the new one alone after a leak", async () => {
    const arrivals = await endpoint();
    const conversation = await converse("rotating");
    const [first, second] = [await bench.sign(0), await bench.sign()];
    await bench.reply(conversation, textMessage("both"));
    await expect.poll(() => arrivals.length).toBe(1);
    const third = await bench.sign(0);
    await bench.reply(conversation, textMessage("one"));
    await expect.poll(() => arrivals.length).toBe(2);
    const [both, one] = arrivals;
    const keys = [first, second, third];
    expect(both && keys.map((key) => verified(key, both))).toEqual([true, true, false]);
    expect(one && keys.map((key) => verified(key, one))).toEqual([false, false, true]);
  });

  it("reaches a receiver that has its key; one with another key refuses, and the agent is told", async () => {
    const texts: string[] = [];
    const receiver = (secrets: string) =>
      createReceiver({
        secrets,
        onMessage: ({ message }) => void texts.push(message.text ?? ""),
      });
    const conversation = await converse("receiver");
    const key = await bench.sign(0);
    await bench.pointTo(await serve(nodeHandler(receiver(key))));
    await bench.reply(conversation, textMessage("welcome"));
    await expect.poll(() => texts).toEqual(["welcome"]);
    await bench.pointTo(await serve(nodeHandler(receiver(`whsec_${"A".repeat(44)}`))));
    await bench.reply(conversation, textMessage("strange"));
    await expect.poll(() => toldAfterAllAttempts()).toMatchObject({ reason: "http-status" });
    expect(texts).toEqual(["welcome"]);
    expect(JSON.stringify(bench.log)).not.toContain(key.slice(6));
  });

  async function toldAfterAllAttempts() {
    await bench.time.advance(1_000);
    return bench.desk.reports[0];
  }
});
