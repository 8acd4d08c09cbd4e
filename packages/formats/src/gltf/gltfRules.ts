import { describeValue, isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import type { GltfJson } from './glb.js';

/** Checks a value of a glTF; `path` is its place: "nodes[3].children[0]". Throws FormatError. */
export type Rule = (value: unknown, path: string, json: GltfJson) => void;

export function refuseValue(path: string, expected: string, value: unknown): FormatError {
  return new FormatError('glTF', path, `expected ${expected}, got ${describeValue(value)}`);
}

export const text: Rule = (value, path) => {
  if (typeof value !== 'string') throw refuseValue(path, 'text', value);
};

/** Names of bones are looked for in tables, letter by letter. */
const LONGEST_NAME = 1000;

export const label: Rule = (value, path, json) => {
  text(value, path, json);
  const { length } = value as string;
  if (length > LONGEST_NAME)
    throw new FormatError('glTF', path, `expected a name of at most ${LONGEST_NAME} letters, got ${length}`);
};

export const number: Rule = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refuseValue(path, 'a number', value);
};

export const whole: Rule = (value, path) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw refuseValue(path, 'a whole number', value);
  }
};

export const numbers =
  (count?: number): Rule =>
  (value, path) => {
    const isRight =
      Array.isArray(value) && value.every(Number.isFinite) && (count === undefined || value.length === count);
    if (!isRight) throw refuseValue(path, count === undefined ? 'a list of numbers' : `${count} numbers`, value);
  };

export const oneOf =
  (...choices: readonly (string | number)[]): Rule =>
  (value, path) => {
    if (!choices.includes(value as never)) throw refuseValue(path, `one of ${choices.join(', ')}`, value);
  };

/** Number of an entry of a list of the file. */
export const indexOf =
  (list: string): Rule =>
  (value, path, json) => {
    const entries = Object.hasOwn(json, list) ? json[list] : undefined;
    const count = Array.isArray(entries) ? entries.length : 0;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return;
    throw refuseValue(path, `one of the ${count} ${list} of the file`, value);
  };

export const listOf =
  (rule: Rule): Rule =>
  (value, path, json) => {
    if (!Array.isArray(value)) throw refuseValue(path, 'a list', value);
    for (let i = 0; i < value.length; i++) rule(value[i], `${path}[${i}]`, json);
  };

/** An object whose keys are names: attributes of a primitive. */
export const mapOf =
  (rule: Rule): Rule =>
  (value, path, json) => {
    if (!isRecord(value)) throw refuseValue(path, 'an object', value);
    for (const [key, each] of Object.entries(value)) rule(each, `${path}.${key.slice(0, 40)}`, json);
  };

/** An object with these keys; others are not looked at. Keys that end in "!" must be there. */
export const record = (rules: Readonly<Record<string, Rule>>): Rule => {
  const list = Object.entries(rules).map(([key, rule]) => ({
    key: key.replace('!', ''),
    rule,
    isNeeded: /!$/.test(key),
  }));
  return (value, path, json) => {
    if (!isRecord(value)) throw refuseValue(path, 'an object', value);
    for (const { key, rule, isNeeded } of list) {
      const inside = path === '' ? key : `${path}.${key}`;
      const each = Object.hasOwn(value, key) ? value[key] : undefined;
      if (each !== undefined) rule(each, inside, json);
      else if (isNeeded) throw refuseValue(inside, 'a value', each);
    }
  };
};
