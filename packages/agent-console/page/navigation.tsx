import type { ReactElement } from "react";
import type { Role } from "../src/accounts/accounts.ts";
import { countInWords } from "./conversations/list/list-tabs.tsx";
import { useUnreadCount } from "./conversations/data/data-context.ts";
import type { Route } from "./route.ts";
import { useUnsentState } from "./unsent/unsent-context.ts";
import { countsOf } from "./unsent/unsent-state.ts";

interface Place {
  readonly label: string;
  readonly address: string;
  /** Names of the routes that this entry covers. */
  readonly routes: readonly Route["name"][];
}

const inbox: Place = { label: "Inbox", address: "#/", routes: ["inbox"] };
const replies: Place = { label: "Replies", address: "#/replies", routes: ["replies"] };
const forAdmins: readonly Place[] = [
  { label: "Deliveries", address: "#/deliveries/failed", routes: ["deliveries", "delivery"] },
  { label: "Channels", address: "#/channels", routes: ["channels", "channel", "add-channel"] },
  { label: "People", address: "#/people", routes: ["people"] },
  { label: "Settings", address: "#/settings", routes: ["settings"] },
];

/** The main pages that this role can open. */
export function placesFor(role: Role): readonly Place[] {
  return [inbox, replies, ...(role === "admin" ? forAdmins : [])];
}

export interface NavigationProps {
  readonly role: Role;
  readonly route: Route;
}

/** Links to the main pages. */
export function Navigation({ role, route }: NavigationProps): ReactElement | null {
  const unread = useUnreadCount();
  const failed = useUnsentState((state) => countsOf(state).failed);
  return (
    <nav className="places" aria-label="Places" data-testid="places">
      {placesFor(role).map(({ label, address, routes }) => (
        <a
          key={label}
          href={address}
          aria-current={routes.includes(route.name) ? "page" : undefined}
          data-testid={`place-${label.toLowerCase()}`}
        >
          {label}
          {label === inbox.label && unread > 0 && (
            <span className="place-count" data-testid="place-unread">
              {countInWords(unread)}
              <span className="only-read"> unread</span>
            </span>
          )}
          {label === inbox.label && failed > 0 && (
            <strong className="unsent-count" data-testid="unsent-count">
              {failed} not sent
            </strong>
          )}
        </a>
      ))}
    </nav>
  );
}
