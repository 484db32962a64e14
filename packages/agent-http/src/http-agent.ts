import type {
  AgentBackend,
  Availability,
  DeliveredListener,
  DeliveredNotice,
  DeliveryReport,
  Diagnostician,
  Door,
  DoorRequest,
  DoorResponse,
  DueAnswer,
  DueEntry,
  DueListener,
  ErasureListener,
  ErasureNotice,
  Finding,
  OwnerListener,
  OwnerNotice,
  Receipt,
  Turn,
  TypingListener,
  TypingType,
  VisitorEvent,
} from "@parley/core";
import type { StatedAvailabilities } from "./availability.ts";
import type { EventWay } from "./event-way.ts";
import type { DurableEvent } from "./events/agent-event.ts";
import { deliveredEvent, messageEvent, ownerEvent, reportEvent } from "./events/make-event.ts";

type Ports = AgentBackend &
  TypingListener &
  DeliveredListener &
  OwnerListener &
  ErasureListener &
  DueListener &
  Door &
  Diagnostician;

interface HttpAgentPorts {
  readonly name: string;
  readonly way: Pick<EventWay, "delivery" | "due" | "diagnose">;
  readonly availabilities: StatedAvailabilities;
  readonly door: Door;
}

/** An app in any language as core sees it. */
export class HttpAgent implements Ports {
  readonly name: string;
  readonly #ports: HttpAgentPorts;

  constructor(ports: HttpAgentPorts) {
    this.name = `agent-http ${ports.name}`;
    this.#ports = ports;
  }

  availability(channelId: string): Promise<Availability> {
    return this.#ports.availabilities.of(channelId);
  }

  receive(event: VisitorEvent, signal: AbortSignal): Promise<Receipt> {
    return this.#deliver(messageEvent(event), event, signal);
  }

  report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt> {
    return this.#deliver(reportEvent(report), report, signal);
  }

  delivered(notice: DeliveredNotice, signal: AbortSignal): Promise<Receipt> {
    return this.#deliver(deliveredEvent(notice), notice, signal);
  }

  owner(notice: OwnerNotice, signal: AbortSignal): Promise<Receipt> {
    return this.#deliver(ownerEvent(notice), notice, signal);
  }

  erased(notice: ErasureNotice, signal: AbortSignal): Promise<Receipt> {
    return this.#ports.way.delivery.erased(notice, signal);
  }

  typing(conversationId: string, type: TypingType): Promise<void> {
    return this.#ports.way.delivery.typing(conversationId, type);
  }

  handle(request: DoorRequest, signal: AbortSignal): Promise<DoorResponse> {
    return this.#ports.door.handle(request, signal);
  }

  due(entry: DueEntry, signal: AbortSignal): Promise<DueAnswer> {
    return this.#ports.way.due(entry, signal);
  }

  diagnose(): Promise<readonly Finding[]> {
    return this.#ports.way.diagnose();
  }

  close(): void {
    this.#ports.way.delivery.close();
  }

  #deliver(
    event: DurableEvent,
    { turn }: { readonly turn: Turn },
    signal: AbortSignal,
  ): Promise<Receipt> {
    return this.#ports.way.delivery.deliver({ event, turn, signal });
  }
}
