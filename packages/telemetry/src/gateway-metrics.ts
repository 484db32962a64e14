import type { GatewayEvent, Observer } from "@parley/core";
import { type BackendLabels, BoundedLabels } from "./bounded-labels.ts";
import type { Instruments } from "./instruments.ts";

type EventOf<Type extends GatewayEvent["type"]> = Extract<GatewayEvent, { readonly type: Type }>;

/** Core has few codes, reasons, outcomes and operations; the limit is for plugins that add their own. */
const wordLimit = 100;

/** Counts the engine's events. There is no label for conversations, because their number has no limit. */
export class GatewayMetrics implements Observer {
  readonly #instruments: Instruments;
  readonly #channels: BoundedLabels;
  readonly #backends: BackendLabels;
  readonly #words = new BoundedLabels(wordLimit);

  constructor(instruments: Instruments, channelLimit: number, backends: BackendLabels) {
    this.#instruments = instruments;
    this.#channels = new BoundedLabels(channelLimit);
    this.#backends = backends;
  }

  notice(event: GatewayEvent): void {
    const { repeated, turnedAway, notQueued, ownerChanges, storeFailures, stale } =
      this.#instruments;
    switch (event.type) {
      case "accepted":
        return this.#accepted(event);
      case "repeated":
        return repeated.add(1, this.#channel(event));
      case "refused":
        return this.#refused(event);
      case "turned-away":
        return turnedAway.add(1);
      case "queued":
        return this.#queued(event);
      case "not-queued":
        return notQueued.add(1, { code: this.#word(String(event.code)) });
      case "attempted":
        return this.#attempted(event);
      case "postponed":
        return this.#postponed(event);
      case "delivered":
        return this.#delivered(event);
      case "failed":
        return this.#failed(event);
      case "committed":
        return this.#committed(event);
      case "owner-changed":
        return ownerChanges.add(1, { name: this.#word(event.name) });
      case "store-failed":
        return storeFailures.add(1, { operation: this.#word(event.operation) });
      case "stale":
        return stale.add(1, { kind: event.kind });
      case "paused":
        return this.#stoodStill(event);
    }
  }

  #accepted(event: EventOf<"accepted">): void {
    const { accepted, opened, warnings } = this.#instruments;
    const channel = this.#channel(event);
    accepted.add(event.sequences.length, channel);
    if (event.created) opened.add(1, channel);
    if (event.warnings > 0) warnings.add(event.warnings, channel);
  }

  #refused(event: EventOf<"refused">): void {
    const code = this.#word(String(event.code));
    this.#instruments.refused.add(1, { ...this.#channel(event), code });
  }

  #queued(event: EventOf<"queued">): void {
    this.#instruments.queued.add(event.sequences.length, this.#channel(event));
  }

  #attempted(event: EventOf<"attempted">): void {
    const { attempts, attemptTook } = this.#instruments;
    const { kind } = event;
    const place = this.#place(event);
    const { backend } = place;
    attempts.add(1, { ...place, kind, outcome: this.#word(event.outcome) });
    attemptTook.record(event.durationMs / 1_000, { backend, kind });
  }

  #postponed(event: EventOf<"postponed">): void {
    const { kind, scope } = event;
    this.#instruments.postponed.add(1, { ...this.#place(event), kind, scope });
  }

  #delivered(event: EventOf<"delivered">): void {
    const { delivered, timeToAgent, timeToVisitor } = this.#instruments;
    const { kind } = event;
    const place = this.#place(event);
    const { channel } = place;
    delivered.add(1, { ...place, kind });
    if (kind === "inbound") timeToAgent.record(event.waitedMs / 1_000, place);
    if (kind === "outbound") timeToVisitor.record(event.waitedMs / 1_000, { channel });
  }

  #failed(event: EventOf<"failed">): void {
    const { failed, deadLetters } = this.#instruments;
    const { kind } = event;
    const labels = { ...this.#place(event), reason: this.#word(event.reason) };
    failed.add(1, { ...labels, kind });
    if (kind === "inbound") deadLetters.add(1, labels);
  }

  #committed({ appends, settlements, durationMs }: EventOf<"committed">): void {
    const { commitTook, commitSize } = this.#instruments;
    commitTook.record(durationMs / 1_000);
    if (appends > 0) commitSize.record(appends, { entry: "append" });
    if (settlements > 0) commitSize.record(settlements, { entry: "settlement" });
  }

  #stoodStill({ gapMs }: EventOf<"paused">): void {
    this.#instruments.standstills.add(1);
    this.#instruments.stoodStill.add(gapMs / 1_000);
  }

  #channel({ channelId }: { readonly channelId: string }): { readonly channel: string } {
    return { channel: this.#channels.of(channelId) };
  }

  #place(event: { readonly channelId: string; readonly backend: string }) {
    return { ...this.#channel(event), backend: this.#backends.of(event.backend) };
  }

  #word(word: string): string {
    return this.#words.of(word.replaceAll(" ", ""));
  }
}
