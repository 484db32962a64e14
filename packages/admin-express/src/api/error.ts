import { type Static, Type } from "typebox";

/** Every refusal: the failure shape of §4.3. `code` is the HTTP status times 100 plus a number of `docs/errors.md`. */
export const ErrorAnswer = Type.Object(
  { error: Type.Object({ code: Type.Integer(), message: Type.String() }) },
  { title: "Error" },
);
export type ErrorAnswer = Static<typeof ErrorAnswer>;
