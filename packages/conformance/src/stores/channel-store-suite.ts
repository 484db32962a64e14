import { citeRules } from "../cite-rules.ts";
import { sources } from "../sources.ts";
import type { Runner } from "../runner.ts";
import { aChannel, anOutboundAppend } from "../samples/samples.ts";
import { checksOf, type OpenStores } from "./store-bench.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";

/** Tests a `ChannelStore`. */
export function channelStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.channelStore), open);
  runner.describe(`${name} as a ChannelStore`, () => {
    check("a saved channel is found, field for field, also after a restart", async (bench) => {
      const channel = aChannel({
        secrets: [
          { digest: "new", expiresAt: null },
          { digest: "old", expiresAt: 1_700_000_086_400_000 },
        ],
        knobs: {
          ...aChannel().knobs,
          overflow: "split",
          acknowledge: "affirmative",
          typing: "off",
          hiddenErrorCodes: [1.5, -7, 9_007_199_254_740_991],
        },
        signingKeys: [
          { key: "bmV3Kyv", expiresAt: null },
          { key: "b2xkLy8=", expiresAt: 1_700_000_086_400_000 },
        ],
      });
      want("it is taken", await bench.stores.channels.save(channel), true);
      await bench.restart();
      want("it is all there", await bench.stores.channels.find("shop"), channel);
    });

    check("an unknown channel is null", async (bench) => {
      wantDone("a channel", await bench.stores.channels.save(aChannel()));
      for (const id of ["", "SHOP", "shop ", "other"]) {
        want("ids are compared exactly", await bench.stores.channels.find(id), null);
      }
    });

    check("live channels are listed oldest first", async (bench) => {
      want("none at first", await bench.stores.channels.list(), []);
      const channels = ["c", "a", "b"].map((id, index) =>
        aChannel({ id, key: `${id}-key`, createdAt: 1_000 + index }),
      );
      for (const channel of channels)
        wantDone("a channel", await bench.stores.channels.save(channel));
      want("in the order of their making", await bench.stores.channels.list(), channels);
      const changed = {
        ...channels[0],
        ...aChannel({ id: "c", key: "c-key", createdAt: 1_000, revision: 2 }),
      };
      wantDone("a channel", await bench.stores.channels.save(changed));
      want("a change keeps the place", await bench.stores.channels.list(), [
        changed,
        ...channels.slice(1),
      ]);
    });

    check("a live id cannot be added twice", async (bench) => {
      wantDone("a channel", await bench.stores.channels.save(aChannel()));
      const second = aChannel({ key: "other-key", chatApiUrl: "https://other.example/" });
      want("refused", await bench.stores.channels.save(second), false);
      want("nothing changed", await bench.stores.channels.find("shop"), aChannel());
    });

    check("a change replaces exactly the revision before it", async (bench) => {
      wantDone("a channel", await bench.stores.channels.save(aChannel()));
      const second = aChannel({ revision: 2, chatApiUrl: "https://second.example/" });
      want("revision 2 after 1", await bench.stores.channels.save(second), true);
      const lost = aChannel({ revision: 2, chatApiUrl: "https://lost.example/" });
      want("of two changes at once one loses", await bench.stores.channels.save(lost), false);
      want("a gap is refused", await bench.stores.channels.save(aChannel({ revision: 4 })), false);
      want("the winner stands", await bench.stores.channels.find("shop"), second);
    });

    check("a change to what is not there is refused", async (bench) => {
      want("no channel", await bench.stores.channels.save(aChannel({ revision: 2 })), false);
      want("and none is made", await bench.stores.channels.list(), []);
    });

    check("a removed channel is gone at once, and its id is free", async (bench) => {
      wantDone("a channel", await bench.stores.channels.save(aChannel()));
      want("it was there", await bench.stores.channels.remove("shop", bench.now), true);
      want("gone", await bench.stores.channels.find("shop"), null);
      want("from the list too", await bench.stores.channels.list(), []);
      want(
        "a second time there is nothing",
        await bench.stores.channels.remove("shop", bench.now),
        false,
      );
      const fresh = aChannel({ key: "new-key" });
      want("the id is used again", await bench.stores.channels.save(fresh), true);
      await bench.restart();
      want("by a new channel", await bench.stores.channels.find("shop"), fresh);
    });

    check(
      "a change meant for a removed channel does not hit the one that has its id now",
      async (bench) => {
        wantDone("a channel", await bench.stores.channels.save(aChannel()));
        wantDone("a channel", await bench.stores.channels.remove("shop", bench.now));
        const fresh = aChannel({ key: "new-key" });
        wantDone("a channel", await bench.stores.channels.save(fresh));
        want(
          "its key is another",
          await bench.stores.channels.save(aChannel({ revision: 2 })),
          false,
        );
        want("the new one stands", await bench.stores.channels.find("shop"), fresh);
      },
    );

    check("removing a channel leaves its conversations and what waits in them", async (bench) => {
      wantDone("a channel", await bench.stores.channels.save(aChannel()));
      const id = await bench.converse();
      await bench.store(anOutboundAppend(id), { outbound: 0 });
      wantDone("a channel", await bench.stores.channels.remove("shop", bench.now));
      want("the thread", (await bench.messages(id)).length, 2);
      want("the lane", (await bench.claim()).length, 1);
    });
  });
}
