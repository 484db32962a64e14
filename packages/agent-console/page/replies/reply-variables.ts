/** Values of the variables in a canned reply. Empty: unknown. */
export interface ReplyValues {
  readonly "visitor.name": string;
  readonly "agent.name": string;
  readonly channel: string;
}

/** The variables, for those who write a reply. */
export const replyVariables = ["visitor.name", "agent.name", "channel"] as const;

const pattern = /( ?)\{\{\s*([a-z.]+)\s*(?:\|([^{}]*))?\}\}/gi;

/**
 * Replaces the variables of a canned reply. For an unknown value stands the text after `|`; without one, the variable
 * goes with the space in front of it, so that "Hello {{visitor.name}}," becomes "Hello,". Other braces stay.
 */
export function filledIn(text: string, values: ReplyValues): string {
  return text.replaceAll(pattern, (whole, space: string, name: string, otherwise?: string) => {
    const variable = variableOf(name);
    if (variable === null) return whole;
    const value = plain(values[variable]) || (otherwise ?? "").trim();
    return value === "" ? "" : space + value;
  });
}

/** Names in braces that are no variables: likely misspelt. */
export function unknownVariables(text: string): readonly string[] {
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = ""]) => name);
  return names
    .map((name) => name.split("|", 1)[0]?.trim() ?? "")
    .filter((name) => variableOf(name) === null);
}

function variableOf(name: string): (typeof replyVariables)[number] | null {
  return replyVariables.find((variable) => variable === name.toLowerCase()) ?? null;
}

/** Visitors choose their names: a line break or an invisible character has no place in an agent's reply. */
function plain(value: string): string {
  return value.replaceAll(/\s+/g, " ").replaceAll(/\p{C}/gu, "").trim();
}
