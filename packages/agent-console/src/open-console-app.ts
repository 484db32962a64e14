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
  Random,
  Search,
  TargetCheck,
  TestMessages,
  Timers,
} from "@parley/core";
import { AddressCheck } from "./channels/address-check.ts";
import { withAddressCheck } from "./channels/checked-channel-admin.ts";
import { Admission } from "./sign-in/admission.ts";
import { AttemptLimit } from "./sign-in/attempt-limit.ts";
import { BetterAuthAccounts } from "./sign-in/better-auth-accounts.ts";
import { openBetterAuth } from "./sign-in/better-auth.ts";
import { CannedReplies } from "./replies/canned-replies.ts";
import { ChangedMessages } from "./live/changed-messages.ts";
import type { ConsoleApp } from "./console-app.ts";
import type { ConsoleDatabase } from "./database/console-database.ts";
import type { ConsoleParts } from "./console-parts.ts";
import { consoleRouter } from "./console-router.ts";
import { Drafts } from "./drafts/drafts.ts";
import { EventStreams } from "./live/event-streams.ts";
import { ensureFirstAccount, type FirstAccountOptions } from "./accounts/first-account.ts";
import type { FirstMinute } from "./first-minute/first-minute.ts";
import { Identities } from "./sign-in/identities.ts";
import { Invitations } from "./links/invitations.ts";
import { knownBrowserCookie, KnownBrowsers } from "./sign-in/known-browsers.ts";
import type { LiveEvents } from "./live/live-events.ts";
import type { LiveSignals } from "./live/live-signals.ts";
import { ChangePoller } from "./live/change-poller.ts";
import { openInbox } from "./conversations/inbox/open-inbox.ts";
import { OtherNodes } from "./live/other-nodes.ts";
import { OwnerWatch } from "./owners/owner-watch.ts";
import type { Ownership } from "./owners/ownership.ts";
import { PasswordChecks } from "./sign-in/password-checks.ts";
import { PasswordLinks } from "./links/password-links.ts";
import { People } from "./accounts/people.ts";
import type { Presence } from "./accounts/presence.ts";
import { PresenceWatch } from "./accounts/presence-watch.ts";
import { SealedCookie } from "./sign-in/sealed-cookie.ts";
import { SessionEnds } from "./accounts/session-ends.ts";
import { Sessions } from "./accounts/sessions.ts";
import { SharedSettings } from "./settings/shared-settings.ts";
import { SignInLimit, type SignInLimitOptions } from "./sign-in/sign-in-limit.ts";
import { defaultLabel, type SingleSignOnOptions } from "./sign-in/single-sign-on-options.ts";
import { SingleSignOn } from "./sign-in/single-sign-on.ts";
import { ticketCookie } from "./sign-in/single-sign-on-routes.ts";
import { TypingSessions } from "./conversations/typing-sessions.ts";
import { UnsentKeys } from "./accounts/unsent-keys.ts";

/** What the console depends on: the gateway's ports, and services that live as long as the console. */
export interface ConsoleDependencies {
  readonly database: ConsoleDatabase;
  readonly presence: Presence;
  readonly live: LiveEvents;
  readonly signals: LiveSignals;
  readonly firstMinute: FirstMinute;
  readonly outbox: Outbox;
  readonly conversations: Conversations;
  readonly channels: Channels;
  readonly channelAdmin: ChannelAdmin;
  readonly deliveries: Deliveries;
  readonly search: Search | null;
  readonly owners: Owners;
  readonly ownership: Ownership;
  readonly diagnosis: Diagnosis;
  readonly testMessages: TestMessages;
  /** `null`: the transport cannot check an address. */
  readonly targetCheck: TargetCheck | null;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
}

/** The options of `agentConsole`, with defaults filled in. */
export interface ConsoleSettings {
  readonly baseUrl: string;
  readonly ingressUrl: string;
  readonly pageDirectory: string;
  readonly firstAccount: FirstAccountOptions;
  readonly signInLimit: SignInLimitOptions;
  readonly singleSignOn: SingleSignOnOptions | null;
  readonly presenceMs: number;
  readonly shopUrl: string | null;
}

