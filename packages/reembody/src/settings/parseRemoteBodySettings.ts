import { BuildError, type HumanoidBone, humanoidBones } from '@leib/core';
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
/** Where nothing may stand instead of a number. */
const nullableKeys = new Set(['kp', 'kd']);
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
 * Throws BuildError that says where and what. A misspelt key is an error: it must not pass for one that does nothing.
 */
export function parseRemoteBodySettings(
  given: unknown,
  defaults: RemoteBodySettings = defaultRemoteBodySettings,
): RemoteBodySettings {
  if (!isRecord(given)) throw new BuildError(`settings: expected an object, not ${typeName(given)}.`);
  const { joints, masses, colliders, layers: matrix, latency, ...others } = given;
  // A tuned file also says how its gains were found (tunedSettingsText); that is for people.
  const rest = Object.fromEntries(Object.entries(others).filter(([key]) => key !== 'tuning'));
  const settings = {
    ...merge(plainPart(defaults), rest, 'settings'),
    joints: mergeJoints(defaults, joints),
    masses: { ...defaults.masses, ...readNumbers(masses, 'settings.masses', humanoidBones, 0, 1000) },
    colliders: readColliders(defaults, colliders),
    layers: matrix === undefined ? defaults.layers : readMatrix(matrix),
    latency: {
      ...defaults.latency,
      ...readNumbers(latency, 'settings.latency', bodyGroups, 0, MAX_LATENCY_SECONDS),
    },
  };
  if (!(settings.totalMass > 0)) throw new BuildError('settings.totalMass: must be above 0.');
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
    if (standard === undefined) throw new BuildError(`${where}: this bone has no joint.`);
    const joint = merge(standard, value, where);
    for (const axis of axisNames) {
      const { low, high } = joint[axis];
      if (low > high) throw new BuildError(`${where}.${axis}: low ${low} is above high ${high}.`);
      if (low < -Math.PI || high > Math.PI) throw new BuildError(`${where}.${axis}: angles lie within -pi and pi.`);
    }
    merged[bone] = joint;
  }
  return merged;
}

function readColliders(defaults: RemoteBodySettings, given: unknown): RemoteBodySettings['colliders'] {
  if (given === undefined) return defaults.colliders;
  if (!isRecord(given)) throw new BuildError(`settings.colliders: expected an object, not ${typeName(given)}.`);
  const { parts, ...rest } = given;
  const { all } = merge({ all: defaults.colliders.all }, rest, 'settings.colliders');
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
      if (!Array.isArray(value)) throw new BuildError(`${where}: expected a list, not ${typeName(value)}.`);
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
      throw new BuildError(`${where}.${key}: expected a number from ${low} to ${high}, not ${JSON.stringify(value)}.`);
    }
    read[key as Key] = value;
  }
  return read;
}

function readWord<Word extends string>(value: unknown, words: readonly Word[], where: string): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) {
    throw new BuildError(`${where}: ${JSON.stringify(value)} is none of ${words.join(', ')}.`);
  }
  return found;
}

function entriesOf(given: unknown, where: string, keys: readonly string[]): [string, unknown][] {
  if (!isRecord(given)) throw new BuildError(`${where}: expected an object, not ${typeName(given)}.`);
  for (const key of Object.keys(given)) {
    if (!keys.includes(key)) throw new BuildError(`${where}.${key}: there is no such name.`);
  }
  return Object.entries(given);
}

/** Defaults with what is given, key by key; every number finite and, but for angles, not negative. */
function merge<T>(standard: T, given: unknown, where: string): T {
  if (given === undefined) return standard;
  if (!isRecord(standard)) return checkValue(standard, given, where) as T;
  if (!isRecord(given)) throw new BuildError(`${where}: expected an object, not ${typeName(given)}.`);
  const merged: Record<string, unknown> = { ...standard };
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(standard, key)) {
      throw new BuildError(`${where}.${key}: there is no such setting; there are ${Object.keys(standard).join(', ')}.`);
    }
    merged[key] = merge(standard[key], value, `${where}.${key}`);
  }
  return merged as T;
}

function checkValue(standard: unknown, given: unknown, where: string): unknown {
  const words = wordsOf[where];
  if (words !== undefined) return readWord(given, words, where);
  const key = where.slice(where.lastIndexOf('.') + 1);
  if (given === null && nullableKeys.has(key)) return null;
  const expected = standard === null ? 'number' : typeof standard;
  if (typeof given !== expected) throw new BuildError(`${where}: expected a ${expected}, not ${typeName(given)}.`);
  if (typeof given === 'number' && (!Number.isFinite(given) || (given < 0 && !signedKeys.has(key)))) {
    throw new BuildError(`${where}: ${given} is out of range.`);
  }
  return given;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
