import { GatewayRig } from "@parley/conformance";
import type { ChannelKnobs } from "../../../src/model/channel.ts";
import { MemoryData, memoryStores } from "../../../src/memory/index.ts";
import type { Finding } from "../../../src/ports/platform/diagnosis.ts";

export interface Answer {
  readonly status?: number;
  readonly body?: string;
}

export const ok: Answer = { body: '{"result":"ok"}' };

/** A receiver that answers typing and messages apart, and how many of each it got. */
export async function openReceiver(
  typing: Answer,
  message: Answer,
  knobs: Partial<ChannelKnobs> = {},
) {
  const data = new MemoryData();
  const rig = await GatewayRig.start(() => memoryStores({ data }), knobs);
  const conversation = await rig.say("hello");
  rig.transport.answer = ({ body }) => ({
    status: 200,
    ...(body.includes("typeout") ? typing : message),
  });
  const tests = () => rig.transport.posts.filter(({ body }) => body.includes("typeout")).length;
  const examined = async (): Promise<readonly Finding[]> => {
    const found = await rig.gateway.diagnosis.run({ probe: true }, new AbortController().signal);
    return found.filter(({ channelId }) => channelId === "shop");
  };
  return { rig, conversation, tests, examined };
}

/** What the doctor finds after so many messages were answered once. */
export async function found(
  typing: Answer,
  message: Answer,
  count: number,
  knobs: Partial<ChannelKnobs> = {},
): Promise<readonly Finding[]> {
  const { rig, conversation, examined } = await openReceiver(typing, message, knobs);
  for (let index = 0; index < count; index += 1) await rig.reply(conversation, "hi");
  const findings = await examined();
  await rig.stop();
  return findings;
}

export const troubles = (findings: readonly Finding[]) =>
  findings
    .filter(({ level }) => level !== "ok")
    .map(({ check, level, message, advice }) => ({ is: `${check} ${level}`, message, advice }));
