import type { Finding } from "@parley/core";
import type { Role } from "../../src/accounts/accounts.ts";
import type { AddressVerdict } from "../../src/channels/address-check.ts";
import type { ChannelView, IssuedChannelView } from "../../src/channels/channel-view.ts";
import type { DeliveryView } from "../../src/deliveries/delivery-view.ts";
import type { Invitation } from "../../src/links/invitations.ts";
import type { Person, PersonChange } from "../../src/accounts/people.ts";
import { call, cursor } from "./call.ts";

export interface PersonView extends Person {
  /** The agent's choice. */
  readonly available: boolean;
  /** Available and there: visitors see that an agent is present. */
  readonly present: boolean;
}

/** A link that is shown only once. */
export interface MadeLink {
  readonly link: string;
  readonly expiresAt: number;
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  readonly next: string | null;
}

export interface TestResult {
  readonly isDelivered: boolean;
  readonly finding: Finding;
}

/** API calls for admins. */
export const adminApi = {
  people: () => call<{ readonly people: readonly PersonView[] }>("GET", "/people"),
  changePerson: (id: string, change: PersonChange) =>
    call<PersonView>("PATCH", of("people", id), change),
  makePasswordLink: (id: string) => call<MadeLink>("POST", `${of("people", id)}/password-link`),
  endSessionsOf: (id: string) => call("DELETE", `${of("people", id)}/sessions`),
  invitations: () => call<{ readonly invitations: readonly Invitation[] }>("GET", "/invitations"),
  invite: (email: string, role: Role) =>
    call<Invitation & MadeLink>("POST", "/invitations", { email, role }),
  withdraw: (id: string) => call("DELETE", of("invitations", id)),
  channels: () => call<{ readonly channels: readonly ChannelView[] }>("GET", "/channels"),
  channel: (id: string) => call<ChannelView>("GET", of("channels", id)),
  addChannel: (input: unknown) => call<IssuedChannelView>("POST", "/channels", input),
  changeChannel: (id: string, change: unknown) =>
    call<ChannelView>("PATCH", of("channels", id), change),
  /** Whether agent messages can be sent to an address. Stores and sends nothing. */
  judgeAddress: (chatApiUrl: string, id: string | undefined) =>
    call<AddressVerdict>("POST", "/channel-address", { chatApiUrl, id }),
  /** Connects to the other system and sends it a test signal. */
  checkChannel: (id: string) =>
    call<{ readonly findings: readonly Finding[] }>("POST", `${of("channels", id)}/check`),
  sendTestMessage: (id: string, visitorId: string, text: string) =>
    call<TestResult>("POST", `${of("channels", id)}/test-message`, { visitorId, text }),
  recentDeliveries: (id: string) =>
    call<Pick<DeliveryPage, "deliveries">>("GET", `${of("channels", id)}/deliveries`),
  rotate: (id: string, now: boolean) =>
    call<IssuedChannelView>("POST", `${of("channels", id)}/rotate`, { now }),
  sign: (id: string, now: boolean) =>
    call<ChannelView & { readonly signingKey: string }>("POST", `${of("channels", id)}/signing`, {
      now,
    }),
  unsign: (id: string) => call("DELETE", `${of("channels", id)}/signing`),
  removeChannel: (id: string) => call("DELETE", of("channels", id)),
  deliveries: (query: string, before: string | null) =>
    call<DeliveryPage>("GET", `/deliveries?${query}${cursor(before, "&")}`),
  delivery: (id: string) => call<DeliveryView>("GET", of("deliveries", id)),
  /** `confirm`: the word that the admin typed. */
  eraseVisitor: (conversationId: string, confirm: string) =>
    call("POST", `${of("conversations", conversationId)}/erase`, { confirm }),
  retry: (id: string) =>
    call<{ readonly deliveryId: string }>("POST", `${of("deliveries", id)}/retry`),
};

function of(kind: string, id: string): string {
  return `/${kind}/${encodeURIComponent(id)}`;
}
