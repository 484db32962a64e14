import type Sqlite from "better-sqlite3";
import { change, type PlantedFault } from "./planted-fault.ts";
import { plantedPluginFaults } from "./planted-plugin-faults.ts";

const oneSettled =
  "(select min(position) from deliveries where state = 1 and identity is not null)";
const oneLane =
  "(conversation, kind) = (select conversation, kind from lanes order by waiting desc limit 1)";
const ofLane = "conversation = (select conversation from lanes order by waiting desc limit 1)";
const sentAgain = "newest is not null";
const superseded = "position = (select min(position) from deliveries where state = 3)";
/** A conversation behind whose newest message nothing is missing. */
const complete = `conversation = (select conversation from deliveries d where d.kind < 2 and d.sequence = d.message_sequence
  and d.sequence = (select last_sequence from activities a where a.conversation = d.conversation) limit 1)`;

/** Changes rows behind the back of an index. */
export function behindIndex(index: string, sql: string): (file: Sqlite.Database) => void {
  return (file) => {
    const row = file
      .prepare("select type, name, tbl_name, rootpage, sql from sqlite_schema where name = ?")
      .get(index);
    file.unsafeMode(true);
    file.pragma("writable_schema = on");
    file.prepare("delete from sqlite_schema where name = ?").run(index);
    renewSchema(file);
    const { changes } = file.prepare(sql).run();
    if (changes === 0) throw new Error(`nothing was planted behind ${index}`);
    file
      .prepare("insert into sqlite_schema values (@type, @name, @tbl_name, @rootpage, @sql)")
      .run(row);
    renewSchema(file);
  };
}

function renewSchema(file: Sqlite.Database): void {
  const version = Number(file.pragma("schema_version", { simple: true }));
  file.pragma(`schema_version = ${version + 1}`);
}

const moved = "position = (select max(position) + 1 from deliveries)";

