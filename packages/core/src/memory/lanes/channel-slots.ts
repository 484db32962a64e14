import type { LaneRow } from "../rows.ts";

interface SlotsOfChannel {
  active: number;
  /** Oldest first. */
  readonly parked: Set<LaneRow>;
}

/**
 * The limit of series per channel. An outbound lane holds a slot from the moment its head may start until the head
 * is settled.
 * When all `bound` slots are taken, the lane is parked: it has no `due`, so that a channel at its limit costs
 * claims nothing.
 * A caller that frees a slot must call `next` to start the oldest parked lane; otherwise that lane never starts.
 */
export class ChannelSlots {
  readonly #channels = new Map<string, SlotsOfChannel>();

  /** Gives the lane a slot. Parks it instead when the channel is at its limit or other lanes are parked already. */
  take(lane: LaneRow, bound: number): boolean {
    const channel = this.#channel(lane);
    if (channel.parked.size === 0 && channel.active < Math.max(1, bound)) {
      channel.active += 1;
      return true;
    }
    channel.parked.add(lane);
    return false;
  }

  /** Frees the lane's slot or removes it from the parked lanes; `true` when it held a slot. */
  leave(lane: LaneRow): boolean {
    const channel = this.#channel(lane);
    if (channel.parked.delete(lane)) return false;
    channel.active -= 1;
    return true;
  }

  /** Gives the channel's oldest parked lane a slot if one is free. */
  next(channelKey: string, bound: number): LaneRow | null {
    const channel = this.#channels.get(channelKey);
    const [oldest] = channel?.parked ?? [];
    if (channel === undefined || oldest === undefined) return null;
    if (channel.active >= Math.max(1, bound)) return null;
    channel.parked.delete(oldest);
    channel.active += 1;
    return oldest;
  }

  /** Gives the channel's oldest parked lane the slot that another lane has just freed. */
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
