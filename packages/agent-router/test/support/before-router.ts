import { GatewayRig } from "@parley/conformance";
import { MemoryData, memoryStores } from "@parley/core/memory";

/** A gateway on manual time that had one agent app and the channel `shop`. It is stopped. */
export async function beforeRouter(): Promise<GatewayRig> {
  const data = new MemoryData();
  const rig = await GatewayRig.start(() => memoryStores({ data }));
  await rig.stop();
  return rig;
}
