import { want } from "../../want.ts";
import type { AppPeople } from "../agent-app.ts";
import type { CrashCheck, CrashTrial } from "./crash-trial.ts";
import { everyPoint, killedAt, killedWhere } from "./every-point.ts";

/** Rounds of a second in which a reply of the app gets to its visitor. */
const roundLimit = 60;

/** An answer goes out once, by a key of the app or of the event. */
export function answerCrashRules(check: CrashCheck): void {
  check("an answer goes out once, wherever the gateway dies on its way", async (trial) => {
    const { people } = trial.app;
    await everyPoint((skip) =>
      people === null ? oneAnswer(trial, skip) : oneReply(trial, people, skip),
    );
  });
}

/** A program answers by itself. */
async function oneAnswer(trial: CrashTrial, skip: number): Promise<string | null> {
  const undisturbed = await trial.says("hello", `undisturbed ${skip}`);
  await trial.untilDone();
  const conversation = { id: "" };
  const point = await killedAt(trial, skip, async () => {
    conversation.id = await trial.says("hello", `visitor ${skip}`);
    await trial.pass(3_000);
  });
  await trial.untilDone();
  const answers = (await trial.bench.posted(conversation.id)).length;
  const expected = (await trial.bench.posted(undisturbed)).length;
  want(`${killedWhere(point)}: as many answers as without it`, answers, expected);
  return point;
}

/** An agent replies in the app. A reply that the app has not confirmed may be lost, but never doubled. */
async function oneReply(
  trial: CrashTrial,
  people: AppPeople,
  skip: number,
): Promise<string | null> {
  const id = await trial.says("hello", `visitor ${skip}`);
  await trial.untilDone();
  const reply = { isConfirmed: false, isOver: false };
  const point = await killedAt(trial, skip, async () => {
    void people
      .reply(id, "yes")
      .then(() => (reply.isConfirmed = true))
      .catch(() => {})
      .finally(() => (reply.isOver = true));
    await untilReplied(trial, () => reply.isOver || !trial.bench.plugged.node.life.isRunning);
  });
  await untilReplied(trial, () => reply.isOver);
  await trial.untilDone();
  const sent = (await trial.bench.posted(id)).filter(({ text }) => text === "yes").length;
  const isRight = sent === 1 || (sent === 0 && !reply.isConfirmed);
  const asked = reply.isConfirmed ? "confirmed" : "unconfirmed";
  want(`${killedWhere(point)}: the ${asked} reply went out once, not ${sent} times`, isRight, true);
  return point;
}

/** Lets time pass in small steps, since the app is asked for replies over a real connection. */
async function untilReplied(trial: CrashTrial, isOver: () => boolean): Promise<void> {
  for (let round = 0; round < roundLimit && !isOver(); round += 1) {
    await trial.pass(500);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
