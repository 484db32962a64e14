import type {
  ChannelAdmin,
  Channels,
  Clock,
  Conversations,
  Deliveries,
  Logger,
  Outbox,
} from "@parley/core";
import type { AccountKeeper, Accounts } from "./accounts.ts";
import type { Admission } from "./admission.ts";
import type { AttemptLimit } from "./attempt-limit.ts";
import type { EventStreams } from "./event-streams.ts";
import type { Invitations } from "./invitations.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import type { LiveEvents } from "./live-events.ts";
import type { PasswordChecks } from "./password-checks.ts";
import type { PasswordLinks } from "./password-links.ts";
import type { People } from "./people.ts";
import type { Presence } from "./presence.ts";
import type { SealedCookie } from "./sealed-cookie.ts";
import type { SessionEnds } from "./session-ends.ts";
import type { Sessions } from "./sessions.ts";
import type { SignInLimit } from "./sign-in-limit.ts";
import type { SignInTicket, SingleSignOn } from "./single-sign-on.ts";
import type { Typists } from "./typists.ts";
import type { UnsentKeys } from "./unsent-keys.ts";

/** Single sign-on as the routes need it. */
export interface SingleSignOnParts {
  readonly flow: SingleSignOn;
  readonly admission: Admission;
  /** Left with the browser that begins; another one cannot end what it did not begin. */
  readonly tickets: SealedCookie<SignInTicket>;
  readonly label: string;
}

/** What the console's routes stand on; each names those that it uses. */
export interface ConsoleParts {
  readonly accounts: Accounts;
  readonly keeper: AccountKeeper;
  readonly people: People;
  readonly sessions: Sessions;
  readonly sessionEnds: SessionEnds;
  readonly unsentKeys: UnsentKeys;
  readonly invitations: Invitations;
  readonly passwordLinks: PasswordLinks;
  readonly presence: Presence;
  readonly live: LiveEvents;
  readonly streams: EventStreams;
  readonly typists: Typists;
  readonly signInLimit: SignInLimit;
  readonly knownBrowsers: KnownBrowsers;
  /** For links and single sign-on, per address. */
  readonly linkLimit: AttemptLimit;
  readonly checks: PasswordChecks;
  readonly conversations: Conversations;
  readonly outbox: Outbox;
  readonly channels: Channels;
  readonly channelAdmin: ChannelAdmin;
  readonly deliveries: Deliveries;
  /** `null`: agents sign in by password only. */
  readonly singleSignOn: SingleSignOnParts | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly baseUrl: string;
  /** Where the ingress is mounted, without a trailing slash. */
  readonly ingressUrl: string;
  readonly pageDirectory: string;
}
