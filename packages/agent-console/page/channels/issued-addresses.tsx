import type { ReactElement } from "react";
import type { IssuedChannelView } from "../../src/channels/channel-view.ts";
import { ShownOnce } from "../ui/shown-once.tsx";

/** A channel's addresses, shown only once. */
export function IssuedAddresses({ issued }: { readonly issued: IssuedChannelView }): ReactElement {
  return (
    <div className="issued" data-testid="issued">
      <p className="warning">
        Copy these addresses now: they are secret, and cannot be shown again.
      </p>
      <ShownOnce
        label="Address for visitors' messages"
        value={issued.ingressUrl}
        testId="ingress-url"
      />
      <ShownOnce label="Address for the status" value={issued.statusUrl} testId="status-url" />
    </div>
  );
}
