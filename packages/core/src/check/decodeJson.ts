import { type BaseIssue, type BaseSchema, getDotPath, type InferOutput, safeParse } from 'valibot';
import { accept, type Decoded, refuse } from './decoded.js';

/** Any valibot schema without asynchronous parts. */
export type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/** Parses a text and checks it against a schema. */
export function decodeJson<S extends Schema>(text: string, schema: S): Decoded<InferOutput<S>> {
  const parsed = parseJson(text);
  return parsed.ok ? decodeValue(parsed.value, schema) : parsed;
}

/** Checks a value of unknown make against a schema; the first thing that is wrong is reported. */
export function decodeValue<S extends Schema>(value: unknown, schema: S): Decoded<InferOutput<S>> {
  const result = safeParse(schema, value, { abortEarly: true });
  if (result.success) return accept(result.output);
  const [issue] = result.issues;
  return refuse(getDotPath(issue) ?? '', reasonOfIssue(issue));
}

export function parseJson(text: string): Decoded<unknown> {
  try {
    return accept(JSON.parse(text));
  } catch (error) {
    return refuse('', `expected JSON: ${(error as SyntaxError).message}`);
  }
}

/** valibot's own sentence is `Invalid type: Expected X but received Y`; a message that a schema gives stays. */
function reasonOfIssue({ message, expected, received }: BaseIssue<unknown>): string {
  return expected !== null && message.startsWith('Invalid') ? `expected ${expected}, got ${received}` : message;
}