/** Builds the console, and creates the first account when there is none. @throws ParleyError of the first account */
export async function openConsoleApp(
  ground: ConsoleDependencies,
  settings: ConsoleSettings,
): Promise<ConsoleApp> {
  const parts = await partsOf(ground, settings);
  const { accounts, streams, typingSessions, inboxIndexer, readMarks } = parts;
  const watch = new PresenceWatch({ ...ground, streams });
  const others = ground.database.kind === "postgres" ? otherNodes(ground, parts) : null;
  const close = (): void => {
    others?.close();
    watch.close();
    inboxIndexer.close();
    streams.close();
    typingSessions.close();
  };
  try {
    const firstAccount = await ensureFirstAccount(
      { ...ground, accounts, readMarks },
      settings.firstAccount,
    );
    const people = await parts.people.list();
    const admin = people.find(({ role, disabled }) => role === "admin" && !disabled);
    return {
      router: consoleRouter(parts),
      firstAccount,
      adminEmail: admin?.email ?? null,
      close,
    };
  } catch (error) {
    // The gateway does not start, and closes the database: nothing may go on without it.
    close();
    throw error;
  }
}

function otherNodes(ground: ConsoleDependencies, parts: ConsoleParts): OtherNodes {
  const changes = new ChangedMessages(ground);
  const ownerWatch = new OwnerWatch(ground);
  const changePoller = new ChangePoller({ ...ground, ...parts, changes, ownerWatch });
  return new OtherNodes({ ...ground, ...parts, changes, changePoller });
}

async function partsOf(
  ground: ConsoleDependencies,
  settings: ConsoleSettings,
): Promise<ConsoleParts> {
  const { database, presence, live, signals, conversations, clock, timers, random, logger } =
    ground;
  const { baseUrl, singleSignOn, signInLimit } = settings;
  const auth = await openBetterAuth(database, baseUrl, logger);
  const accounts = new BetterAuthAccounts(auth, database);
  const invitations = new Invitations(database, clock, random);
  const passwordLinks = new PasswordLinks(database, clock, random);
  const people = new People(database, clock, { invitations, passwordLinks });
  const sessions = new Sessions(database, clock);
  const streams = new EventStreams(live, presence, timers, conversations, sessions, signals);
  const typingSessions = new TypingSessions({ outbox: ground.outbox, live, signals, timers });
  streams.onGone((sessionId) => typingSessions.endOf(sessionId));
  const cookies = { secret: database.secret, clock, baseUrl };
  const addressCheck = new AddressCheck(ground.targetCheck, timers);
  const parts = {
    ...ground,
    ...settings,
    ...openInbox(ground),
    addressCheck,
    channelAdmin: withAddressCheck(ground.channelAdmin, ground.channels, addressCheck),
    accounts,
    keeper: accounts,
    people,
    sessions,
    streams,
    typingSessions,
    drafts: new Drafts({ database, conversations, live, clock, ownership: ground.ownership }),
    sessionEnds: new SessionEnds(sessions, streams, presence, live, ground.signals),
    sharedSettings: new SharedSettings(database),
    invitations,
    passwordLinks,
    replies: new CannedReplies(database, clock, random),
    unsentKeys: new UnsentKeys(database.secret),
    signInLimit: new SignInLimit(database, signInLimit),
    knownBrowsers: new KnownBrowsers(new SealedCookie(cookies, knownBrowserCookie), people, random),
    linkLimit: new AttemptLimit(database.limiter("link", signInLimit)),
    checks: new PasswordChecks(),
  };
  const identities = new Identities(database, clock, random);
  return {
    ...parts,
    singleSignOn: singleSignOn && {
      flow: new SingleSignOn(singleSignOn, baseUrl),
      admission: new Admission({ ...parts, identities }, singleSignOn),
      tickets: new SealedCookie(cookies, ticketCookie),
      label: singleSignOn.label ?? defaultLabel,
    },
  };
}
