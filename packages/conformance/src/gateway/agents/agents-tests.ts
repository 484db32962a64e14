import type { Runner } from "../../runner.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { agentsTypingTests } from "./agents-typing.ts";
import { agentModuleTests } from "./modules.ts";
import { ownerEventTests } from "./owner-events.ts";
import { ownerTests } from "./owners.ts";
import { failOverTests } from "./fail-over.ts";
import { outageTests } from "./outage.ts";
import { routerRestartTests } from "./restarts-with-router.ts";
import { agentsErasureTests } from "./agents-erasures.ts";
import { routerAskedTests } from "./router-asked.ts";
import { routingTests } from "./routing.ts";
import { agentsDueCallTests } from "./agents-due-calls.ts";
import { visibilityTests } from "./visibility.ts";
import { transitionSendTests } from "./transitions-and-sends.ts";
import { transitionTests } from "./transitions.ts";

/** Several agent apps on one gateway: each conversation has one owner. */
export function agentsTests(runner: Runner, fresh: FreshStores): void {
  runner.describe("agent apps side by side", () => {
    transitionTests(runner, fresh);
    transitionSendTests(runner, fresh);
    visibilityTests(runner, fresh);
    agentsErasureTests(runner, fresh);
    routingTests(runner, fresh);
    routerAskedTests(runner, fresh);
    agentsDueCallTests(runner, fresh);
    routerRestartTests(runner, fresh);
    failOverTests(runner, fresh);
    outageTests(runner, fresh, 30);
    ownerTests(runner, fresh);
    ownerEventTests(runner, fresh);
    agentModuleTests(runner, fresh);
    agentsTypingTests(runner, fresh);
  });
}
