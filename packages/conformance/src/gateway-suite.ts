import { citing } from "./citing.ts";
import { sources } from "./sources.ts";
import { agentSideTests } from "./gateway/agent-side.ts";
import { doorTests } from "./gateway/doors.ts";
import { idempotencyTests } from "./gateway/idempotency.ts";
import { standstillTests } from "./gateway/standstills.ts";
import { storeFailureTests } from "./gateway/store-failures.ts";
import { typingEndsTests } from "./gateway/typing-ends.ts";
import { typingTests } from "./gateway/typing.ts";
import { orderTests } from "./gateway/order.ts";
import { redeliveryTests } from "./gateway/redelivery.ts";
import { restartTests } from "./gateway/restarts.ts";
import { secretTests } from "./gateway/secrets.ts";
import { signingTests } from "./gateway/signing.ts";
import { visitorTypingTests } from "./gateway/visitor-typing.ts";
import { wireTests } from "./gateway/wire.ts";
import type { StoreFactory } from "./gateway-rig.ts";
import type { Runner } from "./runner.ts";

/** Stores with no data yet; the factory it gives opens the same data again and again. */
export type FreshStores = () => StoreFactory;

/** The engine's promises over one kind of store, with time moved by hand. */
export function gatewaySuite(runner: Runner, name: string, fresh: FreshStores): void {
  const cited = citing(runner, sources.gateway);
  runner.describe(`a gateway on ${name}`, () => {
    redeliveryTests(cited, fresh);
    restartTests(cited, fresh);
    orderTests(cited, fresh);
    agentSideTests(cited, fresh);
    doorTests(cited, fresh);
    idempotencyTests(cited, fresh);
    typingTests(cited, fresh);
    typingEndsTests(cited, fresh);
    storeFailureTests(cited, fresh);
    standstillTests(cited, fresh);
    secretTests(cited, fresh);
    signingTests(cited, fresh);
    visitorTypingTests(cited, fresh);
    wireTests(cited, fresh);
  });
}
