import axe from "axe-core";
import type { Page } from "playwright-core";

/** Every violation of axe's default rules, best practices included, each with the element. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { readonly axe: typeof axe };
    return (await checker.run(document)).violations.map(({ id, help, nodes }) => ({
      rule: `${id} (${help})`,
      elements: nodes.map(({ html, any, all, none }) => ({
        html,
        why: [...any, ...all, ...none].map(({ message }) => message).join("; "),
      })),
    }));
  });
  return violations.flatMap(({ rule, elements }) =>
    elements.map(({ html, why }) => `${rule}: ${html.slice(0, 200)}\n    ${why}`),
  );
}
