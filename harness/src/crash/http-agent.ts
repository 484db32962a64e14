import { AgentBackend, type Receipt } from "@parley/core";
import { ContainerModule } from "inversify";
import { request } from "undici";

/** An agent app in another process, which outlives the gateway. */
export const httpAgent = (url: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const post = async (path: string, body: unknown, signal: AbortSignal): Promise<Receipt> => {
      const answer = await request(`${url}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        signal,
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`the agent app answered ${answer.statusCode}`);
      return { outcome: "taken" };
    };
    bind(AgentBackend).toConstantValue({
      availability: () => Promise.resolve(1),
      receive: (event, signal) => post("/event", event, signal),
      report: (report, signal) => post("/report", report, signal),
    });
  });
