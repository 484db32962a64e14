import { visibleText } from "@parley/core/text";
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LiveEvent } from "../src/live/live-event.ts";
import type { MeView } from "../src/accounts/me-view.ts";
import { api } from "./api/api.ts";
import { AvailabilitySwitch } from "./accounts/availability-switch.tsx";
import { ConnectionBanner } from "./live/connection-banner.tsx";
import { FirstMinuteCard } from "./first-minute/first-minute-card.tsx";
import { FirstMinuteProvider } from "./first-minute/first-minute-provider.tsx";
import { Inbox } from "./conversations/inbox.tsx";
import { KeyboardLayer } from "./keyboard/keyboard-layer.tsx";
import { LiveNews, LiveNewsContext } from "./live/live-news.ts";
import { Navigation } from "./navigation.tsx";
import { Notices } from "./notices/notices.tsx";
import { OwnNameContext, ownNamesOf, OwnNamesContext } from "./accounts/own-name.ts";
import { OtherPage } from "./other-page.tsx";
import { PresenceLine } from "./accounts/presence-line.tsx";
import type { Route } from "./route.ts";
import { SignOutBanner, useSignOut } from "./sign-in/sign-out.tsx";
import { SkipLink } from "./keyboard/skip-link.tsx";
import { TopBar } from "./keyboard/top-bar.tsx";
import { focusNewPage } from "./ui/focus.ts";
import { UnsentBanner } from "./unsent/unsent-banner.tsx";
import { UnsentForms } from "./unsent/forms/unsent-forms.tsx";
import { useErasedCheck } from "./unsent/use-erased-check.ts";
import { usePageTitle } from "./unsent/use-page-title.ts";
import { UntrustedText } from "./ui/untrusted-text.tsx";
import { useLiveInbox } from "./conversations/data/use-live-inbox.ts";

export interface SignedInLayoutProps {
  readonly me: MeView;
  readonly route: Route;
  /** Called when the account changed, here or elsewhere. */
  readonly onMe: (me: MeView) => void;
  readonly onSignedOut: (notice?: string) => void;
}

/** The layout for a signed-in agent. The data of the inbox stay live behind other pages. */
export function SignedInLayout({
  me,
  route,
  onMe,
  onSignedOut,
}: SignedInLayoutProps): ReactElement {
  const openId = route.name === "inbox" ? route.id : null;
  const [news] = useState(() => new LiveNews());
  const leaving = useRef(false);
  const { id: accountId, name, email, role } = me.account;
  const ownNames = useMemo(() => ownNamesOf(me), [me]);

  const onEvent = useCallback(
    (event: LiveEvent): void => {
      news.tell(event);
      if (event.type === "account" && event.data.accountId === accountId) {
        api.me().then(onMe, () => undefined);
      }
    },
    [news, accountId, onMe],
  );
  const onLost = useCallback(
    (notice?: string): void => onSignedOut(leaving.current ? undefined : notice),
    [onSignedOut],
  );
  const onOtherAccount = useCallback((): void => {
    api.me().then(
      (now) => {
        if (now.account.id !== accountId) onMe(now);
      },
      () => undefined,
    );
  }, [accountId, onMe]);
  const inbox = useLiveInbox({ me, openId, onSignedOut: onLost, onEvent, onOtherAccount });
  const { state } = inbox;
  const { available } = state.presence;

  usePageTitle(route.name === "inbox" ? "Parley" : null);
  const contact = inbox.connection === "open" ? String(state.generation) : null;
  useErasedCheck(contact, inbox.onFound);

  const signOut = useSignOut(leaving, onSignedOut);
  useFocusOnNewPage(route);

  return (
    <LiveNewsContext value={news}>
      <FirstMinuteProvider>
        <div className="signed-in" data-open={openId !== null} data-view={route.name}>
          <SkipLink />
          <TopBar>
            <h1 className="brand">Parley</h1>
            <Navigation role={role} route={route} />
            <AvailabilitySwitch
              available={available}
              onChange={(chosen) => void inbox.choosePresence({ available: chosen })}
            />
            <a
              className="account"
              href="#/account"
              title={visibleText(email)}
              aria-current={route.name === "account" ? "page" : undefined}
              data-testid="account-name"
            >
              <UntrustedText text={name} />
            </a>
            <button
              className="quiet"
              ref={signOut.button}
              disabled={signOut.busy}
              onClick={signOut.ask}
              data-testid="sign-out"
            >
              Sign out
            </button>
          </TopBar>
          <PresenceLine
            {...state.presence}
            onChange={(withoutPage) => void inbox.choosePresence({ withoutPage })}
          />
          <div className="banners">
            <SignOutBanner signOut={signOut} />
            <ConnectionBanner connection={inbox.connection} problem={inbox.problem} />
            <UnsentBanner openId={openId} />
            <UnsentForms role={role} route={route} />
            <Notices available={available} openId={openId} />
            {route.name === "inbox" && (
              <FirstMinuteCard
                me={me}
                available={available}
                anyAvailable={state.presence.anyAvailable}
                onGoOnline={() => void inbox.choosePresence({ available: true })}
                onMe={onMe}
              />
            )}
          </div>
          {route.name === "inbox" ? (
            <OwnNameContext value={name}>
              <OwnNamesContext value={ownNames}>
                <Inbox
                  view={route.view}
                  openId={openId}
                  messageId={route.message}
                  isAdmin={role === "admin"}
                  isLive={inbox.connection === "open"}
                />
              </OwnNamesContext>
            </OwnNameContext>
          ) : (
            <OtherPage me={me} route={route} onMe={onMe} />
          )}
          <KeyboardLayer
            role={role}
            available={available}
            onAvailable={(chosen) => void inbox.choosePresence({ available: chosen })}
            onSignOut={signOut.ask}
          />
        </div>
      </FirstMinuteProvider>
    </LiveNewsContext>
  );
}

/** The first page leaves the focus at the top: the first tab stop skips to the content. */
function useFocusOnNewPage(route: Route): void {
  const shown = useRef(route);
  useEffect(() => {
    if (shown.current !== route) focusNewPage();
    shown.current = route;
  }, [route]);
}
