import { agentSideTests } from "./gateway/agent-side.ts";
import { doorTests } from "./gateway/doors.ts";
import { standstillTests } from "./gateway/standstills.ts";
import { storeFailureTests } from "./gateway/store-failures.ts";
import { typingTests } from "./gateway/typing.ts";
import { orderTests } from "./gateway/order.ts";
import { redeliveryTests } from "./gateway/redelivery.ts";
import { restartTests } from "./gateway/restarts.ts";
import { secretTests } from "./gateway/secrets.ts";
import { visitorTypingTests } from "./gateway/visitor-typing.ts";
import { wireTests } from "./gateway/wire.ts";
import type { StoreFactory } from "./gateway-rig.ts";
import type { Runner } from "./runner.ts";

/** Stores with no data yet; the factory it gives opens the same data again and again. */
export type FreshStores = () => StoreFactory;

/** The engine's promises over one kind of store, with time moved by hand. */
export function gatewaySuite(runner: Runner, name: string, fresh: FreshStores): void {
  runner.describe(`a gateway on ${name}`, () => {
    redeliveryTests(runner, fresh);
    restartTests(runner, fresh);
    orderTests(runner, fresh);
    agentSideTests(runner, fresh);
    doorTests(runner, fresh);
    typingTests(runner, fresh);
    storeFailureTests(runner, fresh);
    standstillTests(runner, fresh);
    secretTests(runner, fresh);
    visitorTypingTests(runner, fresh);
    wireTests(runner, fresh);
  });
}
