/** What findings call an agent app: by its name where there are several. */
export function agentAppText(backend: string, backends: readonly string[]): string {
  return backends.length === 1 ? "the agent app" : `the agent app "${backend}"`;
}

/** The same at the beginning of a sentence. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
