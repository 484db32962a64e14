import { type BackupSource, type Logger, ParleyError, type Refusal, refuse } from "@parley/core";
import express, { type RequestHandler, type Router } from "express";
import { sendRefusal } from "./http/answer.ts";
import { Backups } from "./backups/backups.ts";
import { bearerToken } from "./http/bearer-token.ts";
import { errorAnswer } from "./http/error-answer.ts";
import { eventLoopDelay } from "./event-loop-delay.ts";
import { awaitEarlierAnswers } from "./http/answer-order.ts";
import { Jobs } from "./jobs.ts";
import { openApiDocument } from "./openapi.ts";
import type { Operation } from "./operation.ts";
import { type ChannelPorts, channelOperations } from "./operations/channel-operations.ts";
import {
  type ConversationPorts,
  conversationOperations,
} from "./operations/conversation-operations.ts";
import { type DeliveryPorts, deliveryOperations } from "./operations/delivery-operations.ts";
import { type OwnerPorts, ownerOperations } from "./operations/owner-operations.ts";
import { type NodePorts, nodeOperations } from "./operations/node-operations.ts";
import { type WorkPorts, workOperations } from "./operations/work-operations.ts";
import { serveOperations } from "./router.ts";
import { ownVersion } from "./version.ts";

/** The ports that the admin API calls. A gateway implements all of them. */
export interface AdminPorts
  extends ChannelPorts, ConversationPorts, DeliveryPorts, NodePorts, OwnerPorts, WorkPorts {
  readonly backups: readonly BackupSource[];
}

/** Options of the admin API. */
export interface AdminOptions {
  /** The bearer token required by every request. Must not be empty. Use a long one: nothing else protects this API. */
  readonly token: string;
  /**
   * A guard that `bearerToken` made from the same token. Pass it when the host guards other paths too, so that wrong
   * tokens are counted together. Default: a new guard.
   */
  readonly guard?: RequestHandler;
  /** Public address of the ingress: `https://chat.example.com/chat`. */
  readonly publicUrl: string;
  /** Logs internal failures by code, without messages, and all changes. Default: no log. */
  readonly logger?: Pick<Logger, "error" | "info">;
  /** Directory for backups alone; created when missing. Default: no backups. */
  readonly backupDirectory?: string;
  /** Small files of the host to include in backups, such as its token. Missing files are skipped. Default: none. */
  readonly backupFiles?: readonly string[];
  /** The version in `status` and in backups. Default: the version of this package. */
  readonly version?: string;
  /** Aborted when the gateway begins to stop. Jobs and exports then end and report it. Default: never. */
  readonly stopping?: AbortSignal;
}

/**
 * The admin API as a router, to mount at `/admin/v1`. It answers every path below its mount point.
 * @throws ParleyError `invalid-option` for an empty token or an invalid `publicUrl`
 */
export const adminExpress = (ports: AdminPorts, options: AdminOptions): Router => {
  const { token, guard, logger, stopping = new AbortController().signal } = options;
  if (token === "") {
    throw new ParleyError("invalid-option", "The admin token must not be empty.");
  }
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(awaitEarlierAnswers);
  router.use(guard ?? bearerToken(token));
  serveOperations(router, operationsOf(ports, options, stopping), { stopping, logger });
  router.use((_request, response) => sendRefusal(response, refuse("notFound")));
  router.use(errorAnswer(logger));
  return router;
};

/** The one table for the router, its checks and the OpenAPI document. */
function operationsOf(
  ports: AdminPorts,
  options: AdminOptions,
  stopping: AbortSignal,
): readonly Operation[] {
  const { logger, version = ownVersion } = options;
  const { clock } = ports;
  const jobs = new Jobs({ clock, logger, stopping });
  const facts = {
    version,
    startedAt: clock.now(),
    delay: eventLoopDelay(stopping),
    document: () => openApiDocument(operations, version),
  };
  const operations: readonly Operation[] = [
    ...nodeOperations(ports, facts),
    ...channelOperations(ports, readPublicUrl(options.publicUrl)),
    ...deliveryOperations(ports),
    ...conversationOperations(ports),
    ...ownerOperations(ports),
    ...workOperations(ports, jobs, backupsOf(ports, options, version)),
  ];
  return operations;
}

function backupsOf(ports: AdminPorts, options: AdminOptions, version: string): Backups | Refusal {
  const { backups: sources, clock } = ports;
  const { backupDirectory: directory, backupFiles: files = [] } = options;
  if (!sources.some(({ holds }) => holds === "messages")) {
    const detail = "The store is a database server: back up the database with its own tools";
    return refuse("noBackups", { detail });
  }
  if (directory === undefined) {
    return refuse("noBackups", { detail: "No backup directory is configured for this gateway" });
  }
  return new Backups({ directory, sources, files, clock, version });
}

function readPublicUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new ParleyError(
      "invalid-option",
      "publicUrl must be an http(s) URL without query and fragment.",
    );
  }
  return url.href.replace(/\/+$/, "");
}
