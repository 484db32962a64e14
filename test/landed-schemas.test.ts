import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { keep, landedFiles, pathOf } from "../harness/src/landed-schemas/files.ts";
import { kinds, type LandedKind } from "../harness/src/landed-schemas/kinds.ts";

const root = resolve(import.meta.dirname, "..");

const history = {
  found: {
    channels: ["shop"],
    messages: {
      "shop-key-mina": [
        "1 inbound delivered",
        "2 inbound waiting",
        "3 inbound waiting",
        "4 outbound waiting",
        "5 outbound waiting",
      ],
      "shop-key-noah": ["1 inbound failed", "3 outbound waiting"],
      "shop-key-olga": ["1 inbound waiting", "2 outbound waiting"],
    },
    deadLetters: ["shop-key-noah.1"],
    waiting: { inbound: 3, outbound: 4, reports: 2 },
  },
  searched: [
    "shop-key-mina.1",
    "shop-key-mina.2",
    "shop-key-mina.3",
    "shop-key-noah.1",
    "shop-key-olga.1",
  ],
  next: {
    answers: ["repeated", "repeated", "stored"],
    carried: [
      "shop-key-mina inbound 2",
      "shop-key-mina inbound 3",
      "shop-key-mina outbound 5",
      "shop-key-mina outbound 7",
      "shop-key-mina reports 6",
      "shop-key-noah outbound 3",
      "shop-key-noah reports 2",
      "shop-key-olga inbound 1",
      "shop-key-olga outbound 2",
      "shop-key-pia inbound 1",
    ],
  },
};
/** Version 4 adds a conversation, of which a message is paused. */
const historyWithPauses = {
  ...history,
  found: {
    ...history.found,
    messages: {
      ...history.found.messages,
      "shop-key-rosa": ["1 inbound delivered", "3 inbound waiting"],
    },
    waiting: { ...history.found.waiting, inbound: 4 },
  },
  searched: [...history.searched, "shop-key-rosa.1", "shop-key-rosa.3"],
  next: {
    ...history.next,
    carried: [...history.next.carried, "shop-key-rosa inbound 3", "shop-key-rosa notices 2"],
  },
};
const noPauses = { backends: [], lanes: [], notices: 0 };
const pauses = {
  backends: [
    {
      backend: "default",
      revision: 1,
      since: 1_700_000_000_000,
      until: 1_700_003_600_000,
      readyAt: 1_699_999_999_999,
    },
  ],
  lanes: ["shop-key-rosa inbound 3"],
  notices: 1,
};
/** The first version with owners adds a conversation of another backend. */
const historyWithOwners = {
  ...historyWithPauses,
  found: {
    ...historyWithPauses.found,
    messages: { ...historyWithPauses.found.messages, "shop-key-sven": ["1 inbound waiting"] },
    waiting: { ...historyWithPauses.found.waiting, inbound: 5 },
  },
  searched: [...historyWithPauses.searched, "shop-key-sven.1"],
  next: {
    ...historyWithPauses.next,
    carried: [
      ...historyWithPauses.next.carried,
      "shop-key-sven inbound 0",
      "shop-key-sven inbound 1",
      "shop-key-sven notices 2",
    ],
  },
};
const noOwners = (conversations: number) => ({
  counts: [`default null ${conversations}`],
  history: [],
  answers: [],
});
const sales = { backend: "sales", assignee: "ada \u0000\ud800" };
const owners = {
  counts: ["default null 4", "sales ada \u0000\ud800 1"],
  history: [
    {
      name: "assigned",
      from: { backend: "default", assignee: null },
      to: sales,
      fence: 1,
      by: "operator",
      why: "\u0000\ud800",
    },
  ],
  answers: [
    {
      backend: "sales",
      revision: 1,
      answeredAt: 1_700_000_000_000,
      failingSince: null,
      failedAt: null,
    },
  ],
};
const noState = { values: [], versions: [], due: [], usage: [] };
const stateOfPlugin = {
  values: ["poll", "thread:1", "token"].map((key) => `${key} \u0000\ud800`),
  versions: [1, 2, 3],
  due: ["thread:1", "poll"],
  usage: [{ instance: "desk", entries: 3, bytes: 79, failing: 0, erased: 0 }],
};
const accounts = { name: "Ada", role: "admin", available: true, withoutPage: true, people: 1 };

describe("every schema that has landed", () => {
  for (const { kind, version, sql } of landedFiles(root)) {
    it(`${kind} ${version} is opened, brought up to date and gone on with`, async () => {
      const found = await kindNamed(kind).read(sql);
      const hasOwners = version >= (kind === "store-sqlite" ? 5 : 6);
      const stored = {
        ...(hasOwners ? historyWithOwners : version >= 4 ? historyWithPauses : history),
        state: version >= 3 ? stateOfPlugin : noState,
        pauses: hasOwners ? { ...pauses, notices: 2 } : version >= 4 ? pauses : noPauses,
        owners: hasOwners ? owners : noOwners(version >= 4 ? 4 : 3),
      };
      expect(found).toEqual(kind.startsWith("store") ? stored : accounts);
    });
  }

  for (const kind of kinds) {
    it(`${kind.name} is kept in its present version`, async () => {
      const path = pathOf(kind, await kind.write());
      const advice = `npm run landed-schemas -- --kind ${kind.name} writes ${path}`;
      expect(existsSync(resolve(root, path)), advice).toBe(true);
    });
  }

  it("never changes: its file is not written again", () => {
    for (const { kind, sql } of landedFiles(root)) {
      const again = () => keep(root, kindNamed(kind), sql);
      expect(again).toThrow("a landed schema never changes");
    }
  });
});

function kindNamed(name: string): LandedKind {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`test/landed-schemas holds a file of ${name}`);
  return kind;
}
