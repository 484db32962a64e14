import { LaneChecker } from "../random-store/lane-checker.ts";
import { LaneMemory } from "../random-store/lane-memory.ts";
import { scriptedBackends } from "../random-store/owner-script.ts";
import { runStoreScript } from "../random-store/run-store-script.ts";
import { randomStoreScript } from "../random-store/store-script.ts";
import { aBudget, delivered } from "../samples/samples.ts";
import type { Check, OpenedStores } from "../stores/store-bench.ts";
import { want } from "../want.ts";

const seeds = 12;
const dayMs = 24 * 60 * 60 * 1_000;

export function checkRandomCalls(check: Check): void {
  for (let seed = 1; seed <= seeds; seed += 1) {
    check(
      `order, fencing and bounds hold, and every lane empties (seed ${seed})`,
      async (bench) => {
        const memory = new LaneMemory();
        const script = randomStoreScript(seed, 120);
        bench.stores = watched(bench.stores, memory);
        const kept = keptOpen(bench.stores, (stores) => (bench.stores = stores));
        await runStoreScript(async () => kept, script);
        bench.now += 400 * dayMs;
        await empty(bench.stores, bench.now);
        want("every stored message has come to its end", memory.waiting, 0);
      },
    );
  }
}

/** Keeps the stores open after the script, because the lanes are emptied afterwards. */
function keptOpen(stores: OpenedStores, onReopen: (stores: OpenedStores) => void): OpenedStores {
  const reopen = async (): Promise<OpenedStores> => {
    const next = await stores.reopen();
    onReopen(next);
    return keptOpen(next, onReopen);
  };
  return { ...stores, reopen, close: async () => {} };
}

function watched(stores: OpenedStores, memory: LaneMemory): OpenedStores {
  const erase = async (conversationId: string): Promise<boolean> => {
    const isErased = await stores.conversations.erase(conversationId);
    memory.erased(conversationId);
    return isErased;
  };
  const { find, list, messages } = stores.conversations;
  return {
    ...stores,
    messages: new LaneChecker(stores.messages, memory),
    conversations: {
      find: find.bind(stores.conversations),
      list: list.bind(stores.conversations),
      messages: messages.bind(stores.conversations),
      erase,
    },
    reopen: async () => watched(await stores.reopen(), memory),
  };
}

/** Delivers everything that is due. A lane that is never due again is found as a rest. */
async function empty(stores: OpenedStores, now: number): Promise<void> {
  const each = { inbound: 50, reports: 50, notices: 50 };
  const others = Object.fromEntries(scriptedBackends.slice(1).map((name) => [name, each]));
  const budget = aBudget({ ...each, outbound: 3, others, seriesPerChannel: 3 });
  for (let turn = 0; turn < 500; turn += 1) {
    let leases = await stores.messages.claim(now, budget);
    if (leases.length === 0) return;
    while (leases.length > 0) {
      const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
      ({ leases } = await stores.messages.commit({ appends: [], settlements }, now, budget));
    }
  }
}
