/** The element with this `data-testid`; the page names its parts once, for itself and for its tests. */
export function part<Part extends HTMLElement = HTMLElement>(name: string): Part {
  const found = document.querySelector<Part>(`[data-testid="${name}"]`);
  if (found === null) throw new Error(`the page has no part ${name}`);
  return found;
}

/** A new element. Text is only ever text: what others wrote cannot become markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
