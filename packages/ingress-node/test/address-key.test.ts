import { describe, expect, it } from "vitest";
import { addressKey } from "../src/address-key.ts";

describe("an address is counted", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
    ["no address", ""],
    ["192.0.2.7, 192.0.2.8", ""],
    ["2001:db8:1:2:3:4:5:6:7:8:9", ""],
    ["x:x:x:x:x:x:x:x:x:x", ""],
  ])("%j as %j", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
