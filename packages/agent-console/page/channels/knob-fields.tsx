import type { ChannelKnobs } from "@parley/core";
import type { ReactElement } from "react";

interface Knob {
  readonly name: Exclude<keyof ChannelKnobs, "hiddenErrorCodes">;
  readonly label: string;
  /** The first one is the default. */
  readonly choices: readonly (readonly [value: string, words: string])[];
}

const knobs: readonly Knob[] = [
  {
    name: "acknowledge",
    label: "What counts as an acknowledgement",
    choices: [
      ["result-ok", 'Only {"result":"ok"}'],
      ["affirmative", 'Any plain yes, such as {"ok":true}'],
      ["any-2xx", "Any 2xx answer but null or an error"],
    ],
  },
  {
    name: "failureShape",
    label: "An error in answer to a message",
    choices: [
      ["final", "Ends the attempts"],
      ["redeliver", "Is tried again"],
    ],
  },
  {
    name: "typing",
    label: "An agent types",
    choices: [
      ["on", "The receiver is told"],
      ["off", "The receiver is not told"],
    ],
  },
  {
    name: "media",
    label: "Media without a name or size",
    choices: [
      ["strict", "Is refused"],
      ["lenient", "Is taken"],
    ],
  },
  {
    name: "overflow",
    label: "Text past 1000 characters",
    choices: [
      ["truncate", "Is cut"],
      ["split", "Goes on in further messages"],
    ],
  },
  {
    name: "dedupe",
    label: "A client's own retry",
    choices: [
      ["window", "Is recognised"],
      ["off", "Is a new message"],
    ],
  },
  {
    name: "transfer",
    label: "Agent messages travel with",
    choices: [
      ["content-length", "Content-Length"],
      ["chunked", "Chunked transfer"],
    ],
  },
];

/** Form fields for the channel's knobs. Without `values` they show the defaults. */
export function KnobFields({ values }: { readonly values?: ChannelKnobs }): ReactElement {
  return (
    <div className="fields">
      {knobs.map(({ name, label, choices }) => (
        <label key={name}>
          {label}
          {/* The key makes a new element when the saved value changes. React does not update
              `defaultValue`. */}
          <select
            key={values?.[name]}
            name={name}
            defaultValue={values?.[name]}
            data-testid={`knob-${name}`}
          >
            {choices.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label>
        Error codes whose words agents do not see
        <input
          name="hiddenErrorCodes"
          defaultValue={values?.hiddenErrorCodes.join(", ")}
          placeholder="none, or numbers between commas"
          pattern="\s*(-?\d+(\.\d+)?(\s*,\s*-?\d+(\.\d+)?)*)?\s*"
          data-testid="knob-hiddenErrorCodes"
        />
      </label>
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
