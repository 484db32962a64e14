import type { ReactElement } from "react";

export interface PresenceLineProps {
  /** The agent's own choices. */
  readonly available: boolean;
  readonly withoutPage: boolean;
  /** Whether any agent is present. */
  readonly anyAvailable: boolean;
  readonly onChange: (withoutPage: boolean) => void;
}

/** What visitors see of all agents (§4.1), and what happens to this agent's presence when the page closes. */
export function PresenceLine(props: PresenceLineProps): ReactElement {
  const { available, withoutPage, anyAvailable, onChange } = props;
  return (
    <section className="presence-line muted" aria-label="Presence">
      <span role="status" data-testid="visitors-see">
        Visitors see: {anyAvailable ? "somebody is here" : "nobody is here"}
      </span>
      {available && (
        <label>
          <input
            type="checkbox"
            checked={withoutPage}
            onChange={(event) => onChange(event.target.checked)}
            data-testid="without-page"
          />
          Stay available when this page is closed
        </label>
      )}
    </section>
  );
}
