import type { Channel } from "../../model/channel.ts";
import type { Finding } from "../../ports/platform/diagnosis.ts";
import type {
  TestMessageAnswer,
  TestMessageRequest,
  TestMessages,
} from "../../ports/services/test-messages.ts";
import { agentBody, readAgentMessage } from "../../protocol/agent-envelope.ts";
import { readVisitorId } from "../../protocol/senders/visitor-id.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import type { ChannelRegistry } from "../channels/channel-registry.ts";
import { storeRefusal } from "../commit/store-refusal.ts";
import type { DrivenPorts } from "../engine-parts.ts";
import { failureFindings, refusalFinding } from "./findings/answer-findings.ts";
import { durationText, okFinding, warningFinding } from "./findings/findings.ts";
import { messageIdCharacters, postTest } from "./receiver-test.ts";
import type { TestAnswer } from "./test-answer.ts";

/** Sends test messages of admins, and tells how each was answered. */
export class TestMessageService implements TestMessages {
  readonly #channels: Pick<ChannelRegistry, "find">;
  readonly #ports: DrivenPorts;

  constructor(channels: Pick<ChannelRegistry, "find">, ports: DrivenPorts) {
    this.#channels = channels;
    this.#ports = ports;
  }

  async send(request: TestMessageRequest, signal: AbortSignal): Promise<TestMessageAnswer> {
    try {
      const channel = await this.#channels.find(request.channelId);
      if (channel === null) return refused(refuse("unknownChannel"));
      const visitor = readVisitorId(request.visitorId);
      if (!visitor.ok) return refused(visitor.refusal);
      const message = { type: "text", text: request.text };
      const read = readAgentMessage(message, request.sender, channel.knobs);
      if (!read.ok) return refused(read.refusal);
      const id = this.#ports.random.token(messageIdCharacters);
      const body = agentBody({
        sender: read.sender,
        recipientId: visitor.json,
        message: JSON.stringify({ ...read.messages[0], id }),
      });
      const answer = await postTest(channel, body, this.#ports, signal);
      const isDelivered = answer.end.kind === "positive";
      return { sent: true, isDelivered, finding: findingOf(answer, channel) };
    } catch (error) {
      return refused(storeRefusal(error));
    }
  }
}

function findingOf({ end, result, latencyMs }: TestAnswer, channel: Channel): Finding {
  if (end.kind === "failure") return failureFindings[end.failure];
  if (result.kind === "failure") return failureFindings[result.failure];
  if (end.kind === "positive") {
    const message = `The receiver acknowledged the test message (${durationText(latencyMs)}).`;
    return okFinding("receiver-acknowledgement", message);
  }
  if (end.kind !== "failure-shape") return refusalFinding(end, result, channel);
  return warningFinding(
    "receiver-failure-shape",
    `The receiver refused the test message (HTTP ${end.status}, code ${end.code}).`,
    "It may not know the visitor: send to one that it knows. Its log says what the code means.",
  );
}

function refused(refusal: Refusal): TestMessageAnswer {
  return { sent: false, refusal };
}
