import { type ChannelAnswer, type Gateway, refusals } from "@parley/core";
import { StartError } from "../start-error.ts";

/** Creates the first channel, in a gateway of this process or through an admin API. */
export interface FirstChannelDoor {
  find(id: string): Promise<{ readonly chatApiUrl: string } | null>;
  /** Creates the channel, or rotates its secret when it exists. @returns the channel secret. */
  issue(id: string, chatApiUrl: string): Promise<string>;
  change(id: string, chatApiUrl: string): Promise<void>;
}

/** For a gateway in this process. Throws StartError when the gateway refuses. */
export function doorOf(gateway: Pick<Gateway, "channels" | "channelAdmin">): FirstChannelDoor {
  const { channels, channelAdmin } = gateway;
  return {
    find: (id) => channels.find(id),
    issue: async (id, chatApiUrl) => {
      const exists = (await channels.find(id)) !== null;
      const answer = exists ? rotate(channelAdmin, id) : channelAdmin.add({ id, chatApiUrl });
      return valueOf(await answer).randomString;
    },
    change: async (id, chatApiUrl) => void valueOf(await channelAdmin.change(id, { chatApiUrl })),
  };
}

/**
 * When the channel already has the maximum number of secrets, ends all of them. Without a known secret the shop could
 * not start.
 */
async function rotate(channelAdmin: Gateway["channelAdmin"], id: string) {
  const answer = await channelAdmin.rotate(id);
  const isFull = !answer.done && answer.refusal.code === refusals.tooManyCount.code;
  return isFull ? channelAdmin.rotate(id, 0) : answer;
}

function valueOf<Value>(answer: ChannelAnswer<Value>): Value {
  if (answer.done) return answer.value;
  throw new StartError(`The first channel could not be made: ${answer.refusal.message}`);
}
