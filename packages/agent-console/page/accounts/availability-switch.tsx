import type { ReactElement } from "react";

export interface AvailabilitySwitchProps {
  readonly available: boolean;
  readonly onChange: (available: boolean) => void;
}

/** Whether visitors see that an agent is present (§4.1). */
export function AvailabilitySwitch({ available, onChange }: AvailabilitySwitchProps): ReactElement {
  return (
    <button
      className="availability"
      role="switch"
      aria-checked={available}
      onClick={() => onChange(!available)}
      data-testid="availability"
    >
      <span className="availability-track" aria-hidden="true" />
      {available ? "Available" : "Away"}
    </button>
  );
}
