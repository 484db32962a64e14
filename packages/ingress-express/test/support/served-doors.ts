import type { DoorsNodeOptions } from "@parley/ingress-node";
import express from "express";
import {
  doorsOn,
  type DoorsGiven,
  type OpenedDoors,
} from "../../../ingress-node/test/support/doors.ts";
import { doorsExpress } from "../../src/index.ts";
import type { NamedDoor } from "@parley/core";

/** An Express app with the doors at `/agents`. */
export function doorsApp(doors: readonly NamedDoor[], options: DoorsNodeOptions) {
  return express().use("/agents", doorsExpress(doors, options));
}

type ServeDoors = (given?: DoorsGiven) => Promise<OpenedDoors>;

/** For `describe.each`: the two servers, which answer alike. */
export const servers: readonly (readonly [string, ServeDoors])[] = [
  ["ingress-node", doorsOn],
  ["ingress-express", (given) => doorsOn({ ...given, mount: doorsApp })],
];
