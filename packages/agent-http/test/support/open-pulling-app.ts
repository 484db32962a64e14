import type { OpenAgentApp } from "@parley/conformance";
import { AgentBackend, Door, type DoorRequest, type Receipt } from "@parley/core";
import { agentHttp, issueToken } from "../../src/index.ts";
import { PullingApp } from "./pulling-app.ts";
import { serveDoor } from "./serve-door.ts";

type Bench = Parameters<OpenAgentApp>[0];

const name = "http";
/** As long as the app says that its agents are there. */
const availableMs = 5_000;
const momentMs = 5;
/** A healthy app acknowledges within this many. */
const patientMoments = 6;

/** An app that polls, on the bench of the suite. */
export const openPullingApp: OpenAgentApp = async (bench) => {
  const { token, digest } = issueToken();
  const plugin = await bench.plug(() => agentHttp({ tokenDigests: [digest] }));
  const door = {
    handle: async (request: DoorRequest, signal: AbortSignal) =>
      untilDeath(bench, (await plugin.get(Door, name)).handle(request, signal)),
  };
  const served = await serveDoor(name, door);
  const app = new PullingApp(served.url, token);
  app.start();
  const backend = await plugin.get(AgentBackend);
  const time = { passes: false };
  let saysAvailable = false;
  const call = (receipt: Promise<Receipt>) => (time.passes ? withTime(bench, receipt) : receipt);
  return {
    backend: {
      availability: (channelId) => backend.availability(channelId),
      receive: (event, signal) => call(backend.receive(event, signal)),
      report: (report, signal) => call(backend.report(report, signal)),
    },
    messages: async (id) => app.messages(id),
    reports: async (id) => app.reports(id),
    people: {
      setAvailable: async (available) => {
        saysAvailable = available;
        await app.setAvailable(available);
      },
      reply: (id, text) => app.write(id, text),
    },
    trouble: {
      begin: async (trouble) => {
        app.trouble = trouble;
        time.passes = true;
        if (saysAvailable) await bench.rig.time.advance(availableMs);
      },
      end: async () => void (app.trouble = null),
    },
    busy: null,
    restart: async () => {
      app.stop();
      app.start();
    },
    close: async () => {
      app.stop();
      await plugin.unplug();
      await served.close();
    },
  };
};

/** A node that has died answers nothing: its connections break. */
async function untilDeath<Value>(bench: Bench, answer: Promise<Value>): Promise<Value> {
  const { node } = bench.plugged;
  const call = watched(answer);
  const death = (async () => {
    while (!call.isOver && bench.plugged.node === node && node.life.isRunning) await moment();
    if (!call.isOver) throw new Error("the node has died");
    return answer;
  })();
  return Promise.race([answer, death]);
}

/** The suite's clock stands still while it calls the plugin. A lease of an app in trouble is to end. */
async function withTime<Value>(bench: Bench, answer: Promise<Value>): Promise<Value> {
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
