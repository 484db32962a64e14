import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createReceiver, RejectMessage } from "@parley/client";
import { nodeHandler } from "@parley/client/node";
import { expect, it, onTestFinished } from "vitest";
import { ruleRows } from "../../src/receiver-check/rules/rules.ts";
import { readSigner } from "../../src/receiver-check/exchange/signer.ts";
import { checked, troubles } from "./support/checked.ts";
import { signingKey } from "./support/verifiers.ts";

it("the receiver of @parley/client passes every rule, signatures included, and sees a repeat once", async () => {
  const texts: string[] = [];
  const receiver = createReceiver({
    secrets: signingKey,
    onMessage: ({ message }) => void (message.type === "text" && texts.push(message.text)),
  });
  const url = await serve(nodeHandler(receiver));
  const verdicts = await checked(url, { signer: readSigner(signingKey) });
  expect(verdicts.map(({ rule, state }) => `${rule}: ${state}`)).toEqual(
    ruleRows.map(({ id }) => `${id}: passed`),
  );
  expect(texts.filter((text) => text === "Hello, perhaps once more")).toHaveLength(1);
});

it("a receiver of @parley/client that rejects a type is told so, in its own words", async () => {
  const receiver = createReceiver({
    onMessage: ({ message }) => {
      if (message.type === "sticker") throw new RejectMessage(7, "No stickers here");
    },
  });
  const verdicts = await checked(await serve(nodeHandler(receiver)));
  expect(troubles(verdicts)).toEqual(["type-sticker: failed"]);
  const seen = verdicts.find(({ state }) => state === "failed")?.seen;
  expect(seen).toBe(
    "It was refused with the failure shape, code 7, on HTTP 200: “No stickers here”. The gateway tells the agent at once that the message was not delivered.",
  );
});

async function serve(handler: ReturnType<typeof nodeHandler>): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent-messages`;
}
