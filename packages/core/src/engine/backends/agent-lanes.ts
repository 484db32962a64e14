import type { Verdict } from "../../ports/stores/message-store.ts";
import type { Carrier } from "../dispatch/carrier.ts";
import { unusedVerdict } from "../dispatch/unsettled-verdicts.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";
import { BackendCaller } from "../inbound/backend-caller.ts";
import { InboundCarrier } from "../inbound/inbound-carrier.ts";
import { NoticeCarrier } from "../inbound/notice-carrier.ts";
import { ReportCarrier } from "../inbound/report-carrier.ts";
import { ReportPriority } from "../inbound/report-priority.ts";
import type { EngineParts } from "../engine-parts.ts";
import type { BackendAnswers } from "./backend-answers.ts";
import type { ConnectedBackend } from "./connected-backend.ts";
import type { FailOver } from "./fail-over.ts";
import { OwnerChangeCarrier } from "./owner-change-carrier.ts";

/** The carriers of one backend, with its own health: nothing of it counts for another. */
export class AgentLanes {
  readonly inbound: Carrier;
  readonly reports: Carrier;
  readonly notices: Carrier;
  readonly #reportPriority: ReportPriority;

  constructor(parts: EngineParts, backend: ConnectedBackend, failOver: FailOver) {
    const { name, app, delivered, owner } = backend;
    const { clock, random, logger, signals, deliveryStore } = parts.ports;
    const answers = failOver.answersOf(name);
    const caller = (of = answers) => callerOf(parts, name, of);
    this.#reportPriority = new ReportPriority(delivered === null ? null : signals, name);
    const told = { reportPriority: this.#reportPriority, deliveries: deliveryStore, clock, random };
    const heard = { listener: owner, clock, random };
    const change = new OwnerChangeCarrier({ ...heard, caller: caller() });
    // A fail-over makes this call itself. An answer to it must not end the outage before all conversations have moved.
    const lost = new OwnerChangeCarrier({ ...heard, caller: caller(null) });
    const messages = new InboundCarrier({ backend: app, caller: caller(), clock, random, logger });
    const call = (held: HeldLease) => (isChange(held) ? change : messages).carry(held);
    const callOrMove = async (held: HeldLease): Promise<Verdict | null> => {
      const step = await failOver.step(held);
      if (step === "moved") return null;
      return step === "yielded" ? unusedVerdict(held.lease, clock.now()) : call(held);
    };
    const carry = failOver.hasRule(name) ? callOrMove : call;
    this.inbound = {
      carry: (held) => (held.lease.backend === name ? carry(held) : takeOver(parts, held, name)),
    };
    this.reports = new ReportCarrier({ backend: app, caller: caller(), logger, ...told });
    this.notices = new NoticeCarrier({
      listener: delivered,
      caller: caller(),
      change: ofOwn(lost, name),
      ...told,
    });
  }

  start(): void {
    this.#reportPriority.start();
  }

  stop(): void {
    this.#reportPriority.stop();
  }
}

/** Gives a conversation of a backend that is gone to who stands in for it: its events come with the hand-over. */
async function takeOver({ owners }: EngineParts, { lease }: HeldLease, to: string): Promise<null> {
  const { backend, conversation } = lease;
  await owners.transition({
    conversationId: conversation.id,
    fence: conversation.owner.fence,
    to: { backend: to, assignee: null },
    name: "reassigned",
    by: "gateway",
    why: `${backend} is not configured any more`,
  });
  return null;
}

/** Drops what another backend was to hear of its conversations: who stands in for it never had them. */
function ofOwn(carrier: Carrier, name: string): Carrier {
  return {
    carry: async (held) =>
      held.lease.backend === name ? carrier.carry(held) : { kind: "delivered", record: null },
  };
}

function isChange({ lease }: HeldLease): boolean {
  return lease.isOwnerChange;
}

function callerOf(
  parts: EngineParts,
  backend: string,
  answers: Pick<BackendAnswers, "answered" | "failed"> | null,
): BackendCaller {
  const { observers, watch, turn, unsettledCalls } = parts;
  const { clock, timers, logger } = parts.ports;
  const pauses = parts.pauses.of(backend);
  const common = { clock, timers, watch, observers, logger, turn, unsettledCalls };
  return new BackendCaller({ ...common, pauses, answers });
}
