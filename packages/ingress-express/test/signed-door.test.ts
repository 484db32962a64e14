import type { RequestListener } from "node:http";
import {
  ManualTime,
  NodeTime,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import { AgentBackend, createGateway, type NamedDoor, Transport } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { doorsNode, type DoorsNodeOptions } from "@parley/ingress-node";
import { ContainerModule } from "inversify";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../../ingress-node/test/support/served.ts";
import { signature, signedDoor } from "../../ingress-node/test/support/signed-door.ts";
import { doorsApp } from "./support/served-doors.ts";

type Mount = (doors: readonly NamedDoor[], options: DoorsNodeOptions) => RequestListener;
const mounts: readonly (readonly [string, Mount])[] = [
  ["ingress-node", doorsNode],
  ["ingress-express", doorsApp],
];

const publicUrl = "https://chat.example";
const path = "/agents/calls/sms?conversation=a%20b";
const form = new URLSearchParams({ To: "+1 5", Body: "Grüße & more", From: "+49" });

describe.each(mounts)(
  "%s: a plugin whose app signs its public URL and its form",
  (_name, mount) => {
    it("takes what the app has signed, and refuses the rest", async () => {
      const time = new ManualTime();
      const taken: string[] = [];
      const agent: AgentBackend = {
        availability: async () => 1,
        receive: async () => ({ outcome: "taken" }),
        report: async () => ({ outcome: "taken" }),
      };
      const gateway = await createGateway(
        testPlatform(new NodeTime(time), new SeededRandom(), []),
        memoryStores(),
        new ContainerModule(({ bind }) => {
          bind(Transport).toConstantValue(new ScriptedTransport(time));
          bind(AgentBackend).toConstantValue(agent);
        }),
        signedDoor("calls", taken),
      );
      onTestFinished(() => gateway.close());
      expect(gateway.doors.map(({ name }) => name)).toEqual(["calls"]);
      const client = await listen(mount(gateway.doors, { publicUrl }));
      const post = (url: string, body: string) =>
        client.send("POST", path, body, [
          "Content-Type: application/x-www-form-urlencoded",
          `X-Twilio-Signature: ${signature(url, form)}`,
        ]);
      expect(await post(publicUrl + path, String(form))).toMatchObject({
        status: 200,
        headers: { "content-type": "text/xml" },
        body: "<Response></Response>",
      });
      expect((await post(`http://x${path}`, String(form))).status).toBe(403);
      expect((await post(publicUrl + path, `${form}&Body=more`)).status).toBe(403);
      expect(taken).toEqual(["Grüße & more"]);
    });
  },
);
