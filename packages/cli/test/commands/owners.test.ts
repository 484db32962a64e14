import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parley, type Run } from "../support/parley.ts";
import { json, ScriptedApi } from "../support/gateways/scripted-api.ts";
import { TwoAgents } from "../support/gateways/two-agents.ts";

const cwd = import.meta.dirname;
let desks: TwoAgents;

beforeEach(async () => {
  desks = await TwoAgents.start();
});
afterEach(() => desks[Symbol.asyncDispose]());

async function run(...words: readonly string[]): Promise<Run> {
  const done = await parley(words, { cwd, env: desks.env });
  await desks.rig.time.settle();
  return done;
}
const conversations = (...words: readonly string[]) => run("conversations", ...words);
const said = async (visitor = "v1") => desks.rig.say("hello", visitor);

describe("parley conversations assign", () => {
  it("gives a conversation to another agent app, which hears of it, under the fence that it reads", async () => {
    const id = await said();
    const first = await conversations("assign", id, "--to", "support", "--why", "an order");
    expect(first).toEqual({
      code: 0,
      stdout: "It belongs to support now; its fence is 1.\n",
      stderr: "",
    });
    expect(desks.support.owners).toMatchObject([{ isNewOwner: true, why: "an order" }]);
    const back = await conversations("assign", id, "--to", "sales", "--assignee", "ann");
    expect(back.stdout).toBe("It belongs to sales, ann now; its fence is 2.\n");
    const free = await conversations("assign", id, "--to", "-");
    expect(free.stdout).toBe("It belongs to nobody now; its fence is 3.\n");
    const { stdout } = await conversations("history", id);
    const rows = stdout.trimEnd().split("\n").slice(1);
    expect(rows.map((row) => row.split(/ {2,}/).slice(1))).toEqual([
      ["assigned", "sales, ann", "nobody", "3", "admin API"],
      ["assigned", "support", "sales, ann", "2", "admin API"],
      ["assigned", "sales", "support", "1", "admin API", "an order"],
    ]);
  });

  it("insists on a fence, and tells the one that it is when it is another", async () => {
    const id = await said();
    await conversations("assign", id, "--to", "support", "--fence", "0");
    const late = await conversations("assign", id, "--to", "sales", "--fence", "0");
    expect(late).toEqual({
      code: 4,
      stdout: "",
      stderr:
        "parley: fence: The owner has changed since then: its fence is 1. Nothing was changed.\n",
    });
    expect(await desks.rig.gateway.owners.find(id)).toMatchObject({ backend: "support", fence: 1 });
  });

  it("names the agent apps when there is no such one, and refuses an erased conversation", async () => {
    const id = await said();
    const stranger = await conversations("assign", id, "--to", "lead");
    expect([stranger.code, stranger.stderr]).toEqual([
      4,
      expect.stringContaining("There are: sales, support. Nothing was changed."),
    ]);
    await conversations("erase", id, "--yes");
    for (const words of [
      ["assign", id, "--to", "support"],
      ["assign", id, "--to", "support", "--fence", "0"],
      ["history", id],
    ]) {
      const gone = await conversations(...words);
      expect([gone.code, gone.stderr]).toEqual([
        4,
        expect.stringContaining("There is no such conversation."),
      ]);
    }
  });

  it("gives it to an agent app that is down, where its messages wait, and status says so", async () => {
    const id = await said();
    desks.support.backend.answer = () => "throw";
    desks.support.takesOwners = false;
    expect((await conversations("assign", id, "--to", "support")).code).toBe(0);
    await desks.rig.say("anybody?");
    const { stdout } = await run("status");
    expect(stdout).toMatch(/^to agents +1 waits in 1 conversation/m);
    expect(stdout).toMatch(
      /^sales +nothing waits; reports: nothing waits; has asked for no pause$/m,
    );
    expect(stdout).toMatch(/^support +1 waits in 1 conversation, .+; reports: nothing waits; /m);
    expect(stdout).not.toMatch(/^agent app/m);
  });

  it.each([
    [["--to", "support", "--fence", "-1"], "Expected a whole number"],
    [["--to", "support", "--fence", "x"], "Expected a whole number"],
    [[], "required option '--to <backend>'"],
  ])("refuses %j with 2, and asks nobody", async (words, tells) => {
    const { code, stderr } = await conversations("assign", "AAAAAAAAAAAAAAAA", ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(tells)]);
  });
});

