import { AgentBackend, Clock, createGateway } from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";
import { optionsOf, serveParent } from "../process/serve-parent.ts";

/** A gateway that only waits for its retries, with a given clock. */
export interface WaitingOptions {
  readonly directory: string;
  /** Epoch milliseconds at which its clock stands until it is ready, so that nothing falls due before. */
  readonly startAt: number;
}

export interface WaitingReady {
  /** From the start of the process until the gateway was ready. */
  readonly readySeconds: number;
}

/** Its state after garbage collection. */
export interface WaitingState {
  /** Instant of the gateway's clock. */
  readonly now: number;
  /** Number of messages and reports offered to the agent app. */
  readonly attempts: number;
}

const { directory, startAt } = optionsOf<WaitingOptions>();
let attempts = 0;
let readyAtMs: number | null = null;
const gateway = await createGateway(
  platformNode({ clock: false }),
  storeSqlite({ directory }),
  transportUndici({ allowInsecureLoopback: true }),
  fittings(),
);
if (!(await gateway.ready())) throw new Error("the gateway is not ready");
readyAtMs = performance.now();

serveParent({
  ready: { readySeconds: readyAtMs / 1_000 } satisfies WaitingReady,
  answer: async (): Promise<WaitingState> => {
    collectGarbage();
    return { now: gateway.clock.now(), attempts };
  },
  stop: () => gateway.close(),
});

/** An unavailable agent app, and a clock with a given start. */
function fittings(): ContainerModule {
  const down = async (): Promise<never> => {
    attempts += 1;
    throw new Error("later");
  };
  const backend: AgentBackend = { availability: async () => 0, receive: down, report: down };
  return new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(backend);
    bind(Clock).toConstantValue({ now: () => startAt + sinceReadyMs() });
  });
}

function sinceReadyMs(): number {
  return readyAtMs === null ? 0 : Math.floor(performance.now() - readyAtMs);
}

function collectGarbage(): void {
  const { gc } = globalThis as { readonly gc?: () => void };
  if (gc === undefined) throw new Error("this process wants --expose-gc");
  gc();
  gc();
}
