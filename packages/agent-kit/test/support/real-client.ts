import "reflect-metadata";
import { HttpClient } from "@parley/core";
import { Container } from "inversify";
import { transportUndici } from "../../../transport-undici/src/index.ts";

const container = new Container();
await container.loadAsync(transportUndici({ allowInsecureLoopback: true }));

/** The client that a gateway has. It keeps no process alive. */
export const realClient = await container.getAsync(HttpClient);
