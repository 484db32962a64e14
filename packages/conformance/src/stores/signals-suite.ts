import type { Signals } from "@parley/core";
import { citeRules } from "../cite-rules.ts";
import { promptly } from "../time/time-limits.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { want } from "../want.ts";

/** A network of nodes that share signals, empty at first. */
export interface OpenedSignals {
  /** Adds a node; resolves when it receives signals. */
  join(): Promise<Signals>;
  close(): Promise<void>;
}

export type OpenSignals = () => Promise<OpenedSignals>;

type Check = (title: string, body: (a: Signals, b: Signals, c: Signals) => Promise<void>) => void;

/** Tests `Signals`. Every call of `open` makes a separate network. */
export function signalsSuite(runner: Runner, name: string, open: OpenSignals): void {
  const { it, describe } = citeRules(runner, sources.signals);
  const check: Check = (title, body) =>
    it(title, async () => {
      const opened = await open();
      try {
        await body(await opened.join(), await opened.join(), await opened.join());
      } finally {
        await opened.close();
      }
    });
  describe(`${name} as Signals`, () => {
    checkReach(check);
    checkListeners(check);
    checkKeys(check);
  });
}

/** Records signals, and resolves when a number of them has arrived. */
function hearing(signals: Signals, topic: string) {
  const keys: string[] = [];
  let tell = (): void => {};
  const end = signals.listen(topic, (key) => {
    keys.push(key);
    tell();
  });
  const heard = async (clause: string, isEnough: (keys: readonly string[]) => boolean) => {
    const enough = new Promise<void>((resolve) => {
      tell = () => {
        if (isEnough(keys)) resolve();
      };
    });
    tell();
    await promptly(clause, enough);
    return keys;
  };
  return { keys, end, heard };
}

function checkReach(check: Check): void {
  check("a signal reaches every other node, and not the one who says it", async (a, b, c) => {
    const [own, second, third] = [a, b, c].map((node) => hearing(node, "message")) as [
      ReturnType<typeof hearing>,
      ReturnType<typeof hearing>,
      ReturnType<typeof hearing>,
    ];
    a.publish("message", "conversation-1 7");
    for (const other of [second, third]) {
      await other.heard("every other node hears it", (keys) => keys.includes("conversation-1 7"));
    }
    b.publish("message", "conversation-2 1");
    await own.heard("answers come back", (keys) => keys.includes("conversation-2 1"));
    want("nobody hears what it said itself", own.keys, ["conversation-2 1"]);
    want("nor does who answers", second.keys, ["conversation-1 7"]);
  });

  check("what is said again is heard again", async (a, b) => {
    const other = hearing(b, "presence");
    for (let count = 1; count <= 3; count += 1) {
      a.publish("presence", "account-1");
      await other.heard(`for the time number ${count}`, (keys) => keys.length >= count);
    }
  });
}

function checkListeners(check: Check): void {
  check("whoever listens to one topic hears of no other", async (a, b) => {
    const [message, state] = [hearing(b, "message"), hearing(b, "state")];
    a.publish("state", "one");
    a.publish("message", "two");
    a.publish("nobody listens", "three");
    await message.heard("its own topic", (keys) => keys.length > 0);
    await state.heard("its own topic", (keys) => keys.length > 0);
    want("and nothing else", [message.keys, state.keys], [["two"], ["one"]]);
  });

  check("listeners end each for itself", async (a, b) => {
    const keys: string[] = [];
    const listener = (key: string): void => void keys.push(key);
    const ends = [b.listen("message", listener), b.listen("message", listener)];
    const last = hearing(b, "message");
    a.publish("message", "for three");
    await last.heard("the last one", (heard) => heard.includes("for three"));
    want("one function that listens twice is told twice", keys, ["for three", "for three"]);
    ends[0]?.();
    a.publish("message", "for two");
    await last.heard("the last one", (heard) => heard.includes("for two"));
    want("the other one goes on", keys.slice(2), ["for two"]);
    ends[1]?.();
    a.publish("message", "for one");
    await last.heard("the last one", (heard) => heard.includes("for one"));
    want("nobody who ended hears more", keys.slice(3), []);
  });
}

function checkKeys(check: Check): void {
  check("keys arrive as they were said", async (a, b) => {
    const other = hearing(b, "a topic: with 'signs' \"and\" \\words\n");
    const keys = ["", "plain", "'; drop table lanes; --", '"quoted" \\ \n\t', "né 💬", "[1,2]"];
    for (const key of keys) a.publish("a topic: with 'signs' \"and\" \\words\n", key);
    await other.heard("all of them", (heard) => heard.length >= keys.length);
    want("to the last character", other.keys.toSorted(), keys.toSorted());
  });

  check("many at once arrive, also more than fit into one packet", async (a, b) => {
    const other = hearing(b, "message");
    const keys = Array.from({ length: 500 }, (_, index) => `${index}-`.padEnd(200, "ä"));
    for (const key of keys) a.publish("message", key);
    await other.heard("all of them", (heard) => heard.length >= keys.length);
    want("each once while nothing breaks", other.keys.toSorted(), keys.toSorted());
  });
}
