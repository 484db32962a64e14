import type { Respond } from "@parley/conformance";
import type { Channel } from "@parley/core";
import { describe, expect, it } from "vitest";
import { textOfOnly, troubles } from "../support/doctor.ts";
import { examined, examinedBy, http } from "../support/examined.ts";
import { respondOk } from "../support/raw-server.ts";

const chunked = (request: string): boolean => /^transfer-encoding: chunked/im.test(request);

describe("the doctor's second try", () => {
  it("tries the path without the channel's id before it advises a template", async () => {
    const known = (request: string) => request.startsWith("POST /chat?");
    const found = await examinedBy((request) => (known(request) ? respondOk : http(404)));
    expect(troubles(found)).toEqual(["receiver-path fault"]);
    expect(textOfOnly(found, "fault")).toContain("`?channel={channel}`");
  });

  for (const [path, ending] of [
    ["/chat", "`?channel={channel}`"],
    ["/chat?", "`channel={channel}`"],
    ["/chat?k=1", "`&channel={channel}`"],
    ["/chat?k=1&", "`channel={channel}`"],
    ["/chat?channel=7", "`&parley_channel={channel}`"],
  ] as const) {
    it(`advises for ${path} what it has tried there: ${ending}`, async () => {
      const whole = `POST ${path}${ending.replaceAll("`", "").replace("{channel}", "shop")} HTTP`;
      const found = await examinedBy(
        (request) => (request.startsWith(whole) ? respondOk : http(404)),
        {},
        path,
      );
      expect(troubles(found)).toEqual(["receiver-path fault"]);
      expect(textOfOnly(found, "fault")).toContain(`add ${ending} at its end`);
    });
  }

  it("tries the slash that a redirect wants before it advises it", async () => {
    for (const [path, ending] of [
      ["/chat", "`/{channel}/`"],
      ["/chat/", "`{channel}/`"],
    ] as const) {
      const moved = http(301, "", ["Location: /chat/shop/"]);
      const found = await examinedBy(
        (request) => (request.startsWith("POST /chat/shop/ ") ? respondOk : moved),
        {},
        path,
      );
      expect(troubles(found)).toEqual(["receiver-redirect fault"]);
      expect(textOfOnly(found, "fault")).toContain(`add ${ending} at its end`);
    }
  });

  it("advises no template when nothing is there either way", async () => {
    const found = await examined(http(404));
    expect(troubles(found)).toEqual(["receiver-path fault"]);
    expect(textOfOnly(found, "fault")).not.toContain("`?channel");
  });

  it("says what else is wrong with a receiver behind its right path", async () => {
    const found = await examinedBy(
      (request) => (request.startsWith("POST /chat?k=1&") ? http(200, '{"ok":true}') : http(405)),
      {},
      "/chat?k=1",
    );
    expect(troubles(found)).toEqual(["receiver-path fault", "receiver-acknowledgement fault"]);
  });

  /** What a receiver that answers `status` to a message with its length is told when it answers the second try so. */
  const afterSecondTry = (status: number, second: Respond, knobs: Partial<Channel["knobs"]> = {}) =>
    examinedBy(
      (request) => (request.startsWith("POST /chat?") || chunked(request) ? second : http(status)),
      { transfer: "content-length", ...knobs },
    );
  const shape = '{"error":{"code":404,"message":"not found"}}';

  for (const [what, second] of [
    ["a page for people", http(200, "<!doctype html><title>Shop")],
    ["a no", http(200, '{"error":"not found"}')],
    ["the failure shape with 404", http(404, shape)],
    ["the failure shape with 401", http(401, shape)],
    ["the failure shape with 503", http(503, shape)],
  ] as const) {
    it(`advises neither template nor transfer when the second try is answered with ${what}`, async () => {
      for (const acknowledge of ["result-ok", "any-2xx"] as const) {
        for (const [status, trouble] of [
          [404, "receiver-path fault"],
          [400, "receiver-status fault"],
        ] as const) {
          const found = await afterSecondTry(status, second, { acknowledge });
          expect(troubles(found)).toEqual([trouble]);
          expect(textOfOnly(found, "fault")).not.toMatch(/`\?channel|transfer:/);
        }
      }
    });
  }

  it("takes the failure shape for a sign that the second try was read", async () => {
    for (const status of [200, 409, 422]) {
      const found = await afterSecondTry(411, http(status, shape));
      expect(troubles(found)).toEqual([
        "receiver-transfer fault",
        "receiver-failure-shape warning",
      ]);
    }
  });

  it("takes a positive response for a sign, whatever else it says", async () => {
    const found = await afterSecondTry(411, http(200, '{"result":"ok","error":"none"}'));
    expect(troubles(found)).toEqual(["receiver-transfer fault"]);
  });

  it("takes any 2xx for a sign that the second try was taken", async () => {
    const found = await afterSecondTry(404, http(202, '{"result":"ok"}'));
    expect(troubles(found)).toEqual(["receiver-path fault", "receiver-acknowledgement fault"]);
  });

  for (const [transfer, other, status] of [
    ["chunked", "content-length", 411],
    ["content-length", "chunked", 400],
  ] as const) {
    it(`names \`transfer: ${other}\` for a receiver that answers ${transfer} with ${status}`, async () => {
      const found = await examinedBy(
        (request) => (chunked(request) === (transfer === "chunked") ? http(status) : respondOk),
        { transfer },
      );
      expect(troubles(found)).toEqual(["receiver-transfer fault"]);
      expect(textOfOnly(found, "fault")).toContain(`\`transfer: ${other}\``);
    });
  }
});
