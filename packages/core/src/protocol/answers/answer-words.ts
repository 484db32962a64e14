import { fieldOf, type PlainObject } from "../json/plain-object.ts";

interface AnswerField {
  readonly yes: readonly unknown[];
  readonly no: readonly unknown[];
}

/** The fields that say whether a message was accepted (ruling 14). */
const fields: Readonly<Record<string, AnswerField>> = {
  result: { yes: ["ok"], no: [false] },
  ok: { yes: [true], no: [false, 0] },
  success: { yes: [true], no: [false, 0] },
  status: { yes: ["ok", "accepted", "success"], no: [false] },
};

/** Texts that mean *no*, in any letter case. */
const noWords: ReadonlySet<string> = new Set(
  "error,fail,failed,failure,no,not found,notfound,nok,not ok,ko,denied,refused,rejected,invalid,false".split(
    ",",
  ),
);

/** Values of `error` that mean *no error*, in any letter case. */
const noErrors: ReadonlySet<string> = new Set(["", "none", "ok"]);

/** Whether a top-level `error` that is not an object reports an error (ruling 14). */
export function isErrorValue(error: unknown): boolean {
  if (typeof error === "string") return !noErrors.has(error.trim().toLowerCase());
  return error === true || (typeof error === "number" && error !== 0);
}

/** Whether a text means *no*, such as `failed`. */
export function isNoWord(text: string): boolean {
  return noWords.has(text.trim().toLowerCase());
}

/** Whether an answer clearly says yes. One field that says no outweighs every yes. */
export function isAffirmative(object: PlainObject): boolean {
  const said = new Set(
    Object.entries(fields).map(([name, { yes, no }]) => {
      const value = fieldOf(object, name);
      if (no.includes(value) || (typeof value === "string" && isNoWord(value))) return "no";
      return yes.includes(value) ? "yes" : null;
    }),
  );
  return said.has("yes") && !said.has("no");
}
