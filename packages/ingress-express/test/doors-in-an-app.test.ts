import express from "express";
import { expect, it } from "vitest";
import { doorsOn } from "../../ingress-node/test/support/doors.ts";
import { doorsExpress } from "../src/index.ts";

it("doors behind a body parser are a 500, and the log names the mistake", async () => {
  const { client, asked, lines } = await doorsOn({
    mount: (doors, options) =>
      express().use(express.urlencoded()).use("/agents", doorsExpress(doors, options)),
  });
  const type = "Content-Type: application/x-www-form-urlencoded";
  expect((await client.send("POST", "/agents/desk", "a=1", [type])).status).toBe(500);
  expect(asked).toEqual([]);
  expect(lines).toEqual([
    ["a door failed", { door: "desk", error: "body-already-read", class: "ParleyError" }],
  ]);
});

it("a door is told the client's address as the app knows it", async () => {
  const { client, asked } = await doorsOn({
    mount: (doors, options) =>
      express().set("trust proxy", 1).use("/agents", doorsExpress(doors, options)),
  });
  await client.send("GET", "/agents/desk", "", ["X-Forwarded-For: 192.0.2.7"]);
  expect(asked).toMatchObject([{ clientAddress: "192.0.2.7" }]);
});

it("a door is told the whole path as received, wherever the app mounts it", async () => {
  const { client, asked } = await doorsOn({
    publicUrl: "https://chat.example",
    mount: (doors, options) => {
      const inner = express.Router().use("/plugins", doorsExpress(doors, options));
      return express().use("/deep", inner);
    },
  });
  await client.send("GET", "/DEEP/plugins/desk/a?b");
  expect(asked).toMatchObject([
    { path: "/a", query: "?b", url: "https://chat.example/DEEP/plugins/desk/a?b" },
  ]);
});
