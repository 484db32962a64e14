import type { Delivery } from "../../delivery.ts";
import { type Check, deliveriesOf } from "../../run.ts";

/** All attempts of one delivery have the same body, with the visitor's id as the visitor sent it. */
export const identicalAttempts: Check = {
  name: "identical-attempts",
  promise: "All attempts of a delivery carry the same bytes, addressed to the id as it was sent.",
  find: (run) => deliveriesOf(run, "outbound").flatMap((delivery) => faultsOf(delivery)),
};

function faultsOf({ id, posts, recipient, message }: Delivery): string[] {
  const bodies = new Set(posts.map(({ body }) => body));
  if (bodies.size > 1) return [`${id} was posted with ${bodies.size} different bodies`];
  const [body] = bodies;
  if (body === undefined) return [];
  if (!body.includes(`"recipient":{"id":${recipient}}`))
    return [`${id} was not addressed to ${recipient}: ${body}`];
  return body.includes(`"message":${message}`) ? [] : [`${id} was posted with another message`];
}
