import { allTaken, endingWords, isTaken } from "../verdict/ending-words.ts";
import type { Rule } from "./rule.ts";
import { failed } from "../verdict/verdict.ts";

/** What redelivery and future versions of the contract require of a receiver (§6, §9). */
export const seriesRules: readonly Rule[] = [
  {
    id: "repeat",
    played: "the same message twice, byte for byte, as after an answer that was lost",
    contract: "§6",
    async play({ line, drafts }) {
      const draft = drafts.text("Hello, perhaps once more");
      const first = await line.post(draft);
      if (!isTaken(first)) return allTaken([first], line, repeatAdvice);
      const again = await line.post(draft);
      if (isTaken(again)) return allTaken([first, again], line, repeatAdvice);
      return failed(`The second time: ${endingWords(again)}`, repeatAdvice, [first, again]);
    },
  },
  {
    id: "unknown-field",
    played: "unknown fields in every object",
    contract: "§9",
    async play({ line, drafts }) {
      const exchange = await line.post(drafts.future("Hello from the future"));
      return allTaken(
        [exchange],
        line,
        "Ignore fields you do not know: later versions may add some.",
      );
    },
  },
];

const repeatAdvice =
  "Remember message.id once the message is stored, and acknowledge a repeat without showing it again.";
