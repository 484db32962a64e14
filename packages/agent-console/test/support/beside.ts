import { ScriptedAgent } from "@parley/conformance";
import { AgentRouter, type Gateway } from "@parley/core";
import { ContainerModule } from "inversify";
import { PushableClock } from "./test-platform.ts";

/** Agent apps beside the console of a test, and what may be read of them. */
export interface Beside {
  readonly sales: ScriptedAgent;
  readonly support: ScriptedAgent;
  /** For `ConsoleHostOptions`. */
  readonly router: (console: ContainerModule) => ContainerModule;
}

/** Visitors named `for sales` or `for support` are theirs, all others the console's. */
export function beside(options: Partial<Omit<AgentRouter, "modules">> = {}): Beside {
  const clock = new PushableClock();
  const [sales, support] = [new ScriptedAgent(clock), new ScriptedAgent(clock)];
  const router = (console: ContainerModule): ContainerModule =>
    new ContainerModule(({ bind }) => {
      bind(AgentRouter).toConstantValue({
        modules: { desk: console, sales: sales.adapter(), support: support.adapter() },
        takesDefault: "desk",
        choose: ({ profile }) => /^for (sales|support)$/.exec(profile.name ?? "")?.[1] ?? "desk",
        candidates: () => ["desk", "sales", "support"],
        receivers: ["desk", "sales", "support"],
        mayRead: { desk: ["sales"] },
        mayAssign: [],
        failOver: {},
        reassign: {},
        ...options,
      });
    });
  return { sales, support, router };
}

/** Hands a conversation over, as an operator would. */
export async function handOver(
  { owners }: Gateway,
  conversationId: string,
  backend: string | null,
  why: string | null = null,
): Promise<void> {
  const owner = await owners.find(conversationId);
  const answer = await owners.transition({
    conversationId,
    fence: owner?.fence ?? 0,
    to: { backend, assignee: null },
    name: "assigned",
    by: "Grace",
    why,
  });
  if (!answer.done) throw new Error(answer.refusal.message);
}
