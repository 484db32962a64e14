import { citeRules } from "../cite-rules.ts";
import { sources } from "../sources.ts";
import { agentsTests } from "./agents/agents-tests.ts";
import { agentSideTests } from "./agent-side.ts";
import { inboundMessageTests } from "./inbound-messages.ts";
import { erasureTests } from "./erasures.ts";
import { dueCallTests } from "./plugins/due-calls.ts";
import { deliveredNoticeTests } from "./plugins/delivered-notices.ts";
import { pauseTests } from "./plugins/pauses.ts";
import { pluginStateTests } from "./plugins/plugin-state.ts";
import { idempotencyTests } from "./idempotency.ts";
import { standstillTests } from "./standstills.ts";
import { storeFailureTests } from "./store-failures.ts";
import { turnTests } from "./plugins/turns.ts";
import { typingEndsTests } from "./typing-ends.ts";
import { typingTests } from "./typing.ts";
import { orderTests } from "./order.ts";
import { redeliveryTests } from "./redelivery.ts";
import { restartTests } from "./restarts.ts";
import { secretTests } from "./secrets.ts";
import { signingTests } from "./signing.ts";
import { visitorTypingTests } from "./visitor-typing.ts";
import { wireTests } from "./wire.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";

/** Tests the engine on one kind of store, with manual time. */
export function gatewaySuite(runner: Runner, name: string, fresh: FreshStores): void {
  const cited = citeRules(runner, sources.gateway);
  runner.describe(`a gateway on ${name}`, () => {
    redeliveryTests(cited, fresh);
    restartTests(cited, fresh);
    orderTests(cited, fresh);
    agentSideTests(cited, fresh);
    inboundMessageTests(cited, fresh);
    idempotencyTests(cited, fresh);
    typingTests(cited, fresh);
    typingEndsTests(cited, fresh);
    storeFailureTests(cited, fresh);
    standstillTests(cited, fresh);
    secretTests(cited, fresh);
    signingTests(cited, fresh);
    visitorTypingTests(cited, fresh);
    wireTests(cited, fresh);
    erasureTests(cited, fresh);
    turnTests(cited, fresh);
    pluginStateTests(cited, fresh);
    dueCallTests(cited, fresh);
    pauseTests(cited, fresh);
    deliveredNoticeTests(cited, fresh);
    agentsTests(cited, fresh);
  });
}
