import type { ReactElement } from "react";
import type { MeView } from "../src/accounts/me-view.ts";
import { AccountPage } from "./accounts/account-page.tsx";
import { AddChannelPage } from "./channels/add-channel-page.tsx";
import { ChannelPage } from "./channels/channel-page.tsx";
import { ChannelsPage } from "./channels/channels-page.tsx";
import { DeliveriesPage } from "./deliveries/deliveries-page.tsx";
import { DeliveryPage } from "./deliveries/delivery-page.tsx";
import { EraseVisitorPage } from "./erasing/erase-visitor-page.tsx";
import { PageFrame } from "./ui/page-frame.tsx";
import { PeoplePage } from "./accounts/people-page.tsx";
import { SettingsPage } from "./settings/settings-page.tsx";
import { RepliesPage } from "./replies/replies-page.tsx";
import type { Route } from "./route.ts";

export interface OtherPageProps {
  readonly me: MeView;
  readonly route: Route;
  readonly onMe: (me: MeView) => void;
}

/** The page for the current route. The gateway enforces roles, whatever is shown here. */
export function OtherPage({ me, route, onMe }: OtherPageProps): ReactElement {
  if (route.name === "account") return <AccountPage me={me} onMe={onMe} />;
  if (route.name === "replies") return <RepliesPage me={me} />;
  if (me.account.role !== "admin") {
    return (
      <PageFrame title="For admins" problem={null} testId="admins-only">
        <p className="muted">Only an admin can see this page.</p>
      </PageFrame>
    );
  }
  switch (route.name) {
    case "people":
      return <PeoplePage ownId={me.account.id} />;
    case "settings":
      return <SettingsPage />;
    case "add-channel":
      return <AddChannelPage />;
    case "channel":
      return <ChannelPage key={route.id} id={route.id} />;
    case "deliveries":
      return <DeliveriesPage key={route.id} list={route.id} />;
    case "delivery":
      return <DeliveryPage key={route.id} id={route.id} />;
    case "erase":
      return <EraseVisitorPage key={route.id} id={route.id} />;
    default:
      return <ChannelsPage />;
  }
}