/** Every kind of derived data, each damaged in one way at least. */
export const plantedFaults: readonly PlantedFault[] = [
  ...(
    [
      ["deliveries_by_sequence", `update deliveries set ${moved} where position = 1`],
      ["deliveries_by_identity", `update deliveries set ${moved} where position = ${oneSettled}`],
      [
        "deliveries_dead",
        `update deliveries set ${moved}
          where position = (select max(position) from deliveries where kind = 0 and state = 2)`,
      ],
      [
        "deliveries_failed",
        `update deliveries set ${moved} where position = (select max(position) from deliveries where kind = 1 and state = 2)`,
      ],
      ["lanes_by_due", "update lanes set due = due + 1 where due is not null"],
      ["lanes_by_channel", "update lanes set parked = 5 where kind = 1"],
      ["lanes_by_pause", "update lanes set paused_since = 5"],
      ["activities_by_instant", "update activities set last_message_at = 7"],
      ["idempotency_keys_by_first", "update idempotency_keys set first = first + 1"],
      [
        "plugin_entries_by_due",
        "update plugin_entries set claimable_at = 7, due = 7 where key = 'poll'",
      ],
    ] as const
  ).map(([index, sql]) => ({
    name: `the index ${index} has not followed its table`,
    check: "indexes",
    plant: behindIndex(index, sql),
  })),
  {
    name: "the index deliveries_by_sequence has an entry too many",
    check: "indexes",
    plant: behindIndex(
      "deliveries_by_sequence",
      "delete from deliveries where position = (select max(position) from deliveries where state = 1)",
    ),
  },
  ...plantedPluginFaults,
  {
    name: "an activity is missing",
    check: "conversations without an activity",
    plant: change("delete from activities where conversation = 1"),
    leavesGap: true,
  },
  {
    name: "an activity is that of nobody",
    check: "activities of no conversation",
    plant: change("insert into activities values (999, 1, 1)"),
  },
  {
    name: "a last sequence is lost",
    check: "the last sequence of a conversation",
    plant: change("update activities set last_sequence = 0 where conversation = 1"),
    leavesGap: true,
  },
  {
    name: "a last sequence is one behind",
    check: "the last sequence of a conversation",
    plant: change(`update activities set last_sequence = last_sequence - 1 where ${complete}`),
    leavesGap: true,
  },
  {
    name: "a conversation seems quiet for longer than it is",
    check: "the instant of a conversation's last message",
    plant: change(
      "update activities set last_message_at = last_message_at - 1 where conversation = 2",
    ),
  },
  {
    name: "a conversation seems to have a later message",
    check: "the instant of a conversation's last message",
    plant: change(`update activities set last_message_at = last_message_at + 1 where ${complete}`),
  },
  {
    name: "a lane is missing",
    check: "waiting deliveries on no lane",
    plant: change(`delete from lanes where ${oneLane}`),
  },
  {
    name: "all lanes are missing",
    check: "waiting deliveries on no lane",
    plant: change("delete from lanes"),
  },
  {
    name: "there is a lane on which nothing waits",
    check: "lanes on which nothing waits",
    plant: change(`insert into lanes (conversation, kind, channel, head, waiting, attempt, due)
      select c.conversation, k.column1, c.channel, 1, 1, 0, 0 from conversations c, (values (0), (1), (2)) k
      where not exists (select 1 from lanes l where l.conversation = c.conversation and l.kind = k.column1) limit 1`),
  },
  {
    name: "there is a lane of no conversation",
    check: "lanes of no conversation",
    plant: change(`insert into lanes (conversation, kind, channel, head, waiting, attempt, due)
      values (999, 0, 1, 1, 1, 0, 0)`),
  },
  {
    name: "a lane's head is a delivery before it",
    check: "the head of a lane",
    plant: change(`update lanes set head = 0 where ${oneLane}`),
  },
  {
    name: "a lane's head is a delivery behind it",
    check: "the head of a lane",
    plant: change(`update lanes set head = head + 1 where ${oneLane}`),
  },
  {
    name: "a lane counts one too many",
    check: "how many wait on a lane",
    plant: change(`update lanes set waiting = waiting + 1 where ${oneLane}`),
  },
  {
    name: "a lane counts none",
    check: "how many wait on a lane",
    plant: change(`update lanes set waiting = 0 where ${oneLane}`),
  },
  {
    name: "a lane is on another channel",
    check: "the channel of a lane",
    plant: change(`update lanes set channel = 77 where ${ofLane}`),
  },
  {
    name: "a lane is never due",
    check: "lanes that no claim would find",
    plant: change(`update lanes set due = null, parked = null where ${oneLane}`),
  },
  {
    name: "an inbound lane is that of another backend than the owner",
    check: "lanes of another backend than the owner",
    plant: change(
      "update lanes set kind = 4 where kind = 0 and conversation = (select min(conversation) from lanes where kind = 0)",
    ),
  },
  {
    name: "a conversation has lost its owner",
    check: "conversations without an owner for which messages wait",
    plant: change(
      "update conversations set backend = null where conversation = (select min(conversation) from lanes where kind = 0)",
    ),
  },
  {
    name: "a change of owner is that of nobody",
    check: "changes of owner of no conversation",
    plant: change(`insert into owner_changes (conversation, number, at, name, fence, changed_by)
      values (999, 1, 1, 'assigned', 1, '"operator"')`),
  },
  {
    name: "a message does not know that it was sent again",
    check: "the newest delivery of a message",
    plant: change(`update deliveries set newest = null where ${sentAgain}`),
  },
  {
    name: "a message takes itself for its newest delivery",
    check: "the newest delivery of a message",
    plant: change(`update deliveries set newest = sequence where ${sentAgain}`),
  },
  {
    name: "a message seems to have been sent again",
    check: "the newest delivery of a message",
    plant: change("update deliveries set newest = 5 where position = 1"),
  },
  {
    name: "a delivery that was sent again counts as failed",
    check: "which failed deliveries were sent again",
    plant: change(`update deliveries set state = 2 where ${superseded}`),
  },
  {
    name: "a failed delivery counts as sent again",
    check: "which failed deliveries were sent again",
    plant: change(
      "update deliveries set state = 3 where position = (select max(position) from deliveries where state = 2)",
    ),
  },
  {
    name: "the search index has an entry of nothing",
    check: "the search index",
    plant: change("insert into search_messages (rowid, text) values (99999, 'x')"),
  },
  {
    name: "the search index is ahead of the messages",
    check: "the search index",
    plant: change("update counters set value = 99999 where name = 'search_position'"),
  },
  {
    name: "an idempotency key is that of nobody",
    check: "idempotency keys of no conversation",
    plant: change("insert into idempotency_keys values (999, 'x', 1, 1, 1)"),
  },
  {
    name: "the counter of tokens has fallen behind",
    check: "the counter of tokens",
    plant: (file) => {
      change(`update lanes set fencing_token = 900, owner = 'node-a' where ${oneLane}`)(file);
      change("update counters set value = 0 where name = 'fencing_token'")(file);
    },
  },
  {
    name: "the counter of tokens is lost",
    check: "the counter of tokens",
    plant: change("delete from counters where name = 'fencing_token'"),
  },
];
