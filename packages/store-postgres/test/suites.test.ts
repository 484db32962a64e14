import {
  backendStoreSuite,
  channelStoreSuite,
  conversationStoreSuite,
  deadLetterStoreSuite,
  deliveryStoreSuite,
  erasureStoreSuite,
  ownerStoreSuite,
  pauseStoreSuite,
  retentionStoreSuite,
  searchStoreSuite,
  stateStoreSuite,
} from "@parley/conformance";
import * as runner from "vitest";
import { openStores, stopPostgres } from "./support/opened-stores.ts";

runner.afterAll(stopPostgres);

conversationStoreSuite(runner, "store-postgres", openStores);
channelStoreSuite(runner, "store-postgres", openStores);
deadLetterStoreSuite(runner, "store-postgres", openStores);
deliveryStoreSuite(runner, "store-postgres", openStores);
retentionStoreSuite(runner, "store-postgres", openStores);
searchStoreSuite(runner, "store-postgres", openStores);
erasureStoreSuite(runner, "store-postgres", openStores);
stateStoreSuite(runner, "store-postgres", openStores);
pauseStoreSuite(runner, "store-postgres", openStores);
ownerStoreSuite(runner, "store-postgres", openStores);
backendStoreSuite(runner, "store-postgres", openStores);
