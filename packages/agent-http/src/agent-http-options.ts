import { readOptions } from "@parley/core";
import { Type } from "typebox";

/** Options of `agentHttp`. */
export interface AgentHttpOptions {
  /**
   * Name of the instance and of its door, `/agents/<name>`: 1 to 40 lower-case letters, digits and hyphens. Default `http`.
   */
  readonly name?: string;
  /** Digests of the app's tokens, from `issueToken`: one, or two while the app changes its token. */
  readonly tokenDigests: readonly string[];
  /** Origins of the app, such as `http://desk.internal:3000`, that may be private and without TLS. Default: none. */
  readonly allowOrigins?: readonly string[];
  /**
   * Whether the files of messages are copied into the gateway's media store, so that no link of the app gets out. Default:
   * if there is a media store.
   */
  readonly copyMedia?: boolean;
  /** Headers for the app's files by their origin, such as its token. They are sent to that origin alone. Default: none. */
  readonly mediaHeaders?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const schema = Type.Object(
  {
    name: Type.Optional(Type.String({ description: "a text" })),
    tokenDigests: Type.Array(
      Type.String({ pattern: "^[0-9a-f]{64}$", description: "a SHA-256 digest in lower-case hex" }),
      { minItems: 1, maxItems: 2, description: "one or two digests of tokens" },
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
    allowOrigins: [...(read.allowOrigins ?? [])],
    copyMedia: read.copyMedia,
    mediaHeaders: structuredClone(read.mediaHeaders ?? {}),
  };
}
export type ReadAgentHttpOptions = ReturnType<typeof readAgentHttpOptions>;
