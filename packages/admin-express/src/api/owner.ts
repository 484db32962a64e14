import { type Static, Type } from "typebox";
import { Count, Instant, orNull } from "./fields.ts";
import { Next } from "./page.ts";

/** Name of a backend, such as `sales` or `slack/sales`. */
const BackendName = Type.String({ minLength: 1, maxLength: 81 });
const Assignee = Type.String({ minLength: 1, maxLength: 255 });

const backend = orNull(Type.String({ description: "Name of the agent app; null: nobody's." }));
const assignee = orNull(
  Type.String({ description: "Who answers within the agent app; null: nobody in particular." }),
);
const NewOwnerView = Type.Object({ backend, assignee }, { title: "NewOwner" });

/** Which agent app answers a conversation. */
export const OwnerView = Type.Object(
  {
    backend,
    assignee,
    fence: Type.Integer({ minimum: 0, description: "Counts the changes of `backend`." }),
  },
  { title: "Owner" },
);
export type OwnerView = Static<typeof OwnerView>;

/** One change of a conversation's owner. */
export const OwnerChangeView = Type.Object(
  {
    at: Instant,
    name: Type.String({ description: "What happened, such as `assigned` or `fail-over`." }),
    from: NewOwnerView,
    to: NewOwnerView,
    fence: Type.Integer({ minimum: 0, description: "The fence after it." }),
    by: Type.String({ description: "Who changed it." }),
    why: orNull(Type.String()),
  },
  { title: "OwnerChange" },
);
export type OwnerChangeView = Static<typeof OwnerChangeView>;

/** A conversation's owner, and how it came to be. */
export const OwnerHistory = Type.Object(
  {
    owner: OwnerView,
    changes: Type.Array(OwnerChangeView, {
      description: "Newest first. The first owner is no change.",
    }),
    next: Next,
  },
  { title: "OwnerHistory" },
);
export type OwnerHistory = Static<typeof OwnerHistory>;

/** A change of owner, if it is still the one of `fence`. */
export const OwnerRequest = Type.Object(
  {
    fence: Type.Integer({ minimum: 0 }),
    to: Type.Object(
      { backend: orNull(BackendName), assignee: Type.Optional(orNull(Assignee)) },
      {
        additionalProperties: false,
        description: "an object with backend, the name of an agent app or null, and assignee",
      },
    ),
    why: Type.Optional(
      orNull(Type.String({ minLength: 1, maxLength: 1_000 }), "a text of 1 to 1000 characters"),
    ),
  },
  { additionalProperties: false, title: "OwnerRequest" },
);
export type OwnerRequest = Static<typeof OwnerRequest>;

/** The owner after a change. */
export const OwnerChanged = Type.Object({ owner: OwnerView }, { title: "OwnerChanged" });
export type OwnerChanged = Static<typeof OwnerChanged>;

/** How many conversations each owner has. */
export const OwnerCounts = Type.Object(
  {
    owners: Type.Array(
      Type.Object({ backend, assignee, conversations: Count }, { title: "OwnerCount" }),
      { description: "One for each agent app and assignee that own a conversation." },
    ),
  },
  { title: "OwnerCounts" },
);
export type OwnerCounts = Static<typeof OwnerCounts>;

/** Selects conversations by owner in a query. */
export const ownerQuery = {
  backend: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 81,
      description: "Name of the agent app that owns them; `-`: those of nobody.",
    }),
  ),
  assignee: Type.Optional(Assignee),
};
