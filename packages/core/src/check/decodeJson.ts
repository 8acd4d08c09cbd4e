import * as v from 'valibot';
import { type BaseIssue, type BaseSchema, type InferOutput, safeParse } from 'valibot';
import { describeValue, InputError, isRecord } from './inputError.js';

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
  return refuse(pathOf(issue), reasonOf(issue));
}

/** Levels of lists and objects that are read; deeper ones overflow the stack of code that walks through them. */
const MOST_LEVELS = 200;

export function parseJson(text: string): Decoded<unknown> {
  if (isTooDeep(text)) return refuse('', `expected at most ${MOST_LEVELS} levels of lists and objects, got more`);
  try {
    return accept(JSON.parse(text));
  } catch (error) {
    // Engines quote the text, whatever is in it.
    const message = (error as SyntaxError).message.replace(/[^\x20-\x7e]+/g, '?').slice(0, 160);
    return refuse('', `expected JSON: ${message}`);
  }
}

/** Whether brackets are open to more levels than are read; those in texts do not count. */
function isTooDeep(text: string): boolean {
  // Each level takes two characters.
  if (text.length < 2 * MOST_LEVELS) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MOST_LEVELS) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/** `people[0].stature`: keys after dots, numbers of list entries in brackets. */
function pathOf({ path }: BaseIssue<unknown>): string {
  return (path ?? []).reduce((text, { type, key }) => {
    if (type === 'array') return `${text}[${String(key)}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

/** A message that a schema gives stays; valibot's own, `Invalid type: Expected X but received Y`, are put in our words. */
function reasonOf(issue: BaseIssue<unknown>): string {
  const { message, expected, input, type, path } = issue;
  if (!message.startsWith('Invalid')) return message;
  if (type === 'strict_object' && expected === 'never') return 'there is no such key';
  if (input === undefined && expected === `"${String(path?.at(-1)?.key)}"`) return 'expected a value, got nothing';
  return `expected ${expectedOf(issue)}, got ${gotOf(input, type)}`;
}

function expectedOf({ type, expected, requirement }: BaseIssue<unknown>): string {
  if (Object.hasOwn(expectedByType, type)) return expectedByType[type](requirement);
  if (expected === null) return type;
  // valibot's writing of a choice: ("a" | "b")
  if (expected.startsWith('(')) {
    const choices = expected.slice(1, -1).split(' | ');
    const rest = choices.length > SHOWN_CHOICES ? ` and ${choices.length - SHOWN_CHOICES} others` : '';
    return `one of ${choices.slice(0, SHOWN_CHOICES).join(', ')}${rest}`;
  }
  return Object.hasOwn(expectedByName, expected) ? expectedByName[expected] : expected;
}

/** Choices that a message lists: names of bones would fill a page. */
const SHOWN_CHOICES = 12;

const expectedByName: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'an object',
  number: 'a number',
  string: 'a string',
  boolean: 'a boolean',
};

const expectedByType: Readonly<Record<string, (requirement: unknown) => string>> = {
  finite: () => 'a finite number',
  integer: () => 'a whole number',
  min_value: (least) => `${least} or more`,
  max_value: (most) => `at most ${most}`,
  min_length: (least) => `a length of ${least} or more`,
  max_length: (most) => `a length of at most ${most}`,
  length: (count) => `a length of ${count}`,
};

function gotOf(input: unknown, type: string): string {
  const hasLength = type.endsWith('length') && (Array.isArray(input) || typeof input === 'string');
  return hasLength ? String(input.length) : describeValue(input);
}

/** A checked value, or the place and the reason why there is none. What a decoder of outside data returns. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly path: string; readonly reason: string };

export function accept<T>(value: T): Decoded<T> {
  return { ok: true, value };
}

/** `path` is the place inside the input: `devices[2].role`; empty for the whole. */
export function refuse(path: string, reason: string): Decoded<never> {
  return { ok: false, path, reason };
}

/** The value, or an InputError with `where` in front of the path: `profile.json, devices[2].role: expected …`. */
export function requireDecoded<T>(decoded: Decoded<T>, where = ''): T {
  if (decoded.ok) return decoded.value;
  throw new InputError([where, decoded.path].filter((part) => part !== '').join(', '), decoded.reason);
}

/** `path: reason` of what was refused; null where a value was accepted. */
export function refusalOf(decoded: Decoded<unknown>): string | null {
  if (decoded.ok) return null;
  return decoded.path === '' ? decoded.reason : `${decoded.path}: ${decoded.reason}`;
}

/** What v.record() gives for these keys and values. */
type Table<Key extends v.BaseSchema<string, string, v.BaseIssue<unknown>>, Value extends Schema> = v.InferOutput<
  v.RecordSchema<Key, Value, undefined>
>;

/**
 * An object with these keys and values. Unlike v.record() it refuses a list, and keeps members with any name: v.record() leaves out
 * "prototype", "constructor" and "__proto__" without a word. They are own properties here; look them up as such (ownValue()).
 */
export function tableOf<
  const Key extends v.BaseSchema<string, string, v.BaseIssue<unknown>>,
  const Value extends Schema,
>(key: Key, value: Value): v.GenericSchema<unknown, Table<Key, Value>> {
  const message = ({ input }: { readonly input: unknown }) => `expected an object, got ${describeValue(input)}`;
  return v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(isRecord, message),
    v.rawTransform(({ dataset: { value: input }, addIssue, NEVER }): Table<Key, Value> => {
      const entries: [string, unknown][] = [];
      for (const [name, member] of Object.entries(input)) {
        const [decodedName, decoded] = [decodeValue(name, key), decodeValue(member, value)];
        const wrong = decodedName.ok ? decoded : decodedName;
        if (!wrong.ok) {
          const inside = wrong.path === '' || wrong.path.startsWith('[') ? wrong.path : `.${wrong.path}`;
          const place = { type: 'object', origin: 'value', input, key: `${name}${inside}`, value: member } as const;
          addIssue({ message: wrong.reason, path: [place] });
          return NEVER;
        }
        entries.push([name, decoded.ok ? decoded.value : undefined]);
      }
      // Makes own properties, of "__proto__" too.
      return Object.fromEntries(entries) as Table<Key, Value>;
    }),
  );
}
