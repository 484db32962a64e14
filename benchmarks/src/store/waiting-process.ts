import { AgentBackend, Clock, createGateway } from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";
import { optionsOf, serveParent } from "../process/serve-parent.ts";

/** A gateway that has nothing to do but to wait for its retries, at an instant of our choice. */
export interface WaitingOptions {
  readonly directory: string;
  /** Epoch milliseconds at which its clock stands until it is ready, so that however long that takes nothing falls due. */
  readonly startAt: number;
}

export interface WaitingReady {
  /** From the start of the process until the gateway was ready. */
  readonly readySeconds: number;
}

/** How it is, after its garbage was collected. */
export interface WaitingState {
  /** Of the gateway's clock. */
  readonly now: number;
  /** Messages and reports that the agent app was asked to take. */
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

/** An agent app that is down, and a clock that begins where it is told to. */
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
