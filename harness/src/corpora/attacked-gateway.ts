import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentApp } from "../hostile-input/gateway/agent-app.ts";
import { Attack } from "../hostile-input/attack.ts";
import { GatewayProcess } from "../hostile-input/gateway/gateway-process.ts";
import type { CorpusFindings } from "./corpus-findings.ts";

/** A gateway of real parts in a process of its own, with an agent app behind it and what predicts each answer. */
export interface AttackedGateway {
  readonly attack: Attack;
  /** Posts a body to both doors, of a new visitor each; the rulings say what must come of it. */
  post(name: string, bodyOf: (visitorId: string) => Uint8Array, loose?: boolean): Promise<void>;
  /** Compares what was taken with what has come to the agent app, and stops the gateway. */
  close(): Promise<void>;
}

export async function openAttackedGateway(findings: CorpusFindings): Promise<AttackedGateway> {
  const directory = mkdtempSync(join(tmpdir(), "parley-corpora-"));
  const agent = await AgentApp.open();
  const gateway = await GatewayProcess.start(directory, agent.url);
  const attack = new Attack(gateway, agent, findings);
  let visitors = 0;
  return {
    attack,
    post: async (name, bodyOf, loose = false) => {
      // Each begins at once, and takes the next door in turn.
      await Promise.all(
        gateway.ways.map(() => attack.probeBody(name, bodyOf(`visitor-${(visitors += 1)}`), loose)),
      );
    },
    close: async () => {
      await attack.settle();
      if (/"level":"?(error|50)/.test(gateway.log)) findings.add("the gateway logged an error");
      const code = await gateway.stop();
      if (code !== 0) findings.add(`the gateway ended with ${code}`);
      agent.close();
      rmSync(directory, { recursive: true });
    },
  };
}
