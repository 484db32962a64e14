import type { Sabotage } from "../contract/sabotage.ts";
import { acknowledgementSabotages } from "./acknowledgements.ts";
import { consoleSabotages } from "./console.ts";
import { channelAccessSabotages } from "./channel-access.ts";
import { idSabotages } from "./ids.ts";
import { ingressSabotages } from "./ingress.ts";
import { laneSabotages } from "./lanes.ts";
import { messageSabotages } from "./messages.ts";
import { profileSabotages } from "./profile.ts";
import { redeliverySabotages } from "./redelivery.ts";
import { searchSabotages } from "./search.ts";
import { textSabotages } from "./texts.ts";
import { transportSabotages } from "./transport.ts";
import { typingSabotages } from "./typing.ts";
import { unsentSabotages } from "./unsent.ts";

/** Every sabotage of the repository. */
export const sabotages: readonly Sabotage[] = [
  ...idSabotages,
  ...profileSabotages,
  ...messageSabotages,
  ...textSabotages,
  ...acknowledgementSabotages,
  ...redeliverySabotages,
  ...laneSabotages,
  ...channelAccessSabotages,
  ...typingSabotages,
  ...ingressSabotages,
  ...transportSabotages,
  ...consoleSabotages,
  ...searchSabotages,
  ...unsentSabotages,
];
