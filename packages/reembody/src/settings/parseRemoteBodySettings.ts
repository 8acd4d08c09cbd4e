import {
  describeValue,
  type HumanoidBone,
  humanoidBones,
  InputError,
  isRecord,
  type MergeRules,
  mergeSettings,
} from '@leib/core';
import { bodyGroups } from './bodyGroups.js';
import { sexes } from './bodyMass.js';
import { axisNames } from './jointSettings.js';
import { layers } from './layers.js';
import {
  colliderSets,
  defaultRemoteBodySettings,
  driveKinds,
  type RemoteBodySettings,
  rootKinds,
  targetSpaces,
} from './remoteBodySettings.js';

/** Numbers that must not be negative are all but those named here. */
const signedKeys = new Set(['low', 'high']);
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  'settings.sex': sexes,
  'settings.colliders.all': colliderSets,
  'settings.control.drive': driveKinds,
  'settings.control.targetSpace': targetSpaces,
  'settings.control.root': rootKinds,
};
const MAX_LATENCY_SECONDS = 1;

/**
 * Settings from JSON: what is left out is as by default, joint by joint and axis by axis; what is there is checked.
 * Throws InputError that says where and what. A misspelt key is an error: it must not pass for one that does nothing.
 */
export function parseRemoteBodySettings(
  given: unknown,
  defaults: RemoteBodySettings = defaultRemoteBodySettings,
): RemoteBodySettings {
  if (!isRecord(given)) throw new InputError('settings', `expected an object, got ${describeValue(given)}`);
  const { joints, masses, colliders, layers: matrix, latency, ...others } = given;
  // A tuned file also says how its gains were found (tunedSettingsText); that is for people.
  const rest = Object.fromEntries(Object.entries(others).filter(([key]) => key !== 'tuning'));
  const settings = {
    ...mergeSettings(plainPart(defaults), rest, 'settings', mergeRules),
    joints: mergeJoints(defaults, joints),
    masses: { ...defaults.masses, ...readNumbers(masses, 'settings.masses', humanoidBones, 0, 1000) },
    colliders: readColliders(defaults, colliders),
    layers: matrix === undefined ? defaults.layers : readMatrix(matrix),
    latency: {
      ...defaults.latency,
      ...readNumbers(latency, 'settings.latency', bodyGroups, 0, MAX_LATENCY_SECONDS),
    },
  };
  if (!(settings.totalMass > 0)) throw new InputError('settings.totalMass', 'expected a number above 0, got 0');
  return settings;
}

/** Settings as one line of JSON, complete: reading it back gives the same settings. */
export function remoteBodySettingsText(settings: RemoteBodySettings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

function plainPart({ name, totalMass, sex, hasFingers, hasToes, control }: RemoteBodySettings) {
  return { name, totalMass, sex, hasFingers, hasToes, control };
}

function mergeJoints(defaults: RemoteBodySettings, given: unknown): RemoteBodySettings['joints'] {
  if (given === undefined) return defaults.joints;
  const merged = { ...defaults.joints };
  for (const [name, value] of entriesOf(given, 'settings.joints', humanoidBones)) {
    const bone = name as HumanoidBone;
    const standard = merged[bone];
    const where = `settings.joints.${bone}`;
    if (standard === undefined) throw new InputError(where, 'this bone has no joint.');
    const joint = mergeSettings(standard, value, where, mergeRules);
    for (const axis of axisNames) {
      const { low, high } = joint[axis];
      if (low > high) throw new InputError(`${where}.${axis}`, `low ${low} is above high ${high}.`);
      if (low < -Math.PI || high > Math.PI) throw new InputError(`${where}.${axis}`, 'angles lie within -pi and pi.');
    }
    merged[bone] = joint;
  }
  return merged;
}

function readColliders(defaults: RemoteBodySettings, given: unknown): RemoteBodySettings['colliders'] {
  if (given === undefined) return defaults.colliders;
  if (!isRecord(given)) throw new InputError('settings.colliders', `expected an object, got ${describeValue(given)}`);
  const { parts, ...rest } = given;
  const { all } = mergeSettings({ all: defaults.colliders.all }, rest, 'settings.colliders', mergeRules);
  const read: Partial<Record<HumanoidBone, (typeof colliderSets)[number]>> = { ...defaults.colliders.parts };
  for (const [bone, value] of entriesOf(parts ?? {}, 'settings.colliders.parts', humanoidBones)) {
    read[bone as HumanoidBone] = readWord(value, colliderSets, `settings.colliders.parts.${bone}`);
  }
  return { all, parts: read };
}

function readMatrix(given: unknown): RemoteBodySettings['layers'] {
  return Object.fromEntries(
    entriesOf(given, 'settings.layers', layers).map(([layer, value]) => {
      const where = `settings.layers.${layer}`;
      if (!Array.isArray(value)) throw new InputError(where, `expected a list, got ${describeValue(value)}`);
      return [layer, value.map((other, index) => readWord(other, layers, `${where}[${index}]`))];
    }),
  );
}

function readNumbers<Key extends string>(
  given: unknown,
  where: string,
  keys: readonly Key[],
  low: number,
  high: number,
): Partial<Record<Key, number>> {
  const read: Partial<Record<Key, number>> = {};
  for (const [key, value] of entriesOf(given ?? {}, where, keys)) {
    if (typeof value !== 'number' || !(value >= low && value <= high)) {
      throw new InputError(`${where}.${key}`, `expected a number from ${low} to ${high}, got ${describeValue(value)}`);
    }
    read[key as Key] = value;
  }
  return read;
}

function readWord<Word extends string>(value: unknown, words: readonly Word[], where: string): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) {
    throw new InputError(where, `expected one of ${words.join(', ')}, got ${describeValue(value)}`);
  }
  return found;
}

function entriesOf(given: unknown, where: string, keys: readonly string[]): [string, unknown][] {
  if (!isRecord(given)) throw new InputError(where, `expected an object, got ${describeValue(given)}`);
  for (const key of Object.keys(given)) {
    if (!keys.includes(key)) throw new InputError(`${where}.${key}`, 'there is no such name.');
  }
  return Object.entries(given);
}

/** Beyond the types of the defaults: words that are known, and numbers that are not negative unless they are angles. */
const mergeRules: MergeRules = {
  nullableKeys: new Set(['kp', 'kd']),
  refusal(value, where) {
    const words = wordsOf[where];
    if (words !== undefined) return words.some((word) => word === value) ? null : `expected one of ${words.join(', ')}`;
    const key = where.slice(where.lastIndexOf('.') + 1);
    return typeof value === 'number' && value < 0 && !signedKeys.has(key) ? 'expected 0 or more' : null;
  },
};
