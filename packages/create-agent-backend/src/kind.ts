/** What the agent app is like: each has its templates. */
export const kinds = {
  http: "the app has an HTTP API and posts webhooks",
  polling: "the app has an HTTP API and is asked for what is new",
  plain: "the smallest one: the plugin answers by itself",
} as const;
export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as readonly Kind[];
