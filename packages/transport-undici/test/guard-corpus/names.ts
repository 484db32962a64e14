/** A name and what the name servers say of it. */
export interface NamedTarget {
  readonly title: string;
  readonly host: string;
  readonly answers: readonly string[];
}

const named = (host: string, ...answers: readonly string[]): NamedTarget => ({
  title: `${host} at ${answers.join(", ") || "no address"}`,
  host,
  answers,
});
const manyPublic = Array.from({ length: 5_000 }, (_, index) => `8.8.${index >> 8}.${index & 255}`);

/** Names of which at least one address is not a host of the internet, so that none may be connected to. */
export const forbiddenNames: readonly NamedTarget[] = [
  named("shop.test", "127.0.0.1"),
  named("shop.test", "::1"),
  named("shop.test", "0.0.0.0"),
  named("shop.test", "::"),
  named("shop.test", "10.0.0.1"),
  named("shop.test.", "192.168.0.1"),
  named("shop.test..", "127.0.0.1"),
  named("SHOP.TEST", "172.16.0.1"),
  named("127.0.0.1.nip.test", "127.0.0.1"),
  named("localhost.shop.test", "127.0.0.1"),
  named("localhost.localdomain", "127.0.0.1"),
  named("localhost..", "127.0.0.1"),
  named("ip6-localhost", "::1"),
  named("broadcasthost", "255.255.255.255"),
  named("loopback", "127.0.0.1"),
  named("xn--fsq.test", "127.0.0.1"),
  named("例.test", "127.0.0.1"),
  named("metadata.google.internal", "169.254.169.254"),
  named("metadata", "169.254.169.254"),
  named("instance-data.ec2.internal", "169.254.169.254"),
  named("instance-data", "fd00:ec2::254"),
  named("metadata.azure.internal", "168.63.129.16"),
  named("metadata.tencentyun.test", "169.254.0.23"),
  named("metadata.aliyun.test", "100.100.100.200"),
  named("kubernetes.default.svc.cluster.local", "10.96.0.1"),
  named("host.docker.internal", "192.168.65.254"),
  named("gateway.docker.internal", "172.17.0.1"),
  named("router.lan", "192.168.1.1"),
  named("printer.local", "169.254.7.7"),
  named("alias-of-a-private-name.test", "10.9.8.7"),
  // mixed answers, whichever comes first
  named("mixed.test", "8.8.8.8", "127.0.0.1"),
  named("mixed.test", "127.0.0.1", "8.8.8.8"),
  named("mixed.test", "8.8.8.8", "fd00::1"),
  named("mixed.test", "2606:4700::1111", "10.0.0.1"),
  named("mixed.test", "8.8.8.8", "8.8.4.4", "169.254.169.254"),
  named("mixed.test", "8.8.8.8", "::ffff:127.0.0.1"),
  named("mixed.test", "8.8.8.8", "64:ff9b::7f00:1"),
  named("mixed.test", "8.8.8.8", "2002:7f00:1::"),
  named("mixed.test", "8.8.8.8", "fe80::1%eth0"),
  named("mixed.test", "8.8.8.8", "::1%lo"),
  // answers that are none
  named("broken.test"),
  named("broken.test", ""),
  named("broken.test", "nonsense"),
  named("broken.test", "8.8.8.8", "nonsense"),
  named("broken.test", "localhost"),
  named("broken.test", "127.1"),
  named("broken.test", "0177.0.0.1"),
  named("broken.test", "2130706433"),
  named("broken.test", "[::1]"),
  named("broken.test", "127.0.0.1:443"),
  named("broken.test", " 127.0.0.1"),
  named("broken.test", "8.8.8.8\n127.0.0.1"),
  named("broken.test", "8.8.8.8, 127.0.0.1"),
  // very many
  {
    title: "a loopback address behind 5,000",
    host: "many.test",
    answers: [...manyPublic, "127.0.0.1"],
  },
  {
    title: "a private address before 5,000",
    host: "many.test",
    answers: ["10.0.0.1", ...manyPublic],
  },
];

/** Names that may be connected to, to compare with. */
export const publicNames: readonly NamedTarget[] = [
  named("shop.test", "8.8.8.8"),
  named("shop.test", "8.8.8.8", "2606:4700::1111"),
  named("localhost.test", "8.8.8.8"),
  named("10.0.0.1.nip.test", "8.8.8.8"),
  { title: "5,000 addresses", host: "many.test", answers: manyPublic },
];
