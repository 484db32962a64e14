import { want } from "../want.ts";
import { resultText, type TransportCheck, type TransportTrial } from "./transport-trial.ts";

/** Every failure is a result, and no request is sent twice or without a permit. */
export function failureRules(check: TransportCheck): void {
  for (const kind of ["silence", "drip"] as const) {
    check(`once the signal aborts the attempt ends as a timeout: ${kind}`, async (trial) => {
      const controller = new AbortController();
      trial.endpoint.react = () => {
        setTimeout(() => controller.abort(), 20);
        return { kind };
      };
      want("a timeout", resultText(await trial.post({ signal: controller.signal })), "timeout");
      want("sent once", trial.endpoint.arrivals.length, 1);
      await answersAgain(trial);
    });
  }

  check("a signal that aborted before lets nothing out", async (trial) => {
    const result = resultText(await trial.post({ signal: AbortSignal.abort() }));
    want("a failure", ["timeout", "not-sent"].includes(result), true);
    await answersAgain(trial);
    want("nothing but the next one arrived", trial.endpoint.arrivals.length, 1);
  });

  check("an answer that is there already is not undone by the signal", async (trial) => {
    const controller = new AbortController();
    const result = await trial.post({ signal: controller.signal });
    controller.abort();
    want("handed over", resultText(result), '200 {"result":"ok"}');
    await answersAgain(trial);
  });

  check(
    "an endpoint that hangs up may have read it: not unreachable, and nothing a second time",
    async (trial) => {
      trial.endpoint.react = () => ({ kind: "hang-up" });
      want("it may have arrived", resultText(await trial.post()), "unreadable-answer");
      want("it may have worked: sent once", trial.endpoint.arrivals.length, 1);
      await answersAgain(trial);
    },
  );

  check("it hangs up after an answer, and the next post does not suffer", async (trial) => {
    for (let round = 0; round < 3; round += 1) {
      await answersAgain(trial);
      trial.endpoint.react = () => ({ kind: "hang-up" });
      want("it may have arrived", resultText(await trial.post()), "unreadable-answer");
    }
    want("each was sent once", trial.endpoint.arrivals.length, 6);
  });

  for (const transfer of ["content-length", "chunked"] as const) {
    check(`without the permit nothing is sent: ${transfer}`, async (trial) => {
      const refused = await trial.post({ transfer, permit: () => false });
      want("the one failure after which nothing can have arrived", resultText(refused), "not-sent");
      await answersAgain(trial);
      const refusedAgain = await trial.post({ transfer, permit: () => false });
      want("on a kept connection as well", resultText(refusedAgain), "not-sent");
      await answersAgain(trial);
      want("nothing of it arrived", trial.endpoint.arrivals.length, 2);
    });
  }

  check("the permit is asked once, before anything arrives", async (trial) => {
    for (let round = 1; round <= 3; round += 1) {
      const arrivedBefore: number[] = [];
      const permit = () => arrivedBefore.push(trial.endpoint.arrivals.length) > 0;
      want("it answers", resultText(await trial.post({ permit })), '200 {"result":"ok"}');
      want("once, and before", arrivedBefore, [round - 1]);
    }
  });

  check("a permit that throws is none", async (trial) => {
    const permit = () => {
      throw new Error("the lease is unknown");
    };
    want("a failure", (await trial.post({ permit })).kind, "failure");
    await answersAgain(trial);
    want("nothing of it arrived", trial.endpoint.arrivals.length, 1);
  });
}

async function answersAgain(trial: TransportTrial): Promise<void> {
  trial.endpoint.react = () => ({ kind: "answer", status: 200, body: "again" });
  want("the next post is answered", resultText(await trial.post()), "200 again");
}
