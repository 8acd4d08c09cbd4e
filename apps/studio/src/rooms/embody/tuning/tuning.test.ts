import { defaultSkeleton } from '@leib/body';
import {
  boxGround,
  buildEmbody,
  createEmbodyState,
  defaultEmbodySettings,
  gaitCurveNames,
  stepEmbody,
} from '@leib/embody';
import { createJointFrame, type JointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { initialValues } from '../../../files/settings.js';
import { embodySettingsOf } from '../embodySettingsOf.js';
import { type EmbodyRoomSettings, embodyShape } from '../embodyShape.js';
import { idleReasonOf } from '../idleReasons.js';
import { type IdleTopic, idleTopics } from '../idleTopics.js';
import { type Tunable, tunablesByPath } from './tunables.js';
import { checkTuning, numberAt } from './tuning.js';

const initial = initialValues(embodyShape) as unknown as EmbodyRoomSettings;

/** The room's settings with which a number counts: its own note's change, where it has one. */
function valuesFor({ topic }: Tunable): EmbodyRoomSettings {
  const idle = idleReasonOf(topic, initial);
  return { ...initial, ...idle?.change };
}

const HZ = 20;
const SECONDS = 10;
/** From here on the person only drifts: slower than anybody walks. */
const DRIFTS_FROM = 7;
/** How much faster than written the movements before are done. */
const TEMPO = 1.3;
const ground = boxGround([{ min: [-0.6, 0, 1.2], max: [0.6, 0.12, 1.9] }]);

/** A person who walks over a low box, looks around, steps aside, crouches, bends, and reaches far and across. */
function writeMoment(frame: JointFrame, seconds: number): void {
  const t = TEMPO * Math.min(seconds, DRIFTS_FROM);
  const drift = Math.max(0, seconds - DRIFTS_FROM);
  const walked = 0.9 * Math.min(t, 3.2) + 0.3 * Math.sin(Math.max(0, t - 3.2));
  const lift = walked > 1.1 && walked < 2 ? 0.12 : 0;
  const down = t > 5 ? 0.45 * Math.sin(2 * (t - 5)) ** 2 : 0.015 * Math.cos(11 * t);
  const aside = t > 3.2 ? 0.35 * Math.sin(1.7 * (t - 3.2)) : 0.02 * Math.sin(5.6 * t);
  const yaw = t > 3.2 ? 1.3 * Math.sin(1.1 * (t - 3.2)) : 0;
  const nod = 0.1 + (t > 5 ? 1.4 * Math.sin(1.6 * (t - 5)) : 0);
  const roll = t > 4 ? 0.9 * Math.sin(2.3 * (t - 4)) : 0;
  writePoint(frame, 'head', [aside + 0.09 * drift, 1.52 + lift - down, walked + 0.05 * drift], [nod, yaw, roll]);
  for (const side of [1, -1]) {
    const swing = side * Math.sin(5.6 * t);
    const reach = drift > 0 ? 0.5 : t > 4 ? 0.45 + 0.45 * Math.sin(1.9 * t + side) : 0;
    const across = t > 6 && drift === 0 ? 0.5 * (1 + Math.sin(1.3 * t + 2 * side)) : 0;
    const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
    const [x, z] = [side * (0.26 - 0.5 * across), 0.05 + 0.2 * swing + 0.75 * reach - 0.25 * across - 0.5 * drift];
    const place = [
      aside + 0.09 * drift + c * x + s * z,
      0.9 + lift - down + 0.95 * reach,
      walked - s * x + c * z,
    ] as const;
    writePoint(frame, side > 0 ? 'leftHand' : 'rightHand', place, [
      2.2 * Math.sin(1.4 * t),
      yaw,
      -side * (1.4 - 2 * reach),
    ]);
  }
}

function writePoint(
  frame: JointFrame,
  point: 'head' | 'leftHand' | 'rightHand',
  place: readonly [x: number, y: number, z: number],
  [pitch, yaw, roll]: readonly [pitch: number, yaw: number, roll: number],
): void {
  const [sx, cx] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
  const [sy, cy] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
  const [sz, cz] = [Math.sin(roll / 2), Math.cos(roll / 2)];
  // About Y, then X, then Z.
  const turn = [
    cy * sx * cz + sy * cx * sz,
    sy * cx * cz - cy * sx * sz,
    cy * cx * sz - sy * sx * cz,
    cy * cx * cz + sy * sx * sz,
  ];
  frame.jointPoses.set([...place, ...turn], pointNumber[point] * POSE_SIZE);
  frame.quality[pointNumber[point]] = quality.tracked;
}

/** Steps a body through the motion; `look` sees the joints' world rotations of each frame, and ends it by false. */
function solve(values: EmbodyRoomSettings, look: (rotations: Float64Array, frame: number) => boolean): void {
  const settings = embodySettingsOf(values);
  if (settings === null) throw new Error('expected a solver with settings');
  const model = buildEmbody(defaultSkeleton, settings);
  const state = createEmbodyState(model, ground);
  const frame = createJointFrame();
  for (let i = 0; i < SECONDS * HZ; i++) {
    writeMoment(frame, i / HZ);
    stepEmbody(model, state, frame, 1 / HZ);
    if (!look(state.pose.worldRotations, i)) return;
  }
}

const known = new Map<string, readonly Float64Array[]>();

/** All frames with the room's settings, worked out once. */
function framesOf(values: EmbodyRoomSettings): readonly Float64Array[] {
  const key = JSON.stringify(values);
  const frames = known.get(key);
  if (frames) return frames;
  const solved: Float64Array[] = [];
  solve(values, (rotations) => solved.push(rotations.slice()) > 0);
  known.set(key, solved);
  return solved;
}

/** Whether the poses differ clearly in any frame. */
function differs(values: EmbodyRoomSettings, other: EmbodyRoomSettings): boolean {
  const frames = framesOf(values);
  let isDifferent = false;
  solve(other, (rotations, i) => {
    isDifferent = rotations.some((each, k) => Math.abs(each - frames[i][k]) > 1e-3);
    return !isDifferent;
  });
  return isDifferent;
}

test.each([...tunablesByPath.values()].map((tunable) => [tunable.path, tunable] as const))(
  '%s: once its note’s change is taken, another number gives another pose',
  (path, tunable) => {
    const values = valuesFor(tunable);
    expect(idleReasonOf(tunable.topic, values)).toBeNull();
    const [min, max] = tunable.range;
    const isEffective = [min, max].some((shown) => {
      const tuning = { [path]: shown * tunable.scale };
      expect(checkTuning(tuning)).toBeNull();
      return differs(values, { ...values, trunkNumbers: tuning });
    });
    expect(isEffective).toBe(true);
  },
);

/** Settings with which a topic counts. */
const valuesOf = (topic: IdleTopic): EmbodyRoomSettings => ({ ...initial, ...idleReasonOf(topic, initial)?.change });

test.each(gaitCurveNames)('curve %s: once its note’s change is taken, other values give another pose', (name) => {
  const values = valuesOf('placedFeet');
  const { curves } = defaultEmbodySettings.gait;
  const keys = curves[name].keys.map((key) => ({ ...key, value: 0.6 * key.value + 0.02 }));
  expect(differs(values, { ...values, curves: { ...curves, [name]: { keys } } })).toBe(true);
});

test('fields: one more, one less, another size, strength or sign give another pose', () => {
  const { fields } = defaultEmbodySettings.arms.magnets;
  // The large one behind: elbows are seldom near the others, which are in the torso.
  const [first, ...others] = fields.toReversed();
  const edited = [
    [...fields, { centre: [0.3, -0.2, 0.1], radius: 0.4, strength: 0.2, isRepulsive: true } as const],
    others,
    [{ ...first, radius: 0.9 }, ...others],
    [{ ...first, strength: 0.3 }, ...others],
    [{ ...first, isRepulsive: true }, ...others],
  ];
  for (const each of edited) expect(differs(initial, { ...initial, fields: each })).toBe(true);
});

test.each([
  ['magnets', 'magnets'],
  ['shoulder', 'embody'],
  ['limits', 'embody'],
  ['torso', 'embody'],
  ['gait', 'embody'],
  ['phase', 'ownFeet'],
  ['grounding', 'groundedFeet'],
  ['swing', 'swing'],
] as const)('switch %s: once its note’s change is taken, off gives another pose', (key, topic) => {
  const values = valuesOf(topic);
  expect(differs(values, { ...values, [key]: false })).toBe(true);
});

test('a note’s change makes the setting count, whatever it was before', () => {
  const others: Partial<EmbodyRoomSettings>[] = [
    { solver: 'baseline' },
    { solver: 'thesis', gait: false },
    { gait: false, shoulder: false, limits: false, torso: false, magnets: false, grounding: false },
  ];
  for (const topic of idleTopics) {
    for (const other of others) {
      let values = { ...initial, ...other };
      // Of the baseline nothing more is known than that it lacks the part: a second note may follow.
      for (let i = 0; i < 2; i++) values = { ...values, ...idleReasonOf(topic, values)?.change };
      expect(idleReasonOf(topic, values), topic).toBeNull();
    }
  }
});

test('a number that the settings have no place for is left out, one out of range or unknown is refused', () => {
  const path = 'trunk.headHeightRange.0';
  expect(embodySettingsOf({ ...initial, trunkNumbers: { [path]: 1 } })).toEqual(embodySettingsOf(initial));
  const thesis = embodySettingsOf({ ...initial, solver: 'thesis', trunkNumbers: { [path]: 1 } });
  expect(thesis && numberAt(thesis, path)).toBe(1);
  expect(checkTuning({ [path]: 9 })).toMatch(/expected 0 to 1.6 m, got 9/);
  expect(checkTuning({ 'trunk.wings': 1 })).toMatch(/no such number/);
});

test('the solver’s own numbers lie within the sliders', () => {
  for (const solver of ['leib', 'thesis'] as const) {
    const settings = embodySettingsOf({ ...initial, solver });
    for (const { path, range, scale } of tunablesByPath.values()) {
      const own = settings && numberAt(settings, path);
      if (own === null) continue;
      expect(own / scale, path).toBeGreaterThanOrEqual(range[0] - 1e-6);
      expect(own / scale, path).toBeLessThanOrEqual(range[1] + 1e-6);
    }
  }
});
