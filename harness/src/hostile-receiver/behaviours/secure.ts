import {
  badCertificates,
  behaviour,
  type Behaviour,
  type Certificate,
  type End,
  positive,
} from "../behaviour.ts";
import { drip } from "../dripping.ts";
import { flood } from "../flooding.ts";

const answersWell: Behaviour["answer"] = ({ socket }) => void socket.write(positive());

/** A server of bare bytes where TLS is expected. */
function instead(name: string, ends: readonly End[], greet: Behaviour["greet"]): Behaviour {
  return behaviour(`tls: ${name}`, ends, () => {}, { door: "bytes", ...(greet && { greet }) });
}

function withCertificate(name: string, door: Certificate, rest: Partial<Behaviour>): Behaviour {
  return { ...behaviour(`tls: ${name}`, ["unreachable"], answersWell, { door }), ...rest };
}

/** Receivers whose TLS is not what it should be. */
export const secure: readonly Behaviour[] = [
  ...badCertificates.map((door) =>
    withCertificate(`shows a certificate that is ${door}`, door, {}),
  ),
  withCertificate("answers well", "good", { ends: [200], delivered: true, kept: true }),
  withCertificate("never answers", "good", { ends: ["timeout"], answer: () => {} }),
  withCertificate("resets after the request", "good", {
    ends: ["unreadable-answer"],
    answer: ({ socket }) => void socket.destroy(),
  }),
  instead("stalls in the handshake", ["timeout"], () => {}),
  instead("answers the handshake in plain text", ["unreachable"], (socket) => {
    socket.write(positive());
  }),
  instead("answers the handshake with garbage", ["unreachable"], (socket) => {
    socket.write(Buffer.alloc(1_000, 0xaa));
  }),
  instead("refuses the handshake", ["unreachable"], (socket) => {
    socket.write(Buffer.from("15030300020228", "hex"));
  }),
  instead("closes in the handshake", ["unreachable"], (socket) => {
    socket.once("data", () => socket.end());
  }),
  instead("drips a handshake record", ["timeout", "unreachable"], (socket) => {
    socket.write(Buffer.from("160303ffff", "hex"));
    drip(socket, 5, () => "\x02");
  }),
  instead("floods the handshake", ["unreachable", "timeout"], (socket) => {
    flood(
      socket,
      Buffer.concat([Buffer.from("1603034000", "hex"), Buffer.alloc(0x4000)]),
      1_024 ** 3,
    );
  }),
];
