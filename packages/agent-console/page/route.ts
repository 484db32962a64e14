import { useMemo, useSyncExternalStore } from "react";

/** The route in the address, after `#/`. */
export type Route =
  | { readonly name: "inbox"; readonly id: string | null }
  | { readonly name: "account" | "people" | "channels" | "add-channel" }
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
  const [, name = "", text = ""] = hash.split("/");
  const id = decoded(text);
  switch (name) {
    case "account":
    case "people":
    case "channels":
    case "add-channel":
      return { name };
    case "deliveries":
      return { name, id: id === "waiting" || id === "dead-letters" ? id : "failed" };
    case "channel":
    case "delivery":
    case "erase":
    case "join":
    case "password":
    case "sign-in":
      return id === null ? { name: "inbox", id: null } : { name, id };
    default:
      return { name: "inbox", id: name === "c" ? id : null };
  }
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
