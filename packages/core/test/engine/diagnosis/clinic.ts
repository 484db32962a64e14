import {
  ManualTime,
  ScriptedBackend,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import { ContainerModule } from "inversify";
import { onTestFinished } from "vitest";
import { createGateway, type Gateway } from "../../../src/gateway.ts";
import { memoryStores } from "../../../src/memory/index.ts";
import { AgentBackend } from "../../../src/ports/agent-backend.ts";
import { Diagnostician } from "../../../src/ports/services/diagnostician.ts";
import { Transport } from "../../../src/ports/transport.ts";

/** A gateway with the channel `shop`, and diagnosticians that do as they are told. */
export interface Clinic {
  readonly gateway: Gateway;
  readonly time: ManualTime;
  readonly transport: ScriptedTransport;
}

export async function openClinic(
  ...diagnosticians: readonly Diagnostician["diagnose"][]
): Promise<Clinic> {
  const time = new ManualTime();
  const transport = new ScriptedTransport(time);
  const fittings = new ContainerModule(({ bind }) => {
    bind(Transport).toConstantValue(transport);
    bind(AgentBackend).toConstantValue(new ScriptedBackend(time));
    for (const diagnose of diagnosticians)
      bind(Diagnostician).toConstantValue({ name: "the disk", diagnose });
  });
  const platform = testPlatform(time, new SeededRandom(), []);
  const gateway = await createGateway(platform, memoryStores(), fittings);
  onTestFinished(() => gateway.close());
  await gateway.channelAdmin.add({ id: "shop", chatApiUrl: "https://shop.example/chat" });
  return { gateway, time, transport };
}
