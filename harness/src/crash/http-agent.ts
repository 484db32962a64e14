import { AgentBackend, type Receipt } from "@parley/core";
import { ContainerModule } from "inversify";
import { Agent, type Dispatcher, request } from "undici";

/** As long as a process may stand still without losing its leases. */
const standstillMs = 1_000;

/** An agent app in another process, which outlives the gateway. */
export const httpAgent = (url: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const agent = new Agent();
    const post = async (path: string, body: unknown, signal: AbortSignal): Promise<Receipt> => {
      const dispatcher = agent.compose(writtenBy(performance.now() + standstillMs));
      const answer = await request(`${url}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        signal,
        dispatcher,
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

/**
 * A request that waited for its connection while the process stood still is not written any more: another node may have
 * handed the event over by then, and later ones as well.
 */
function writtenBy(latest: number): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const onRequestStart: Dispatcher.DispatchHandler["onRequestStart"] = (controller, context) => {
      if (performance.now() > latest) controller.abort(new Error("asked too long ago"));
      else handler.onRequestStart?.(controller, context);
    };
    return dispatch(
      options,
      Object.assign(Object.create(handler) as typeof handler, { onRequestStart }),
    );
  };
}
