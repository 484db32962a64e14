import fc from "fast-check";
import { type ApiDocument, boundsOf, type Operation, operationsOf } from "./described-api.ts";
import { changedValues } from "./changed-values.ts";
import { hostileValues } from "./hostile-values.ts";
import { valuesOf } from "./schema-values.ts";
import { type BodyForm, bodyForms } from "./body-forms.ts";

/** A request that may have placeholders of known values. */
export interface RequestPlan {
  readonly method: string;
  /** As in the document, with `{id}`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** `undefined`: no body. */
  readonly body: unknown;
  readonly form: BodyForm;
  readonly token: "own" | "other" | "none" | "wrong" | "basic";
}

type Values = Readonly<Record<string, unknown>>;

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Requests that the document allows, nearly allows, and does not allow. */
export function requestPlans(document: ApiDocument): fc.Arbitrary<RequestPlan> {
  const hostile = hostileValues(boundsOf(document));
  const each = operationsOf(document).map((operation) => ({
    weight: operation.requestBody === undefined && operation.security !== undefined ? 1 : 4,
    arbitrary: plansOf(operation, document, hostile),
  }));
  return fc.oneof(...each);
}

function plansOf(
  operation: Operation,
  document: ApiDocument,
  hostile: fc.Arbitrary<unknown>,
): fc.Arbitrary<RequestPlan> {
  const fitting = (place: "path" | "query" | "header"): fc.Arbitrary<Values> => {
    const those = (operation.parameters ?? []).filter((one) => one.in === place);
    const fields = those.map(({ name, schema }) => [name, valuesOf(schema, document, name)]);
    const required = those.filter((one) => one.required).map(({ name }) => name);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: required,
    });
  };
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const body = media === undefined ? fc.constant(undefined) : valuesOf(media.schema, document);
  const fits = {
    method: fc.constant(operation.method),
    path: fc.constant(operation.path),
    parameters: fitting("path"),
    query: fitting("query"),
    headers: fitting("header"),
    body,
    form: fc.constant<BodyForm>("json"),
    token: fc.constant<RequestPlan["token"]>("own"),
  };
  const changed = (values: fc.Arbitrary<Values>) =>
    changedValues(values, hostile).map((value) => Object(value) as Values);
  const plans = (parts: Partial<typeof fits>): fc.Arbitrary<RequestPlan> =>
    fc.record({ ...fits, ...parts });
  return fc.oneof(
    { weight: 5, arbitrary: plans({}) },
    { weight: 6, arbitrary: plans({ body: changedValues(body, hostile) }) },
    { weight: 2, arbitrary: plans({ query: changed(fits.query) }) },
    { weight: 2, arbitrary: plans({ parameters: changed(fits.parameters) }) },
    { weight: 1, arbitrary: plans({ headers: changed(fits.headers) }) },
    { weight: 2, arbitrary: plans({ form: fc.constantFrom(...bodyForms) }) },
    { weight: 1, arbitrary: plans({ method: fc.constantFrom(...methods) }) },
    { weight: 1, arbitrary: plans({ body: hostile }) },
    {
      weight: 1,
      arbitrary: plans({ token: fc.constantFrom("other", "none", "wrong", "basic") }),
    },
  );
}
