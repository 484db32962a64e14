import { everything, type InboxView, viewIn } from "./conversations/inbox-view.ts";
import { useMemo, useSyncExternalStore } from "react";

/** The route in the address, after `#/`. */
export type Route =
  | {
      readonly name: "inbox";
      /** The open conversation. */
      readonly id: string | null;
      /** Id of the message at which it opens; `null`: at its end. */
      readonly message: string | null;
      readonly view: InboxView;
    }
  | { readonly name: "account" | "replies" | "people" | "channels" | "add-channel" | "settings" }
  | {
      readonly name: "channel" | "delivery" | "erase" | "join" | "password" | "sign-in";
      readonly id: string;
    }
  | { readonly name: "deliveries"; readonly id: DeliveryList };

export type DeliveryList = "failed" | "waiting" | "dead-letters";

export function useRoute(): Route {
  const hash = useSyncExternalStore(onHashChange, () => window.location.hash);
  return useMemo(() => routeOf(hash), [hash]);
}

export function addressOf(name: string, id?: string): string {
  return id === undefined ? `#/${name}` : `#/${name}/${encodeURIComponent(id)}`;
}

export function goTo(address: string): void {
  window.location.hash = address;
}

/** The address is untrusted. An unknown one leads to the list of conversations. */
export function routeOf(hash: string): Route {
  const [path = "", search = ""] = hash.split("?", 2);
  const [, name = "", text = ""] = path.split("/");
  const id = decoded(text);
  switch (name) {
    case "account":
    case "replies":
    case "people":
    case "channels":
    case "add-channel":
    case "settings":
      return { name };
    case "deliveries":
      return { name, id: id === "waiting" || id === "dead-letters" ? id : "failed" };
    case "channel":
    case "delivery":
    case "erase":
    case "join":
    case "password":
    case "sign-in":
      return id === null ? inboxOf(null, everything) : { name, id };
    case "inbox":
      return inboxOf(null, viewIn(id, new URLSearchParams(search)));
    default: {
      const query = new URLSearchParams(search);
      const message = messageIn(query);
      return { ...inboxOf(name === "c" ? id : null, viewIn(null, query)), message };
    }
  }
}

function inboxOf(id: string | null, view: InboxView): Route & { readonly name: "inbox" } {
  return { name: "inbox", id, message: null, view };
}

function messageIn(query: URLSearchParams): string | null {
  const message = query.get("message") ?? "";
  return /^[1-9]\d{0,14}$/.test(message) ? message : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return null;
  }
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}
