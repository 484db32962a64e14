import {
  type ChannelAdmin,
  type ChannelAnswer,
  type Channels,
  checkChatApiUrl,
  type Refusal,
  refuse,
} from "@parley/core";
import type { AddressCheck } from "./address-check.ts";

/** A `ChannelAdmin` that refuses addresses to which the gateway would send nothing. An address that stays is not checked. */
export function withAddressCheck(
  admin: ChannelAdmin,
  channels: Channels,
  addressCheck: AddressCheck,
): ChannelAdmin {
  const refusalOf = async (input: unknown, id: string): Promise<Refusal | null> => {
    const { chatApiUrl } = fieldsIn(input);
    // Core names every other fault of the input.
    if (!checkChatApiUrl(chatApiUrl).ok) return null;
    if ((await channels.find(id))?.chatApiUrl === chatApiUrl) return null;
    const verdict = await addressCheck.judge(chatApiUrl, id);
    if (verdict.state !== "refused") return null;
    const message = `${verdict.message} Nothing was changed.`;
    return { ...refuse("invalidChannel", { field: "chatApiUrl" }), message };
  };
  const checked = async <Value>(
    input: unknown,
    id: string,
    work: () => Promise<ChannelAnswer<Value>>,
  ): Promise<ChannelAnswer<Value>> => {
    const refusal = await refusalOf(input, id);
    return refusal === null ? work() : { done: false, refusal };
  };
  return {
    add: (input) => checked(input, String(fieldsIn(input)["id"]), () => admin.add(input)),
    change: (id, input) => checked(input, id, () => admin.change(id, input)),
    rotate: (id, overlapMs) => admin.rotate(id, overlapMs),
    sign: (id, overlapMs) => admin.sign(id, overlapMs),
    unsign: (id) => admin.unsign(id),
    remove: (id) => admin.remove(id),
  };
}

function fieldsIn(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
}