describe("parley conversations by owner", () => {
  it("are listed with their owner, and counted", async () => {
    const [one, other] = [await said("a"), await said("b")];
    await conversations("assign", other, "--to", "support", "--assignee", "ann");
    const all = await conversations("list");
    expect(all.stdout).toMatch(/^id +channel +owner +latest message/);
    expect(all.stdout).toMatch(new RegExp(`^${other} +shop +support, ann +`, "m"));
    const ofSales = await conversations("list", "--backend", "sales", "--json");
    expect(JSON.parse(ofSales.stdout)).toMatchObject({ conversations: [{ id: one }] });
    const ofAnn = await conversations(
      "list",
      "--backend",
      "support",
      "--assignee",
      "ann",
      "--json",
    );
    expect(JSON.parse(ofAnn.stdout)).toMatchObject({ conversations: [{ id: other }] });
    const ofNobody = await conversations("list", "--backend", "-");
    expect(ofNobody).toMatchObject({ code: 0, stderr: "There are no such conversations.\n" });
    const { stdout } = await conversations("owners");
    expect(stdout.split("\n").map((row) => row.trim().split(/ {2,}/))).toEqual([
      ["agent app", "assignee", "conversations"],
      ["sales", "1"],
      ["support", "ann", "1"],
      [""],
    ]);
    expect((await conversations("show", other)).stdout).toMatch(
      /^owner +support, ann \(fence 1\)$/m,
    );
  });

  it("tell of a pause at its agent app alone", async () => {
    desks.sales.backend.answer = () => ({ outcome: "later", inMs: 600_000, scope: "backend" });
    await said();
    const { stdout } = await run("status");
    expect(stdout).toMatch(/^sales +1 waits .+; paused since /m);
    expect(stdout).toMatch(/^support +nothing waits; .+; has asked for no pause$/m);
  });
});

describe("parley doctor", () => {
  it("tells of each agent app by its name what waits for it", async () => {
    const id = await said();
    desks.support.backend.answer = () => "throw";
    desks.support.takesOwners = false;
    await conversations("assign", id, "--to", "support");
    await desks.rig.say("anybody?");
    await desks.rig.time.advance(700_000);
    const { code, stdout } = await run("doctor", "--no-probe");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok +backlog: Nothing waits for the agent app "sales"\.$/m);
    expect(stdout).toMatch(
      /^fault +backlog: 1 visitor message waits for the agent app "support", /m,
    );
  });
});

describe("a gateway of an earlier version, which knows no owners", () => {
  const conversation = { id: "c1", channelId: "shop", visitorId: "1", profile: {} };
  const instants = { createdAt: 1, lastMessageAt: 2 };
  const lane = { lanes: 0, waiting: 0, oldestAcceptedAt: null };
  const answers: readonly (readonly [words: string, answer: object, shown: RegExp])[] = [
    [
      "conversations list",
      { conversations: [{ ...conversation, ...instants }], next: null },
      /^id +channel +latest message +visitor +name\nc1 /,
    ],
    ["conversations show c1", { ...conversation, ...instants }, /^visitor +1\nfirst message /m],
    [
      "status",
      {
        version: "0",
        startedAt: 1,
        now: 2,
        ready: true,
        channels: 1,
        deadLetters: false,
        memoryBytes: 1,
        eventLoopDelayMs: 1,
        backlog: { inbound: lane, outbound: lane, reports: lane },
      },
      /^agent app +has asked for no pause$/m,
    ],
  ];

  it.each(answers)("is shown by parley %s as before", async (words, answer, shown) => {
    await using api = await ScriptedApi.open(json(answer));
    const env = { PARLEY_URL: api.url, PARLEY_ADMIN_TOKEN: "t" };
    const { code, stdout } = await parley(words.split(" "), { cwd, env });
    expect(stdout).toMatch(shown);
    expect(code).toBe(0);
  });
});
