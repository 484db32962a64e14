import type { ChannelKnobs } from "@parley/core";
import { type ReactElement, useId } from "react";
import { type KnobWords, knobs } from "./knobs.ts";

/** Form fields for the channel's knobs. Without `values` they show the defaults. */
export function KnobFields({ values }: { readonly values?: ChannelKnobs }): ReactElement {
  const codesHelp = useId();
  return (
    <div className="fields">
      {knobs.map((knob) => (
        <KnobField key={knob.name} knob={knob} value={values?.[knob.name]} />
      ))}
      <div className="field">
        <label>
          Errors whose text agents do not see
          <input
            name="hiddenErrorCodes"
            defaultValue={values?.hiddenErrorCodes.join(", ")}
            placeholder="None"
            pattern="\s*(-?\d+(\.\d+)?(\s*,\s*-?\d+(\.\d+)?)*)?\s*"
            title="Numbers, with commas between them"
            aria-describedby={codesHelp}
            data-testid="knob-hiddenErrorCodes"
          />
        </label>
        <p id={codesHelp} className="field-help muted">
          Codes of the other system, with commas between them. Agents then read only that the
          message failed.
        </p>
      </div>
    </div>
  );
}

interface KnobFieldProps {
  readonly knob: KnobWords;
  readonly value: string | undefined;
}

function KnobField({ knob, value }: KnobFieldProps): ReactElement {
  const { name, label, help, choices } = knob;
  const helpId = useId();
  return (
    <div className="field">
      <label>
        {label}
        {/* The key makes a new element when the saved value changes. React does not update
            `defaultValue`. */}
        <select
          key={value}
          name={name}
          defaultValue={value}
          aria-describedby={helpId}
          data-testid={`knob-${name}`}
        >
          {choices.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <p id={helpId} className="field-help muted">
        {help}
      </p>
    </div>
  );
}

/** Input for the API, from a form with the address and the knobs. */
export function channelInputOf(form: FormData): Readonly<Record<string, unknown>> {
  const { hiddenErrorCodes = "", ...texts } = Object.fromEntries(form);
  const codes = String(hiddenErrorCodes).split(",");
  const trimmed = Object.entries(texts).map(([name, text]) => [name, String(text).trim()] as const);
  return {
    ...Object.fromEntries(trimmed),
    hiddenErrorCodes: codes
      .map((code) => code.trim())
      .filter(Boolean)
      .map(Number),
  };
}
