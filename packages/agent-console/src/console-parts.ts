import type {
  ChannelAdmin,
  Channels,
  Clock,
  Conversations,
  Deliveries,
  Diagnosis,
  Logger,
  Outbox,
  Owners,
  Search,
  TestMessages,
} from "@parley/core";
import type { AccountKeeper, Accounts } from "./accounts/accounts.ts";
import type { AddressCheck } from "./channels/address-check.ts";
import type { Admission } from "./sign-in/admission.ts";
import type { AttemptLimit } from "./sign-in/attempt-limit.ts";
import type { Drafts } from "./drafts/drafts.ts";
import type { FirstMinute } from "./first-minute/first-minute.ts";
import type { CannedReplies } from "./replies/canned-replies.ts";
import type { EventStreams } from "./live/event-streams.ts";
import type { InboxParts } from "./conversations/inbox/open-inbox.ts";
import type { Invitations } from "./links/invitations.ts";
import type { KnownBrowsers } from "./sign-in/known-browsers.ts";
import type { LiveEvents } from "./live/live-events.ts";
import type { Ownership } from "./owners/ownership.ts";
import type { PasswordChecks } from "./sign-in/password-checks.ts";
import type { PasswordLinks } from "./links/password-links.ts";
import type { People } from "./accounts/people.ts";
import type { Presence } from "./accounts/presence.ts";
import type { SealedCookie } from "./sign-in/sealed-cookie.ts";
import type { SharedSettings } from "./settings/shared-settings.ts";
import type { SessionEnds } from "./accounts/session-ends.ts";
import type { Sessions } from "./accounts/sessions.ts";
import type { SignInLimit } from "./sign-in/sign-in-limit.ts";
import type { SignInTicket, SingleSignOn } from "./sign-in/single-sign-on.ts";
import type { TypingSessions } from "./conversations/typing-sessions.ts";
import type { UnsentKeys } from "./accounts/unsent-keys.ts";

/** Single sign-on for the routes. */
export interface SingleSignOnParts {
  readonly flow: SingleSignOn;
  readonly admission: Admission;
  /** Stored in the browser that starts a sign-in. Another browser cannot complete it. */
  readonly tickets: SealedCookie<SignInTicket>;
  readonly label: string;
}

/** Dependencies of all console routes. Each route names those it uses. */
export interface ConsoleParts extends InboxParts {
  readonly accounts: Accounts;
  readonly keeper: AccountKeeper;
  readonly people: People;
  readonly sessions: Sessions;
  readonly sessionEnds: SessionEnds;
  readonly unsentKeys: UnsentKeys;
  readonly sharedSettings: SharedSettings;
  readonly invitations: Invitations;
  readonly passwordLinks: PasswordLinks;
  readonly replies: CannedReplies;
  readonly presence: Presence;
  readonly live: LiveEvents;
  readonly streams: EventStreams;
  readonly typingSessions: TypingSessions;
  readonly drafts: Drafts;
  readonly signInLimit: SignInLimit;
  readonly knownBrowsers: KnownBrowsers;
  /** Limit for links and single sign-on, per client address. */
  readonly linkLimit: AttemptLimit;
  readonly checks: PasswordChecks;
  readonly conversations: Conversations;
  readonly outbox: Outbox;
  readonly channels: Channels;
  /** Refuses addresses to which the gateway would send nothing. */
  readonly channelAdmin: ChannelAdmin;
  readonly addressCheck: AddressCheck;
  readonly deliveries: Deliveries;
  /** `null`: the store has no search. */
  readonly search: Search | null;
  readonly owners: Owners;
  readonly ownership: Ownership;
  readonly diagnosis: Diagnosis;
  readonly testMessages: TestMessages;
  readonly firstMinute: FirstMinute;
  /** A page from which a visitor can write; `null`: none. */
  readonly shopUrl: string | null;
  /** `null`: agents sign in by password only. */
  readonly singleSignOn: SingleSignOnParts | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly baseUrl: string;
  /** Address of the ingress, without a trailing slash. */
  readonly ingressUrl: string;
  readonly pageDirectory: string;
}
