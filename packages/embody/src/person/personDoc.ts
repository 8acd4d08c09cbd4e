import type { BodyProportions } from '@leib/calibration';
import { defaultOneEuroParams, InputError, isRecord, mergeSettings, ownValue } from '@leib/core';
import type { ActorDoc, JsonObject } from '@leib/stage';
import { defaultJointReaderSettings } from '@leib/tracking';
import type { EmbodySettings } from '../embodySettings.js';
import { parseEmbodySettings } from '../embodySettings.js';
import { defaultPlayerSettings } from '../player/playerState.js';
import type { PersonSettings } from './personState.js';

/** What a document says of a person's settings. */
export interface PersonDocSettings extends Omit<PersonSettings, 'solver'> {
  /** The whole solve by its settings, the plain way to compare it with, or none: joints are read, and the body rests. */
  readonly solver: EmbodySettings | 'baseline' | 'none';
  /** What somebody has set the person's stature to, metres, where `fit` does not know it: another one is seen at once. */
  readonly stature: number | null;
}

/** A person's entry of a document. What it leaves out is as in the house: the body of the stage, followed by its source. */
export function personDoc(
  settings: Partial<PersonDocSettings>,
  rest: Partial<Pick<ActorDoc, 'source' | 'body' | 'profile'>> = {},
): ActorDoc {
  const { source = { kind: 'none' }, body = { kind: 'default' }, profile = null } = rest;
  // Interfaces are no JSON for TypeScript; these have nothing else in them.
  return { kind: 'person', source, body, profile, settings: settings as unknown as JsonObject };
}

type Key = keyof PersonDocSettings;
type Parsers = { readonly [K in Key]: (given: unknown, where: string) => PersonDocSettings[K] };

const orNull =
  <Value>(parse: (given: unknown, where: string) => Value) =>
  (given: unknown, where: string): Value | null =>
    given === null ? null : parse(given, where);

function typed<Value>(type: string, words: readonly unknown[] | null = null) {
  return (given: unknown, where: string): Value => {
    const isRight = typeof given === type && (words?.includes(given) ?? !Number.isNaN(given));
    if (isRight) return given as Value;
    throw new InputError(where, `expected ${words?.join(', ') ?? `a ${type}`}, got ${JSON.stringify(given)}`);
  };
}

const anyProportions: BodyProportions = {
  ...{ stature: 1, upperArm: 1, forearm: 1, thigh: 1, shank: 1, shoulderWidth: 1, hipWidth: 1, trunk: 1 },
  ankleHeight: 1,
};

const fitParsers = {
  stature: orNull(typed<number>('number')),
  headHeight: orNull(typed<number>('number')),
  trackedPart: typed('string', ['head', 'eyes']),
  metres: typed('string', ['person', 'avatar']),
  size: typed('string', ['wearer', 'own']),
};

const parsers: Parsers = {
  solver: (given, where) => (given === 'baseline' || given === 'none' ? given : parseSolver(given, where)),
  reader: (given, where) => mergeSettings(defaultJointReaderSettings, given, where),
  smoothing: orNull((given, where) => mergeSettings(defaultOneEuroParams, given, where)),
  player: orNull((given, where) => mergeSettings(defaultPlayerSettings, given, where)),
  climbs: orNull(typed<boolean>('boolean')),
  fit: orNull((given, where) => parseTable<NonNullable<PersonSettings['fit']>>(fitParsers, given, where)),
  proportions: orNull((given, where) => mergeSettings(anyProportions, given, where)),
  adaptsFor: orNull(typed<string>('string')),
  stature: orNull(typed<number>('number')),
};

/** parseEmbodySettings() begins its places with "settings"; here they lie deeper. */
function parseSolver(given: unknown, where: string): EmbodySettings {
  if (!isRecord(given))
    throw new InputError(where, `expected settings, "baseline" or "none", got ${JSON.stringify(given)}`);
  try {
    return parseEmbodySettings(given);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(where + error.where.slice('settings'.length), error.reason, { cause: error });
  }
}

function parseTable<Result>(
  table: Readonly<Record<string, (given: unknown, where: string) => unknown>>,
  given: unknown,
  where: string,
): Result {
  if (!isRecord(given)) throw new InputError(where, `expected an object, got ${JSON.stringify(given)}`);
  const entries = Object.entries(given).map(([key, value]) => {
    const parse = ownValue(table, key);
    if (parse === undefined)
      throw new InputError(`${where}.${key}`, `there is no such setting; there are ${Object.keys(table).join(', ')}`);
    return [key, parse(value, `${where}.${key}`)] as const;
  });
  return Object.fromEntries(entries) as Result;
}

/** A document's settings, checked; those that are as in the last call keep their very objects. Throws InputError with the place. */
export function parsePersonSettings(
  settings: JsonObject,
  last: { readonly given: JsonObject; readonly parsed: Partial<PersonDocSettings> } = { given: {}, parsed: {} },
): Partial<PersonDocSettings> {
  const isKept = ([key, value]: [string, unknown]) => ownValue(last.given, key) === value;
  const entries = Object.entries(settings);
  const kept = entries.filter(isKept).map(([key]) => [key, last.parsed[key as Key]]);
  const changed = Object.fromEntries(entries.filter((entry) => !isKept(entry)));
  return { ...Object.fromEntries(kept), ...parseTable<Partial<PersonDocSettings>>(parsers, changed, 'settings') };
}
