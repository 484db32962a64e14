import { AgentBackend, type Receipt } from "@parley/core";
import { ContainerModule } from "inversify";

const timeoutMs = 500;

/** The plugin for an agent app behind HTTP. */
export const httpAgent = (url: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const post = async (path: string, body: object, signal: AbortSignal): Promise<Receipt> => {
      const answer = await fetch(url + path, {
        method: "POST",
        body: JSON.stringify(body),
        signal,
      });
      const reason = await answer.text();
      if (answer.ok) return { outcome: "taken" };
      if (answer.status === 410) return { outcome: "rejected", reason: reason || "gone" };
      throw new Error(`the agent app answered ${answer.status}`);
    };
    bind(AgentBackend).toConstantValue({
      availability: async () => {
        const answer = await fetch(`${url}/available`, { signal: AbortSignal.timeout(timeoutMs) });
        return answer.ok && (await answer.text()) === "1" ? 1 : 0;
      },
      receive: (event, signal) => post("/event", event, signal),
      report: (report, signal) => post("/report", report, signal),
    });
  });
