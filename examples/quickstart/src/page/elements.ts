/** The element with this `data-testid`. The page and its tests use the same names. */
export function part<Part extends HTMLElement = HTMLElement>(name: string): Part {
  const found = document.querySelector<Part>(`[data-testid="${name}"]`);
  if (found === null) throw new Error(`the page has no part ${name}`);
  return found;
}

/** A new element. Text is set as text only, so that it cannot become markup. */
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
