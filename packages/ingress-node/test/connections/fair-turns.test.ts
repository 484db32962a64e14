import { expect, it, onTestFinished, vi } from "vitest";
import { fakeInbox, secret, shop } from "../support/fake-inbox.ts";
import { serve } from "../support/served.ts";

/** Counts turns of the event loop, and notes in which of them something happened. */
function turnsNoted() {
  let turn = 0;
  let counting = setImmediate(function count() {
    turn += 1;
    counting = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(counting));
  const turns: number[] = [];
  return {
    turns,
    note: (): void => void turns.push(turn),
    mostInOne: (): number =>
      Math.max(...turns.map((one) => turns.filter((other) => other === one).length)),
  };
}

/** One question of a quiet channel, and behind it, in the same bytes, many of another. */
function questionsOf(channel: string, count: number): string {
  const question = (name: string): string =>
    `GET /chat/${secret}/${name}/status HTTP/1.1\r\nHost: x\r\n\r\n`;
  return question("quiet") + question(channel).repeat(count);
}

const many = 60;

it("takes in four requests a turn of a channel that floods beside another, and answers all", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { note, turns, mostInOne } = turnsNoted();
  const { inbox } = fakeInbox({
    authenticate: async (channelId) => ({ channel: { ...shop, key: channelId } }),
    status: async ({ channel }) => {
      if (channel.key === "flood") note();
      return 1;
    },
  });
  const server = await serve(inbox);
  const answers = await server.raw(questionsOf("flood", many), many + 1);
  expect(answers.map(({ status }) => status)).toStrictEqual(answers.map(() => 200));
  expect(turns).toHaveLength(many);
  expect(mostInOne()).toBe(4);
});

it("carries out nothing for clients that were gone before their turn", async () => {
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<unknown>();
  let statuses = 0;
  const { inbox } = fakeInbox({
    authenticate: async (channelId) => {
      if (channelId === "flood") await gone.promise;
      return { channel: { ...shop, key: channelId } };
    },
    status: async ({ channel }) => {
      if (channel.key === "flood") statuses += 1;
      return 1;
    },
  });
  const server = await serve(inbox, {
    before: ({ socket }) => {
      if (socket.listeners("close").includes(gone.resolve)) return;
      socket.once("close", gone.resolve);
      asked.resolve();
    },
  });
  const client = server.open();
  client.write(questionsOf("flood", many));
  await asked.promise;
  client.resetAndDestroy();
  await gone.promise;
  expect((await server.raw(questionsOf("flood", 1), 2)).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  expect(statuses).toBe(1);
});
