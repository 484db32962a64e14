import type { ReactElement } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { SafeLink } from "../ui/safe-link.tsx";
import { useFirstMinute } from "./first-minute-context.ts";
import { NameForm } from "./name-form.tsx";

export interface FirstMinuteCardProps {
  readonly me: MeView;
  /** Whether the agent is available. */
  readonly available: boolean;
  /** Whether any agent is: visitors see the same. */
  readonly anyAvailable: boolean;
  readonly onGoOnline: () => void;
  readonly onMe: (me: MeView) => void;
}

/** Leads a new gateway to its first chat. It is gone for good, for all agents, once one has happened. */
export function FirstMinuteCard(props: FirstMinuteCardProps): ReactElement | null {
  const { me, available, anyAvailable, onGoOnline, onMe } = props;
  const { view, reload } = useFirstMinute();
  if (view === null || (view.chatted && !view.asksName)) return null;
  return (
    <section className="first-minute" aria-label="First steps" data-testid="first-minute">
      {!view.chatted && (
        <FirstChat
          available={available}
          anyAvailable={anyAvailable}
          shopUrl={view.shopUrl}
          onGoOnline={onGoOnline}
        />
      )}
      {view.asksName && <NameForm name={me.account.name} onNamed={onMe} onDone={reload} />}
    </section>
  );
}

interface FirstChatProps {
  readonly available: boolean;
  readonly anyAvailable: boolean;
  readonly shopUrl: string | null;
  readonly onGoOnline: () => void;
}

function FirstChat(props: FirstChatProps): ReactElement {
  const { available, anyAvailable, shopUrl, onGoOnline } = props;
  return (
    <div className="first-minute-step">
      <p role="status" data-testid="first-minute-state">
        {available ? (
          <>
            <strong>You are online.</strong> {nextStep(shopUrl)}
          </>
        ) : (
          <>
            <strong>You are away.</strong> {!anyAvailable && "Visitors see that nobody is here."}
          </>
        )}
      </p>
      <div className="form-end">
        {!available && (
          <button
            type="button"
            className="primary"
            onClick={onGoOnline}
            data-testid="first-minute-online"
          >
            Go online
          </button>
        )}
        {shopUrl !== null && (
          <SafeLink className={available ? "button primary" : "button"} href={shopUrl}>
            Open the shop
          </SafeLink>
        )}
      </div>
    </div>
  );
}

function nextStep(shopUrl: string | null): string {
  return shopUrl === null
    ? "Visitors see that somebody is here. Their messages show up in the inbox."
    : "Write a message in the shop, as a visitor. Then answer it here.";
}
