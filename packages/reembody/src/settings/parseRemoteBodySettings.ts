import {
  decodeValue,
  describeValue,
  type HumanoidBone,
  InputError,
  isRecord,
  mergeSettings,
  ownValue,
  tableOf,
} from '@leib/core';
import * as v from 'valibot';
import { bodyGroups, MAX_CUSTOM_GROUPS, MAX_GROUP_NAME } from './bodyGroups.js';
import { sexes } from './bodyMass.js';
import { axisNames, MAX_BOUNCE, MAX_STOP_HZ } from './jointSettings.js';
import { layers } from './layers.js';
import {
  colliderSets,
  defaultRemoteBodySettings,
  driveKinds,
  MAX_LATENCY_SECONDS,
  type RemoteBodySettings,
  rootKinds,
  targetSpaces,
} from './remoteBodySettings.js';
import { boneSchema, numberFrom } from './schemas.js';

/** Farthest that a centre of mass may be from its joint along an axis, metres. */
const MAX_CENTRE = 1;

/** Settings by name: unlike the rest, what may stand there is not seen from the defaults. */
const stopEntries = { springHz: numberFrom(0.5, MAX_STOP_HZ), bounce: numberFrom(0, MAX_BOUNCE) };
const metres = numberFrom(-MAX_CENTRE, MAX_CENTRE);
const groupName = v.pipe(
  v.string(),
  v.check(
    (name) => name.trim() === name && name.length > 0 && name.length <= MAX_GROUP_NAME,
    ({ input }) => `expected a name of 1 to ${MAX_GROUP_NAME} letters, got ${describeValue(input)}`,
  ),
);
const groupsSchema = v.pipe(
  tableOf(
    groupName,
    v.strictObject({ bones: v.array(boneSchema), delaySeconds: v.nullable(numberFrom(0, MAX_LATENCY_SECONDS)) }),
  ),
  v.check(
    (groups) => Object.keys(groups).length <= MAX_CUSTOM_GROUPS,
    ({ input }) => `expected at most ${MAX_CUSTOM_GROUPS} groups, got ${Object.keys(input).length}`,
  ),
);
const tablesSchema = v.object({
  joints: v.optional(tableOf(boneSchema, v.unknown())),
  masses: v.optional(tableOf(boneSchema, numberFrom(0, 1000))),
  centres: v.optional(tableOf(boneSchema, v.strictTuple([metres, metres, metres]))),
  stops: v.optional(
    v.strictObject({
      all: v.optional(v.strictObject(stopEntries)),
      parts: v.optional(tableOf(boneSchema, v.strictObject(stopEntries))),
    }),
  ),
  groups: v.optional(groupsSchema),
  colliders: v.optional(
    v.strictObject({
      all: v.optional(v.picklist(colliderSets)),
      parts: v.optional(tableOf(boneSchema, v.picklist(colliderSets))),
    }),
  ),
  layers: v.optional(tableOf(v.picklist(layers), v.array(v.picklist(layers)))),
  latency: v.optional(tableOf(v.picklist(bodyGroups), numberFrom(0, MAX_LATENCY_SECONDS))),
});

/** Numbers are not negative, but for these. */
const signedKeys = new Set(['low', 'high']);
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  'settings.sex': sexes,
  'settings.control.drive': driveKinds,
  'settings.control.targetSpace': targetSpaces,
  'settings.control.root': rootKinds,
};

/** What is checked beyond the types of the defaults: known words, and signs of numbers. */
const mergeRules = {
  nullableKeys: new Set(['kp', 'kd']),
  refusal(value: unknown, where: string): string | null {
    const words = ownValue(wordsOf, where);
    if (words !== undefined) return words.some((word) => word === value) ? null : `expected one of ${words.join(', ')}`;
    const key = where.slice(where.lastIndexOf('.') + 1);
    return typeof value === 'number' && value < 0 && !signedKeys.has(key) ? 'expected 0 or more' : null;
  },
};

/**
 * Settings from JSON: what is left out is as by default, joint by joint and axis by axis; what is there is checked.
 * Throws an InputError with the place. A misspelt key is an error, so that it is not taken for one that does nothing.
 */
export function parseRemoteBodySettings(
  given: unknown,
  defaults: RemoteBodySettings = defaultRemoteBodySettings,
): RemoteBodySettings {
  if (!isRecord(given)) throw new InputError('settings', `expected an object, got ${describeValue(given)}`);
  // "tuning" of a tuned file is a report of how its gains were found (tunedSettingsText).
  const { joints, masses, centres, stops, groups, colliders, layers: matrix, latency, tuning: _, ...rest } = given;
  const tables = decodeValue(
    { joints, masses, centres, stops, groups, colliders, layers: matrix, latency },
    tablesSchema,
  );
  if (!tables.ok) throw new InputError(`settings.${tables.path}`, tables.reason);
  const settings = {
    ...mergeSettings(plainPart(defaults), rest, 'settings', mergeRules),
    joints: mergeJoints(defaults.joints, tables.value.joints ?? {}),
    masses: { ...defaults.masses, ...tables.value.masses },
    centres: { ...defaults.centres, ...tables.value.centres },
    stops: {
      all: tables.value.stops?.all ?? defaults.stops.all,
      parts: { ...defaults.stops.parts, ...tables.value.stops?.parts },
    },
    groups: { ...defaults.groups, ...tables.value.groups },
    colliders: {
      all: tables.value.colliders?.all ?? defaults.colliders.all,
      parts: { ...defaults.colliders.parts, ...tables.value.colliders?.parts },
    },
    layers: tables.value.layers ?? defaults.layers,
    latency: { ...defaults.latency, ...tables.value.latency },
  };
  const { share, hysteresis } = settings.relay;
  if (!(share > 0)) throw new InputError('settings.relay.share', `expected a number above 0, got ${share}`);
  if (!(hysteresis > 0 && hysteresis <= 1)) {
    throw new InputError('settings.relay.hysteresis', `expected radians above 0 up to 1, got ${hysteresis}`);
  }
  if (!(settings.totalMass > 0)) throw new InputError('settings.totalMass', 'expected a number above 0, got 0');
  return settings;
}

/** Settings as JSON, complete: reading it back gives the same settings. */
export function remoteBodySettingsText(settings: RemoteBodySettings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

function plainPart({ name, totalMass, sex, hasFingers, hasToes, relay, control }: RemoteBodySettings) {
  return { name, totalMass, sex, hasFingers, hasToes, relay, control };
}

type Joints = RemoteBodySettings['joints'];

function mergeJoints(defaults: Joints, given: Readonly<Partial<Record<HumanoidBone, unknown>>>): Joints {
  const merged = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    const bone = name as HumanoidBone;
    const standard = merged[bone];
    const where = `settings.joints.${bone}`;
    if (standard === undefined) throw new InputError(where, 'expected a bone with a joint; this one has none');
    const joint = mergeSettings(standard, value, where, mergeRules);
    for (const axis of axisNames) {
      const { low, high } = joint[axis];
      if (low > high) throw new InputError(`${where}.${axis}`, `expected low up to high, got low ${low}, high ${high}`);
      if (low < -Math.PI || high > Math.PI) {
        throw new InputError(`${where}.${axis}`, `expected angles from -pi to pi, got ${low} to ${high}`);
      }
    }
    merged[bone] = joint;
  }
  return merged;
}
