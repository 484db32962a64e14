import { myAppAgent } from "../src/index.ts";

export const name = "my-app";
export const token = "a token for tests";

/** The plugin with sample options. */
export const adapter = (url = "http://127.0.0.1:1") => myAppAgent({ url, token });
