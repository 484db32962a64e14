import {
  backendStoreSuite,
  channelStoreSuite,
  conversationStoreSuite,
  deadLetterStoreSuite,
  deliveryStoreSuite,
  messageStoreSuite,
  ownerStoreSuite,
  pauseStoreSuite,
  erasureStoreSuite,
  retentionStoreSuite,
  searchStoreSuite,
  stateStoreSuite,
} from "@parley/conformance";
import * as runner from "vitest";
import { openStores } from "./support/opened-stores.ts";

messageStoreSuite(runner, "store-sqlite", openStores);
conversationStoreSuite(runner, "store-sqlite", openStores);
channelStoreSuite(runner, "store-sqlite", openStores);
deadLetterStoreSuite(runner, "store-sqlite", openStores);
deliveryStoreSuite(runner, "store-sqlite", openStores);
retentionStoreSuite(runner, "store-sqlite", openStores);
searchStoreSuite(runner, "store-sqlite", openStores);
erasureStoreSuite(runner, "store-sqlite", openStores);
stateStoreSuite(runner, "store-sqlite", openStores);
pauseStoreSuite(runner, "store-sqlite", openStores);
ownerStoreSuite(runner, "store-sqlite", openStores);
backendStoreSuite(runner, "store-sqlite", openStores);
