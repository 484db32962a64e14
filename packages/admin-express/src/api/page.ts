import { type Static, Type } from "typebox";
import { orNull } from "./fields.ts";

/** Selects a page of a list. */
export const PageQuery = Type.Object(
  {
    before: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "`next` of the previous page; absent for the first page.",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "The most items." }),
    ),
  },
  { additionalProperties: false },
);
export type PageQuery = Static<typeof PageQuery>;

/** Cursor of the next page, for `before`; `null` at the end. */
export const Next = orNull(
  Type.String({ description: "`before` of the next page; null at the end." }),
);
