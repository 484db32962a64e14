import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { closed } from "../closed-schema.ts";
import type { ApiDocument, Schema } from "./described-api.ts";
import type { RequestPlan } from "./request-plans.ts";
import type { Received } from "./send-plan.ts";

const shownCharacters = 300;

/** Holds answers against the document. */
export class AnswerCheck {
  readonly #document: ApiDocument;
  readonly #secret: string;
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true });
  readonly #checks = new Map<string, ValidateFunction>();

  /** @param secret a text that no answer may have */
  constructor(document: ApiDocument, secret: string) {
    this.#document = document;
    this.#secret = secret;
    this.#ajv.addVocabulary(["components"]);
  }

  /** What is wrong with an answer; `null`: nothing. */
  faultOf(plan: RequestPlan, answer: Received): string | null {
    const fault = this.#fault(plan, answer);
    return fault === null
      ? null
      : `${fault}: ${answer.status} ${answer.text.slice(0, shownCharacters)}`;
  }

  #fault(plan: RequestPlan, { status, type, text }: Received): string | null {
    if (status >= 500) return "a fault of the gateway";
    const { method, path, token } = plan;
    const operation = this.#document.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) return this.#refusalFault(method, { status, type, text });
    const { responses, security } = operation;
    const isPublic = security?.length === 0;
    if (token !== "own" && !isPublic && status < 300) return "an answer without a token of the app";
    if (text.includes(this.#secret)) return "a text of the other app";
    const response = responses[String(status)];
    if (response === undefined) return "an undocumented status";
    if (response.content === undefined) return text === "" ? null : "an undocumented body";
    const schema = response.content[type ?? ""]?.schema;
    if (schema === undefined) return `an undocumented type ${type}`;
    return this.#schemaFault(schema, text);
  }

  /** The document says nothing of this method, or of what a changed parameter made of the path. */
  #refusalFault(method: string, { status, text }: Received): string | null {
    if (status !== 404 && status !== 405 && status !== 413)
      return `an undocumented status for ${method}`;
    if (method === "HEAD") return text === "" ? null : "an answer to HEAD with a body";
    return this.#schemaFault({ $ref: "#/components/schemas/Error" }, text);
  }

  #schemaFault(schema: Schema, text: string): string | null {
    const check = this.#checkOf(schema);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return "no JSON";
    }
    return check(value) ? null : this.#ajv.errorsText(check.errors);
  }

  #checkOf(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = this.#checks.get(text);
    if (known !== undefined) return known;
    const { components } = this.#document;
    const whole = { ...closed(schema), components: closed(components) };
    const made = this.#ajv.compile(whole);
    this.#checks.set(text, made);
    return made;
  }
}
