import { type Static, Type } from "typebox";

/**
 * Body of every refusal: the failure shape of §4.3. `code` is the HTTP status × 100 plus a number from
 * `docs/errors.md`.
 */
export const ErrorAnswer = Type.Object(
  { error: Type.Object({ code: Type.Integer(), message: Type.String() }) },
  { title: "Error" },
);
export type ErrorAnswer = Static<typeof ErrorAnswer>;
