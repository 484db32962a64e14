import {
  ManualTime,
  ScriptedBackend,
  SeededRandom,
  testPlatform,
  wantSome,
} from "@parley/conformance";
import {
  AgentBackend,
  type Channel,
  createGateway,
  type Finding,
  type FindingLevel,
} from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import { onTestFinished } from "vitest";
import { transportUndici, type TransportUndiciOptions } from "../../src/index.ts";

/** A gateway whose doctor goes out over real sockets, while its clock stands still. */
export interface Practice {
  readonly time: ManualTime;
  /** What the doctor finds at the receiver at `url`, but for what it finds at the gateway. */
  examine(url: string, knobs?: Partial<Channel["knobs"]>): Promise<readonly Finding[]>;
}

export async function openPractice(options: TransportUndiciOptions = {}): Promise<Practice> {
  const time = new ManualTime();
  const gateway = await createGateway(
    testPlatform(time, new SeededRandom(), []),
    memoryStores(),
    transportUndici({ allowInsecureLoopback: true, ...options }),
    new ContainerModule(({ bind }) => {
      bind(AgentBackend).toConstantValue(new ScriptedBackend(time));
    }),
  );
  onTestFinished(() => gateway.close());
  return {
    time,
    examine: async (chatApiUrl, knobs = {}) => {
      await gateway.channelAdmin.remove("shop");
      const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl, ...knobs });
      if (!added.done) throw new Error(added.refusal.message);
      const ended = new AbortController().signal;
      const found = await gateway.diagnosis.run({ channelId: "shop", probe: true }, ended);
      return found.filter(({ channelId }) => channelId === "shop");
    },
  };
}

/** What is not `ok`, as `check level`. */
export function troubles(found: readonly Finding[]): readonly string[] {
  return found
    .filter(({ level }) => level !== "ok")
    .map(({ check, level, advice }) => {
      wantSome(`advice for ${check}`, advice);
      return `${check} ${level}`;
    });
}

/** Message and advice of the only finding of this level. */
export function textOfOnly(found: readonly Finding[], level: FindingLevel): string {
  const [finding, ...others] = found.filter((one) => one.level === level);
  if (finding === undefined || others.length > 0) throw new Error(JSON.stringify(found));
  return `${finding.message} ${finding.advice ?? ""}`;
}
