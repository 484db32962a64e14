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
  ErasureListener,
  ErasureNotice,
  Finding,
  OwnerListener,
  OwnerNotice,
  Receipt,
  TypingListener,
  TypingType,
  VisitorEvent,
} from "@parley/core";
import type { StatedAvailabilities } from "./availability.ts";
import type { EventDelivery } from "./event-delivery.ts";
import { deliveredEvent, messageEvent, ownerEvent, reportEvent } from "./events/make-event.ts";

type Ports = AgentBackend &
  TypingListener &
  DeliveredListener &
  OwnerListener &
  ErasureListener &
  Door &
  Diagnostician;

interface HttpAgentPorts {
  readonly name: string;
  readonly delivery: EventDelivery;
  readonly availabilities: StatedAvailabilities;
  readonly door: Door;
  readonly diagnose: (signal: AbortSignal) => Promise<readonly Finding[]>;
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
    return this.#ports.delivery.deliver({ event: messageEvent(event), turn: event.turn, signal });
  }

  report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt> {
    return this.#ports.delivery.deliver({ event: reportEvent(report), turn: report.turn, signal });
  }

  delivered(notice: DeliveredNotice, signal: AbortSignal): Promise<Receipt> {
    return this.#ports.delivery.deliver({
      event: deliveredEvent(notice),
      turn: notice.turn,
      signal,
    });
  }

  owner(notice: OwnerNotice, signal: AbortSignal): Promise<Receipt> {
    return this.#ports.delivery.deliver({ event: ownerEvent(notice), turn: notice.turn, signal });
  }

  erased(notice: ErasureNotice, signal: AbortSignal): Promise<Receipt> {
    return this.#ports.delivery.erased(notice, signal);
  }

  typing(conversationId: string, type: TypingType): Promise<void> {
    return this.#ports.delivery.typing(conversationId, type);
  }

  handle(request: DoorRequest, signal: AbortSignal): Promise<DoorResponse> {
    return this.#ports.door.handle(request, signal);
  }

  diagnose(signal: AbortSignal): Promise<readonly Finding[]> {
    return this.#ports.diagnose(signal);
  }

  close(): void {
    this.#ports.delivery.close();
  }
}
