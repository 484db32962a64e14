import type { ReactElement } from "react";
import type { MeView } from "../src/accounts/me-view.ts";
import { AccountPage } from "./account-page.tsx";
import { AddChannelPage } from "./add-channel-page.tsx";
import { ChannelPage } from "./channel-page.tsx";
import { ChannelsPage } from "./channels-page.tsx";
import { DeliveriesPage } from "./deliveries-page.tsx";
import { DeliveryPage } from "./delivery-page.tsx";
import { PageFrame } from "./page-frame.tsx";
import { PeoplePage } from "./people-page.tsx";
import type { Route } from "./route.ts";

export interface OtherPageProps {
  readonly me: MeView;
  readonly route: Route;
  readonly onMe: (me: MeView) => void;
}

/** The page that the address names. The gateway refuses an agent what is an admin's, whatever is shown here. */
export function OtherPage({ me, route, onMe }: OtherPageProps): ReactElement {
  if (route.name === "account") return <AccountPage me={me} onMe={onMe} />;
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
    case "add-channel":
      return <AddChannelPage />;
    case "channel":
      return <ChannelPage key={route.id} id={route.id} />;
    case "deliveries":
      return <DeliveriesPage key={route.id} list={route.id} />;
    case "delivery":
      return <DeliveryPage key={route.id} id={route.id} />;
    default:
      return <ChannelsPage />;
  }
}
