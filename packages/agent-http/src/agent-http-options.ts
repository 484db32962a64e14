import { readOptions } from "@parley/core";
import { Type } from "typebox";
import { type MediaHeaders, readMediaHeaders } from "./messages/media-headers.ts";

/** How events are posted to the app. */
export interface PushOptions {
  /** Where events are posted, without a query. */
  readonly url: string;
  /** Keys of Standard Webhooks, `whsec_` and base64: one, or two while the app changes its key. Events are signed with each. */
  readonly secrets: readonly string[];
  /** Statuses with which the app refuses an event for good. Default: 410 and 422. */
  readonly rejects?: readonly number[];
}

/** Options of `agentHttp`. */
export interface AgentHttpOptions {
  /**
   * Name of the instance and of its door, `/agents/<name>`: 1 to 40 lower-case letters, digits and hyphens. Default `http`.
   */
  readonly name?: string;
  /** Digests of the app's tokens, from `issueToken`: one, or two while the app changes its token. */
  readonly tokenDigests: readonly string[];
  /** Events are posted to the app. Default: the app polls for them. */
  readonly push?: PushOptions;
  /** Origins of the app, such as `http://desk.internal:3000`, that may be private and without TLS. Default: none. */
  readonly allowOrigins?: readonly string[];
  /**
   * Whether the files of messages are copied into the gateway's media store, so that no link of the app gets out. Default:
   * if there is a media store.
   */
  readonly copyMedia?: boolean;
  /** Headers for the app's files by their origin, such as its token. They are sent to that origin alone. Default: none. */
  readonly mediaHeaders?: MediaHeaders;
}

const usualRejects = [410, 422];

const schema = Type.Object(
  {
    name: Type.Optional(Type.String({ description: "a text" })),
    tokenDigests: Type.Array(
      Type.String({ pattern: "^[0-9a-f]{64}$", description: "a SHA-256 digest in lower-case hex" }),
      { minItems: 1, maxItems: 2, description: "one or two digests of tokens" },
    ),
    push: Type.Optional(
      Type.Object(
        {
          url: Type.String({
            pattern: "^https?://[^?#]+$",
            description: "an http(s) URL without a query",
          }),
          secrets: Type.Array(
            Type.String({
              pattern: "^whsec_[A-Za-z0-9+/]{32,}={0,2}$",
              description: "`whsec_` and base64 of at least 24 bytes",
            }),
            { minItems: 1, maxItems: 2, description: "one or two keys" },
          ),
          rejects: Type.Optional(
            Type.Array(Type.Integer({ minimum: 400, maximum: 499 }), {
              description: "a list of statuses",
            }),
          ),
        },
        { additionalProperties: false, description: "an object with url and secrets" },
      ),
    ),
    allowOrigins: Type.Optional(
      Type.Array(Type.String({ description: "an origin such as http://desk.internal:3000" })),
    ),
    copyMedia: Type.Optional(Type.Boolean({ description: "true or false" })),
    mediaHeaders: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
        description: "an object of headers by origin",
      }),
    ),
  },
  { additionalProperties: false },
);

/** A copy that nobody changes, with the defaults. @throws ParleyError `invalid-option` */
export function readAgentHttpOptions(options: AgentHttpOptions) {
  const read = readOptions<AgentHttpOptions>("agentHttp", schema, options);
  return {
    name: read.name ?? "http",
    tokenDigests: [...read.tokenDigests],
    push: read.push === undefined ? null : readPush(read.push),
    allowOrigins: [...(read.allowOrigins ?? [])],
    copyMedia: read.copyMedia,
    mediaHeaders: readMediaHeaders(read.mediaHeaders ?? {}),
  };
}
export type ReadAgentHttpOptions = ReturnType<typeof readAgentHttpOptions>;

function readPush({ url, secrets, rejects = usualRejects }: PushOptions): Required<PushOptions> {
  return { url, secrets: [...secrets], rejects: [...rejects] };
}
