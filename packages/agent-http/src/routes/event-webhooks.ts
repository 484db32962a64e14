import type { TObject } from "typebox";
import type { Json, SchemaLinks } from "./schema-links.ts";

const headers = {
  "webhook-id": "The event's id, with `_` for each full stop.",
  "webhook-timestamp": "Epoch seconds.",
  "webhook-signature": "One `v1,…` for each key: see Standard Webhooks.",
};

const responses = {
  "2XX": { description: "The app has the event durably." },
  default: {
    description:
      "The event comes again. 429, and 503 with Retry-After, ask for a pause. 410 and 422 refuse it for good, unless the gateway's `rejects` names other statuses.",
  },
};

/** The requests that an app gets, by the types of their events. */
export function webhooksOf(events: readonly TObject[], links: SchemaLinks): Json {
  const parameters = Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  }));
  const posts = events.map((event) => {
    const requestBody = { required: true, ...links.content(event) };
    return [typeOf(event), { post: { security: [], parameters, requestBody, responses } }];
  });
  return Object.fromEntries(posts) as Json;
}

function typeOf({ properties }: TObject): string {
  return String((properties["type"] as { readonly const?: unknown } | undefined)?.const);
}
