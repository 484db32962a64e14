import { AgentRouter } from "@parley/core";
import { Container, ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { agentRouter, type AgentRouterOptions } from "../src/index.ts";

const module = () => new ContainerModule(() => {});
const backends = { desk: module(), slack: module() };
const otherwise = "desk";

/** What JavaScript or a settings file may pass. */
const wrong = (options: object): AgentRouterOptions => options as never;

const mistakes: readonly [AgentRouterOptions, sentence: string][] = [
  [wrong({}), "the option backends is missing."],
  [wrong({ backends }), "the option otherwise is missing."],
  [
    { backends: {}, otherwise },
    "backends must be an object with at least one agent app by its name.",
  ],
  [
    wrong({ backends: [module()], otherwise: 0 }),
    "otherwise must be a backend, or a list of at least one, each once.",
  ],
  [
    wrong({ backends, otherwise, channel: {} }),
    "there is no option channel. Options: backends, channels, otherwise, choose, candidates, takesDefault, mayRead, mayAssign, failOver, reassign.",
  ],
  [{ backends, otherwise: "sales" }, "otherwise must name one of the backends: desk, slack."],
  [
    { backends, choose: () => "desk", otherwise: [] },
    "otherwise must be a backend, or a list of at least one, each once.",
  ],
  [
    { backends, choose: () => "desk", otherwise: ["desk", "desk"] },
    "otherwise must be a backend, or a list of at least one, each once.",
  ],
  [
    { backends, choose: () => "desk", otherwise: ["desk", "sales"] },
    "otherwise.1 must name one of the backends: desk, slack.",
  ],
  [wrong({ backends, otherwise, channels: { shop: [] } }), "channels.shop must be a backend."],
  [wrong({ backends, otherwise, channels: { shop: 7 } }), "channels.shop must be a backend."],
  [
    { backends, otherwise, channels: { shop: "slak/sales" } },
    "channels.shop must name one of the backends: desk, slack.",
  ],
  [
    { backends, otherwise, channels: { "my shop": "desk" } },
    "channels.my shop is not the id of a channel.",
  ],
  [
    wrong({ backends, otherwise: ["desk"] }),
    "otherwise is a list for choose: without it, name one backend.",
  ],
  [wrong({ backends, otherwise, choose: "desk" }), "choose must be a function."],
  [
    wrong({ backends, otherwise, choose: () => "desk", channels: {} }),
    "channels cannot stand beside choose: say in candidates which backends it may choose.",
  ],
  [
    wrong({ backends, otherwise, candidates: {} }),
    "candidates are for choose: without it, say in channels who gets what.",
  ],
  [
    wrong({ backends, otherwise, choose: () => "desk", candidates: { shop: "desk" } }),
    "candidates.shop must be a list of at least one backend, each once.",
  ],
  [
    { backends, otherwise, choose: () => "desk", candidates: { shop: [] } },
    "candidates.shop must be a list of at least one backend, each once.",
  ],
  [
    { backends, otherwise, choose: () => "desk", candidates: { shop: ["sales"] } },
    "candidates.shop.0 must name one of the backends: desk, slack.",
  ],
  [
    { backends, otherwise, takesDefault: "console" },
    "takesDefault must name one of the backends: desk, slack.",
  ],
  [
    { backends, otherwise, mayRead: { lead: ["desk"] } },
    "mayRead.lead must name one of the backends: desk, slack.",
  ],
  [
    { backends, otherwise, mayRead: { desk: ["slack", "lead"] } },
    "mayRead.desk.1 must name one of the backends: desk, slack.",
  ],
  [
    { backends, otherwise, mayAssign: ["lead"] },
    "mayAssign.0 must name one of the backends: desk, slack.",
  ],
  [
    { backends, otherwise, failOver: { lead: { to: "desk", afterMs: 60_000 } } },
    "failOver.lead must name one of the backends: desk, slack.",
  ],
  [
    { backends, otherwise, failOver: { desk: { to: "lead", afterMs: 60_000 } } },
    "failOver.desk.to must name one of the backends: desk, slack.",
  ],
  [
    { backends, otherwise, failOver: { desk: { to: "desk", afterMs: 60_000 } } },
    "failOver.desk.to must be another backend.",
  ],
  [
    { backends, otherwise, failOver: { desk: { to: "slack", afterMs: 59_999 } } },
    "failOver.desk.afterMs must be a whole number of at least 60000.",
  ],
  [
    { backends, otherwise, failOver: { "slack/sales": { to: "desk", afterMs: 1 } } },
    "failOver.slack/sales.afterMs must be a whole number of at least 60000.",
  ],
  [
    wrong({ backends, otherwise, failOver: { desk: { to: "slack" } } }),
    "the option failOver.desk.afterMs is missing.",
  ],
  [
    { backends, otherwise, reassign: { old: "lead" } },
    "reassign.old must name one of the backends: desk, slack.",
  ],
  [
    wrong({ backends, otherwise, reassign: { old: 7 } }),
    "reassign.old must be a string that is not empty.",
  ],
];

for (const [options, sentence] of mistakes)
  it(`tells the host: ${sentence}`, () => {
    expect(() => agentRouter(options)).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: `agentRouter: ${sentence}`,
      }) as Error,
    );
  });

function routerOf(options: AgentRouterOptions): AgentRouter {
  const container = new Container();
  container.load(agentRouter(options));
  return container.get(AgentRouter);
}

it("gives each channel the backends of its own, and all others those of `otherwise`", () => {
  const channels = { shop: "slack/sales", help: "desk" };
  const router = routerOf({ backends, channels, otherwise });
  const chosen = ["shop", "help", "else", "constructor"].map((channelId) => [
    router.choose({ channelId, profile: {} }),
    router.candidates(channelId),
  ]);
  expect(chosen).toEqual([
    ["slack/sales", ["slack/sales"]],
    ["desk", ["desk"]],
    ["desk", ["desk"]],
    ["desk", ["desk"]],
  ]);
  expect(router.receivers.toSorted()).toEqual(["desk", "slack/sales"]);
});

it("keeps the options as they were when it was made", () => {
  const channels: Record<string, string> = { shop: "slack" };
  const mayAssign = ["desk"];
  const router = routerOf({ backends, channels, otherwise, mayAssign });
  channels["shop"] = "desk";
  mayAssign.push("slack");
  expect(router.choose({ channelId: "shop", profile: {} })).toBe("slack");
  expect(router.mayAssign).toEqual(["desk"]);
});

it("takes a name that every object has for a name", () => {
  const named = { constructor: module() };
  const { mayRead, reassign } = routerOf({ backends: named, otherwise: "constructor" });
  expect([mayRead["constructor"], reassign["constructor"]]).toEqual([undefined, undefined]);
});
