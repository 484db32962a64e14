import type { LaneRow } from "./rows.ts";

interface SlotsOfChannel {
  active: number;
  /** Oldest first. */
  readonly parked: Set<LaneRow>;
}

/**
 * The bound on series per channel. An outbound lane holds a slot from the moment its head may start until the head is
 * settled; past `bound` slots it is parked: no `due`, so that a channel at its bound costs claims nothing.
 * Whoever gives up a slot must ask `next` for the oldest parked lane, or nobody ever will.
 */
export class ChannelSlots {
  readonly #channels = new Map<string, SlotsOfChannel>();

  /** Gives a slot to the lane, or parks it when the channel is at its bound or others were parked first. */
  take(lane: LaneRow, bound: number): boolean {
    const channel = this.#channel(lane);
    if (channel.parked.size === 0 && channel.active < Math.max(1, bound)) {
      channel.active += 1;
      return true;
    }
    channel.parked.add(lane);
    return false;
  }

  /** Gives the lane's slot, or its place among the parked, back; `true` when it was a slot. */
  leave(lane: LaneRow): boolean {
    const channel = this.#channel(lane);
    if (channel.parked.delete(lane)) return false;
    channel.active -= 1;
    return true;
  }

  /** Gives a slot to the channel's oldest parked lane while there is room for it. */
  next(channelKey: string, bound: number): LaneRow | null {
    const channel = this.#channels.get(channelKey);
    const [oldest] = channel?.parked ?? [];
    if (channel === undefined || oldest === undefined) return null;
    if (channel.active >= Math.max(1, bound)) return null;
    channel.parked.delete(oldest);
    channel.active += 1;
    return oldest;
  }

  /** Gives a slot to the channel's oldest parked lane in place of one that has just left. */
  replace(channelKey: string): LaneRow | null {
    return this.next(channelKey, Number.POSITIVE_INFINITY);
  }

  #channel(lane: LaneRow): SlotsOfChannel {
    const { channelKey } = lane.conversation.current;
    const known = this.#channels.get(channelKey);
    if (known !== undefined) return known;
    const fresh: SlotsOfChannel = { active: 0, parked: new Set() };
    this.#channels.set(channelKey, fresh);
    return fresh;
  }
}
