import { type Static, Type } from "typebox";
import { ChannelId } from "./fields.ts";

/** One check of the diagnosis: its subject, its result, and advice. */
export const FindingView = Type.Object(
  {
    check: Type.String(),
    level: Type.Enum(["ok", "warning", "fault"]),
    channelId: Type.Optional(Type.String()),
    message: Type.String(),
    advice: Type.Optional(Type.String()),
  },
  { title: "Finding" },
);
export type FindingView = Static<typeof FindingView>;

export const Findings = Type.Object({ findings: Type.Array(FindingView) }, { title: "Findings" });
export type Findings = Static<typeof Findings>;

export const DoctorQuery = Type.Object(
  {
    channel: Type.Optional(ChannelId),
    probe: Type.Optional(
      Type.Boolean({ default: true, description: "Whether to connect to receivers." }),
    ),
  },
  { additionalProperties: false },
);
export type DoctorQuery = Static<typeof DoctorQuery>;
