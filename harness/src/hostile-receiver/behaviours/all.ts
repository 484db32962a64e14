import type { Behaviour } from "../behaviour.ts";
import { drips } from "./drips.ts";
import { endings } from "./endings.ts";
import { floodings } from "./floods.ts";
import { framing } from "./framing.ts";
import { nonsense } from "./nonsense.ts";
import { redirects } from "./redirects.ts";
import { secondAnswers } from "./second-answers.ts";
import { secure } from "./secure.ts";
import { silence } from "./silence.ts";
import { timing } from "./timing.ts";

/** Every way to treat a gateway badly, and the two good ones to compare with. */
export const behaviours: readonly Behaviour[] = [
  ...silence,
  ...drips,
  ...floodings,
  ...endings,
  ...framing,
  ...nonsense,
  ...redirects,
  ...secondAnswers,
  ...timing,
  ...secure,
];
