import {
  AgentBackend,
  type Availability,
  type DeliveryReport,
  TypingListener,
  type TypingType,
  type VisitorEvent,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { vi } from "vitest";

const taken = { outcome: "taken" } as const;

/** An agent app that keeps what it gets. */
export class AgentDesk {
  availability: Availability = 1;
  readonly events: VisitorEvent[] = [];
  readonly typings: TypingType[] = [];
  readonly reports: DeliveryReport[] = [];

  get module(): ContainerModule {
    return new ContainerModule(({ bind }) => {
      bind(AgentBackend).toConstantValue({
        availability: async () => this.availability,
        receive: async (event) => {
          this.events.push(event);
          return taken;
        },
        report: async (report) => {
          this.reports.push(report);
          return taken;
        },
      });
      bind(TypingListener).toConstantValue({
        typing: async (_conversationId, type) => void this.typings.push(type),
      });
    });
  }

  /** The newest event, once there are `count`. */
  arrived(count = 1): Promise<VisitorEvent> {
    return vi.waitFor(() => {
      const event = this.events[count - 1];
      if (event === undefined) throw new Error(`${this.events.length} of ${count} have arrived`);
      return event;
    }, 10_000);
  }
}
