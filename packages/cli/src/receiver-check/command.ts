import { type ChannelKnobs, checkChatApiUrl, isChannelId, ParleyError } from "@parley/core";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { type JsonOption, withJson } from "../output/json-output.ts";
import { givenKnobs, knobChoices } from "../input/knobs.ts";

import { checkReceiver, type ReceiverCheckOptions } from "./check-receiver.ts";
import { maskOf } from "./exchange/mask.ts";
import { VerdictPrinter } from "./verdict/verdict-printer.ts";
import { recipientIdOf } from "./exchange/recipient-id.ts";
import { ruleRows } from "./rules/rules.ts";
import { readSigner } from "./exchange/signer.ts";

interface CheckOptions extends JsonOption {
  readonly channel: string;
  readonly secret?: string;
  readonly recipient?: string;
  readonly only?: readonly string[];
  readonly acknowledge?: ChannelKnobs["acknowledge"];
  readonly transfer?: ChannelKnobs["transfer"];
  readonly failureShape?: ChannelKnobs["failureShape"];
  readonly typing?: ChannelKnobs["typing"];
  readonly allowTarget?: readonly string[];
  readonly allowInsecureLoopback?: true;
  readonly verbose?: true;
}

/** Environment variable for the signing key, so that it need not stand in a command line. */
const keyVariable = "PARLEY_SIGNING_KEY";

/** `parley receiver …` */
export function receiverCommand(program: Command, context: CommandContext): void {
  const group = program
    .command("receiver")
    .description("Tools for the endpoint that takes agent messages.");
  check(group, context);
}

function check(group: Command, context: CommandContext): void {
  const command = group
    .command("check")
    .argument("<url>", "the chat_api_url of the channel; may hold {channel}", readUrl)
    .description("Send every kind of agent message to an endpoint, and report a verdict per rule.")
    .option("--channel <id>", "the channel's public id", readChannel, "receiver-check")
    .option("--recipient <id>", "a visitor that the receiver knows; default: a generated one")
    .option("--secret <key>", `signing key, whsec_…; or ${keyVariable} in the environment`)
    .option("--only <rules>", "check these rules only, separated by commas", readRules)
    .option("--allow-target <target>", "allow a host or CIDR that is not public", collect)
    .option("--allow-insecure-loopback", "allow this machine as a target, also over http")
    .option("--verbose", "show request and answer of every rule");
  for (const name of ["acknowledge", "transfer", "failureShape", "typing"] as const) {
    const flag = name === "failureShape" ? "failure-shape" : name;
    const option = new Option(`--${flag} <value>`, "knob of the channel");
    command.addOption(option.choices([...(knobChoices(name) ?? [])]));
  }
  withExamples(
    withJson(command),
    "parley receiver check https://shop.example/agent-messages --channel shop",
    "parley receiver check http://127.0.0.1:3000/hook --allow-insecure-loopback --only repeat,chunked",
  );
  command.action((url: string, options: CheckOptions) => run(url, options, context));
}

async function run(url: string, options: CheckOptions, context: CommandContext): Promise<void> {
  const key = options.secret ?? context.env[keyVariable] ?? "";
  const printer = new VerdictPrinter(context, {
    json: options.json === true,
    verbose: options.verbose === true,
    mask: maskOf([key, key.replace(/^whsec_/, "")]),
  });
  printer.begin(url, options.channel);
  try {
    const settings = settingsOf(url, key, options);
    for await (const verdict of checkReceiver(settings, context.signal)) printer.add(verdict);
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    throw new CommandError(exitCodes.usage, error.message);
  }
  printer.end();
  context.signal.throwIfAborted();
  if (printer.failures > 0) context.endWith(exitCodes.failed);
}

function settingsOf(url: string, key: string, options: CheckOptions): ReceiverCheckOptions {
  const signer = key === "" ? null : readSigner(key);
  if (key !== "" && signer === null)
    throw new CommandError(
      exitCodes.usage,
      "The signing key is not whsec_ and base64 of 24 to 64 bytes.",
    );
  return {
    chatApiUrl: url,
    channelId: options.channel,
    knobs: givenKnobs(options),
    signer,
    recipientId: options.recipient === undefined ? null : recipientIdOf(options.recipient),
    allowInsecureLoopback: options.allowInsecureLoopback === true,
    allowTargets: options.allowTarget ?? [],
    only: options.only === undefined ? null : new Set(options.only),
  };
}

function readUrl(text: string): string {
  const checked = checkChatApiUrl(text);
  if (!checked.ok) throw new InvalidArgumentError(`It ${checked.why}.`);
  return checked.url;
}

function readChannel(text: string): string {
  if (!isChannelId(text))
    throw new InvalidArgumentError("Expected 1 to 64 characters of A-Z, a-z, 0-9, _ and -.");
  return text;
}

function readRules(text: string): readonly string[] {
  const rules = text.split(",").map((rule) => rule.trim());
  const known = ruleRows.map(({ id }) => id);
  const unknown = rules.filter((rule) => !known.includes(rule));
  if (unknown.length > 0) throw new InvalidArgumentError(`The rules are ${known.join(", ")}.`);
  return rules;
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
