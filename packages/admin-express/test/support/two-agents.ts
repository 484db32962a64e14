import { GatewayRig, ScriptedAgent, scriptedRouter } from "@parley/conformance";
import { MemoryData, memoryStores } from "@parley/core/memory";
import { onTestFinished } from "vitest";
import { serve } from "./served.ts";

/** The admin API of a gateway on manual time whose agent apps are `sales` and `support`; `sales` gets what is new. */
export async function twoAgents() {
  const data = new MemoryData();
  const rig = await GatewayRig.start(() => memoryStores({ data }));
  await rig.stop();
  const sales = new ScriptedAgent(rig.time);
  const support = new ScriptedAgent(rig.time);
  rig.withRouter(() => scriptedRouter({ sales, support }));
  await rig.startAgain();
  onTestFinished(() => rig.stop());
  const api = await serve(rig.gateway);
  /** Asks for a change of owner, and lets it be told. */
  const assign = async (id: string, body: object) => {
    const answer = await api.send("POST", `/conversations/${id}/owner`, body);
    await rig.time.settle();
    return answer;
  };
  return { rig, sales, support, api, assign };
}
