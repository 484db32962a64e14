import type { DerivedData } from "./derived.ts";

// Messages have the same kind on the lanes of all backends.
const waiting =
  "d.conversation = l.conversation and d.kind = iif(l.kind % 4 = 0, 0, l.kind) and d.state = 0";
/** 0: the lane has only a change of owner. */
const head = `(select coalesce(min(d.sequence), 0) from deliveries d where ${waiting})`;
const length = `(select count(*) from deliveries d where ${waiting})`;
const channel = "(select c.channel from conversations c where c.conversation = l.conversation)";
const ownerOf = (row: string): string =>
  `coalesce((select c.backend from conversations c where c.conversation = ${row}.conversation), 0)`;
// Sorted by lane, so that each is looked up once.
const lanesWanted = `select conversation, iif(kind = 0, 4 * ${ownerOf("d")}, kind) as kind, min(sequence) as head,
    count(*) as waiting
  from deliveries d where state = 0 group by conversation, d.kind`;
const laneMissing = `(${lanesWanted}) w where not exists
  (select 1 from lanes l where l.conversation = w.conversation and l.kind = w.kind)`;
const unowned = `c.backend is null
  and exists (select 1 from deliveries d where d.conversation = c.conversation and d.kind = 0 and d.state = 0)`;
const strangeLane = `l.kind % 4 = 0 and l.kind <> 4 * ${ownerOf("l")}`;

/** What is computed from waiting deliveries, in the order in which it is rebuilt. */
export const derivedLanes: readonly DerivedData[] = [
  {
    name: "lanes of no conversation",
    wrong: `select count(*) as n from lanes l
      where not exists (select 1 from conversations c where c.conversation = l.conversation)`,
    rebuild: [
      "delete from lanes where conversation not in (select conversation from conversations)",
    ],
  },
  {
    name: "conversations without an owner for which messages wait",
    wrong: `select count(*) as n from conversations c where ${unowned}`,
    rebuild: [`update conversations as c set backend = 0, fence = fence + 1 where ${unowned}`],
  },
  {
    name: "lanes of another backend than the owner",
    wrong: `select count(*) as n from lanes l where ${strangeLane}`,
    rebuild: [`delete from lanes as l where ${strangeLane}`],
  },
  {
    name: "lanes on which nothing waits",
    wrong: `select count(*) as n from lanes l
      where owner_change is null and not exists (select 1 from deliveries d where ${waiting})`,
    rebuild: [
      `delete from lanes as l
        where owner_change is null and not exists (select 1 from deliveries d where ${waiting})`,
    ],
  },
  {
    name: "waiting deliveries on no lane",
    wrong: `select count(*) as n from ${laneMissing}`,
    rebuild: [
      `insert into lanes (conversation, kind, channel, head, waiting, attempt, due)
        select w.conversation, w.kind, c.channel, w.head, w.waiting, 0, 0
        from conversations c join ${laneMissing} and c.conversation = w.conversation`,
    ],
  },
  {
    name: "the head of a lane",
    wrong: `select count(*) as n from lanes l where l.head <> ${head}`,
    // Attempts, lease, memo and pause are those of the delivery that was the head.
    rebuild: [
      `update lanes as l set head = ${head}, attempt = 0, started_at = null, due = iif(l.parked is null, 0, null),
        fencing_token = null, owner = null, memo = null, paused_since = null where l.head <> ${head}`,
    ],
  },
  {
    name: "how many wait on a lane",
    wrong: `select count(*) as n from lanes l where l.waiting <> ${length}`,
    rebuild: [`update lanes as l set waiting = ${length} where l.waiting <> ${length}`],
  },
  {
    name: "the channel of a lane",
    wrong: `select count(*) as n from lanes l where l.channel <> ${channel}`,
    rebuild: [`update lanes as l set channel = ${channel} where l.channel <> ${channel}`],
  },
  {
    name: "lanes that no claim would find",
    wrong: "select count(*) as n from lanes where due is null and (parked is null or kind <> 1)",
    rebuild: [
      "update lanes set due = 0, parked = null where due is null and (parked is null or kind <> 1)",
    ],
  },
];
