import { fileURLToPath } from "node:url";
import { ParleyError, readOptions } from "@parley/core";
import { Type } from "typebox";
import type { FirstAccountOptions } from "./accounts/first-account.ts";
import { defaultPresenceMs } from "./accounts/presence.ts";
import type { ConsoleSettings } from "./open-console-app.ts";
import type { PostgresConsoleOptions } from "./database/postgres-console.ts";
import type { SignInLimitOptions } from "./sign-in/sign-in-limit.ts";
import { checkSingleSignOn, type SingleSignOnOptions } from "./sign-in/single-sign-on-options.ts";

export interface AgentConsoleOptions {
  /** Directory of `console.db`: what agents own or have read, of one gateway. Created when missing. */
  readonly directory?: string;
  /** Replaces `directory`: the same in PostgreSQL, shared by all nodes of a gateway. */
  readonly database?: PostgresConsoleOptions;
  /**
   * Public address of the host, such as `https://chat.example`. Requests from pages of another origin are refused. With
   * `https:` cookies are sent over TLS only.
   */
  readonly baseUrl: string;
  /** The account to create when there is none. Omitted fields are generated. */
  readonly firstAccount?: FirstAccountOptions;
  /** Public address of the ingress; default: `/chat` at the origin of `baseUrl`. */
  readonly ingressUrl?: string;
  /** OpenID Connect provider, in addition to passwords; default: none. */
  readonly singleSignOn?: SingleSignOnOptions;
  /**
   * Limit on wrong passwords and invalid links. Passwords count per client address, and per email for all unknown
   * browsers together. Links count per client address. Default: 20 in 300 s.
   */
  readonly signInLimit?: SignInLimitOptions;
  /** Directory of the built page; default: the one in this package. */
  readonly pageDirectory?: string;
  /**
   * How long an available agent counts as present after the last request of their page or app. Agents may choose to
   * stay present with the page closed. Default 300. Below 180, an agent with a hidden tab may wrongly count as absent.
   */
  readonly presenceSeconds?: number;
  /**
   * A page from which a visitor can write, such as a shop with the chat window. Pages link to it until an agent's
   * message has first reached a visitor. Default: none.
   */
  readonly shopUrl?: string;
}

const closed = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1 });
const AboveZero = { exclusiveMinimum: 0, description: "a number above 0" } as const;
const Options = Type.Object(
  {
    directory: Type.Optional(Text),
    database: Type.Optional(
      Type.Object(
        {
          connection: Type.Union([Text, Type.Object({})], {
            description: "a URL of PostgreSQL, or a pool configuration",
          }),
          schema: Type.Optional(Text),
        },
        closed,
      ),
    ),
    baseUrl: Text,
    firstAccount: Type.Optional(
      Type.Object(
        {
          email: Type.Optional(Type.String()),
          password: Type.Optional(Type.String()),
          name: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
    ingressUrl: Type.Optional(Text),
    singleSignOn: Type.Optional(
      Type.Object(
        {
          issuer: Type.String(),
          clientId: Type.String(),
          clientSecret: Type.String(),
          label: Type.Optional(Type.String()),
          allowedDomains: Type.Optional(Type.Array(Type.String())),
          newAccounts: Type.Optional(Type.Enum(["invited-only", "agent", "admin"])),
        },
        closed,
      ),
    ),
    signInLimit: Type.Optional(
      Type.Object({ attempts: Type.Number(AboveZero), seconds: Type.Number(AboveZero) }, closed),
    ),
    pageDirectory: Type.Optional(Text),
    presenceSeconds: Type.Optional(Type.Number(AboveZero)),
    shopUrl: Type.Optional(Type.String()),
  },
  closed,
);

/** The options of `agentConsole` with defaults. @throws ParleyError `invalid-option`, `console-sso-invalid` */
export function settingsOf(options: AgentConsoleOptions): ConsoleSettings {
  readOptions("agentConsole", Options, options);
  const { baseUrl, firstAccount = {}, singleSignOn = null } = options;
  if (singleSignOn !== null) checkSingleSignOn(singleSignOn);
  const ingressUrl = options.ingressUrl ?? `${new URL(baseUrl).origin}/chat`;
  const presenceMs =
    options.presenceSeconds === undefined ? defaultPresenceMs : options.presenceSeconds * 1_000;
  return {
    baseUrl,
    ingressUrl: ingressUrl.replace(/\/+$/, ""),
    pageDirectory: options.pageDirectory ?? fileURLToPath(new URL("../page/dist", import.meta.url)),
    firstAccount,
    signInLimit: options.signInLimit ?? { attempts: 20, seconds: 300 },
    singleSignOn,
    presenceMs,
    shopUrl: shopUrlOf(options),
  };
}

function shopUrlOf({ shopUrl }: AgentConsoleOptions): string | null {
  if (shopUrl === undefined) return null;
  const protocol = URL.parse(shopUrl)?.protocol;
  if (protocol === "https:" || protocol === "http:") return shopUrl;
  throw new ParleyError("invalid-option", "agentConsole: shopUrl must be an http or https URL.");
}
