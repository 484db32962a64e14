import type { OpenAgentApp } from "@parley/conformance";

/** The bench of the published suite. */
export type Bench = Parameters<OpenAgentApp>[0];

const momentMs = 5;
/** A call that lasts longer waits for the clock. */
const longMoments = 20;
/** A healthy app acknowledges within this many. */
const patientMoments = 6;

/** A node that has died answers nothing: its connections break. */
export async function untilDeath<Value>(bench: Bench, answer: Promise<Value>): Promise<Value> {
  const { node } = bench.plugged;
  const call = watched(answer);
  const death = (async () => {
    while (!call.isOver && bench.plugged.node === node && node.life.isRunning) await moment();
    if (!call.isOver) throw new Error("the node has died");
    return answer;
  })();
  return Promise.race([answer, death]);
}

/**
 * The suite's clock stands still while a gateway calls the plugin. A call that waits for the acknowledgement of an event
 * which a dead poll has ends by the clock alone. Returns a function that ends this.
 */
export function passTimeInLongCalls(bench: Bench, isHealthy: () => boolean): () => void {
  const state = { isOver: false };
  void (async () => {
    let before = "";
    for (let same = 0; !state.isOver;) {
      await moment();
      const running = bench.plugged.nodes.filter(({ life }) => life.isRunning);
      const now = String(running.map(({ life }) => [life.callCount, life.calls.length]));
      const areCalls = running.some(({ life }) => life.calls.length > 0);
      same = areCalls && isHealthy() && now === before ? same + 1 : 0;
      before = now;
      if (same > longMoments) await bench.rig.time.advance(100);
    }
  })();
  return () => (state.isOver = true);
}

/** The suite's clock stands still while it calls the plugin. A lease of an app in trouble is to end. */
export async function withTime<Value>(bench: Bench, answer: Promise<Value>): Promise<Value> {
  const call = watched(answer);
  for (let moments = 0; !call.isOver; moments += 1) {
    await moment();
    if (!call.isOver && moments > patientMoments) await bench.rig.time.advance(500);
  }
  return answer;
}

function watched(answer: Promise<unknown>): { readonly isOver: boolean } {
  const call = { isOver: false };
  const ended = () => void (call.isOver = true);
  void answer.then(ended, ended);
  return call;
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, momentMs));
}
