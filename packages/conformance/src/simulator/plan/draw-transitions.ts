import type { Draw } from "./draw.ts";
import type { Input, InputKind, Plan } from "./plan.ts";
import type { RouterPlan } from "./router-plan.ts";

type Written = Extract<Input, { readonly kind: "visitor" }>;

/** Most calls of agent apps begin and end this soon after a message. */
const soonMs = 40;

/** Changes of owner at any instant, many of them while a message is on its way; some of them twice at once. */
export function drawTransitions(draw: Draw, plan: Plan, router: RouterPlan): Input[] {
  const written = plan.inputs.filter((input): input is Written => input.kind === "visitor");
  if (written.length === 0) return [];
  const most = Math.max(2, Math.min(12, Math.ceil(written.length / 2)));
  const count = draw.integer(draw.chance(0.15) ? 0 : 1, most);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const first = transition(draw, plan, router, draw.pick(written), `t${index}`);
    return draw.chance(0.2) ? [first, atOnce(draw, plan, router, first, `u${index}`)] : [first];
  });
}

function transition(
  draw: Draw,
  { nodes, healAt }: Plan,
  router: RouterPlan,
  { at, channel, visitor }: Written,
  label: string,
): Input {
  const when = draw.weighted({ soon: 5, later: 3, anyTime: 2 });
  const afterMs = {
    soon: draw.integer(0, soonMs),
    later: draw.integer(0, 12_000),
    anyTime: draw.integer(0, Math.max(1, Math.min(healAt, 3_600_000))),
  }[when];
  const node = draw.integer(0, nodes - 1);
  return {
    at: when === "anyTime" ? afterMs : at + afterMs,
    node,
    kind: "assign",
    channel,
    visitor,
    label,
    ...newOwner(draw, router),
    fence: draw.chance(0.85) ? "current" : "old",
    ...asker(draw, router),
  };
}

/** Another change of the same conversation at the same instant, through another node if there is one. */
function atOnce(
  draw: Draw,
  { nodes }: Plan,
  router: RouterPlan,
  first: Input,
  label: string,
): Input {
  const node = (first.node + draw.integer(1, Math.max(1, nodes - 1))) % nodes;
  return { ...first, ...newOwner(draw, router), node, label } as Input;
}

function newOwner(
  draw: Draw,
  { backends }: RouterPlan,
): Pick<Extract<InputKind, { kind: "assign" }>, "to" | "assignee"> {
  const to = draw.weighted({ other: 70, nobody: 15, stay: 15 });
  const assignee = draw.chance(to === "stay" ? 0.9 : 0.3) ? `person-${draw.integer(1, 3)}` : null;
  return { to: { other: draw.pick(backends), nobody: null, stay: "stay" }[to], assignee };
}

/** An operator, or an agent app. */
function asker(draw: Draw, { backends }: RouterPlan): { readonly by?: string } {
  const by = draw.weighted({ operator: 6, owner: 2, other: 2 });
  const name = draw.pick(backends);
  return by === "operator" ? {} : { by: by === "owner" ? "owner" : name };
}
