import * as v from 'valibot';
import { decodeValue, type Schema } from './decodeJson.js';
import { describeValue, isRecord } from './describeValue.js';

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
