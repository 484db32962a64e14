import { ParleyError, readOptions } from "@parley/core";
import { Type } from "typebox";
import type { TypeRules } from "./types/type-rules.ts";

export interface MediaDirectoryOptions {
  /** Holds the files and nothing else; created when missing. All nodes of a gateway need the same one. */
  readonly directory: string;
  /** Where the host serves `MediaFiles.listener`, such as `https://chat.example/media`. At most 512 characters. */
  readonly publicUrl: string;
  /** The largest file. Default 25 MiB. */
  readonly limitBytes?: number;
  /** All files together. Default 10 GiB. With several nodes, each knows only roughly what the others have added. */
  readonly totalBytes?: number;
  /** Media types that may be stored, such as `image/png` or `image/*`. Default: all. `deny` beats `allow`. */
  readonly types?: TypeRules;
  /**
   * Takes a directory that is another one than before, whose files are lost then. Pass it for one start, after a loss.
   * Default: no.
   */
  readonly acceptLoss?: boolean;
}

/** Options that were checked and copied. */
export interface MediaSettings {
  readonly directory: string;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly limitBytes: number;
  readonly totalBytes: number;
  readonly types: Required<TypeRules>;
  readonly acceptLoss: boolean;
}

const mebibyte = 1024 * 1024;
const closed = { additionalProperties: false } as const;
const Bytes = Type.Integer({ minimum: 1 });
const Types = Type.Array(
  Type.String({
    pattern: "^[a-z0-9.+-]+/(?:\\*|[a-z0-9.+-]+)$",
    description: "a media type in lower case, such as image/png or image/*",
  }),
);
const Options = Type.Object(
  {
    directory: Type.String({ minLength: 1, description: "the path of a directory" }),
    publicUrl: Type.String({ minLength: 1, maxLength: 512 }),
    limitBytes: Type.Optional(Bytes),
    totalBytes: Type.Optional(Bytes),
    types: Type.Optional(
      Type.Object({ allow: Type.Optional(Types), deny: Type.Optional(Types) }, closed),
    ),
    acceptLoss: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** @throws ParleyError `invalid-option` */
export function mediaSettings(options: MediaDirectoryOptions): MediaSettings {
  const checked = readOptions<MediaDirectoryOptions>("mediaDirectory", Options, options);
  const { directory, publicUrl, limitBytes = 25 * mebibyte, types = {} } = checked;
  const { totalBytes = 10 * 1024 * mebibyte, acceptLoss = false } = checked;
  if (!isBase(publicUrl))
    throw new ParleyError(
      "invalid-option",
      "mediaDirectory: publicUrl must be an http or https URL without user, query or fragment.",
    );
  const { allow = ["*/*"], deny = [] } = types;
  return {
    directory,
    publicUrl: publicUrl.replace(/\/+$/, ""),
    limitBytes,
    totalBytes,
    types: { allow: [...allow], deny: [...deny] },
    acceptLoss,
  };
}

function isBase(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#]/.test(text)) return false;
  return url.username === "" && url.password === "";
}
