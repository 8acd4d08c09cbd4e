import { defaultSkeleton } from '@leib/body';
import { buildEmbody, createEmbodyState, defaultEmbodySettings, gaitCurveNames, stepEmbody } from '@leib/embody';
import { createJointFrame, setJoint } from '@leib/tracking';
import { expect, test } from 'vitest';
import { initialValues, type SettingValues, shownSections } from '../../../files/settings.js';
import { createSettingsStore } from '../../../files/settingsStore.js';
import { countsNow, topics } from '../countsNow.js';
import { embodySettingsOf } from '../embodySettingsOf.js';
import { type EmbodyRoomSettings, embodyShape } from '../embodyShape.js';
import { ground, HZ, SECONDS, writeMoment } from '../movingPerson.testing.js';
import type { Topic } from './tunable.js';
import { checkTuning, numberAt, tunablesByPath } from './tuning.js';

const initial = initialValues(embodyShape) as unknown as EmbodyRoomSettings;

/** What somebody chooses to see more of the settings. */
const choices: readonly Partial<EmbodyRoomSettings>[] = [
  {},
  { priorFeet: false },
  { priorFeet: false, phase: false },
  { prior: false },
  { prior: false, heading: 'thesis' },
  { prior: false, bend: 'thesis' },
  { arms: 'fabrik' },
  { solver: 'thesis' },
];

/** Settings with which a topic counts. */
function valuesOf(topic: Topic): EmbodyRoomSettings {
  const found = choices.map((choice) => ({ ...initial, ...choice })).find((values) => countsNow(topic, values));
  if (!found) throw new Error(`${topic} counts with none of the choices`);
  return found;
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

/** Numbers that count while the stick carries the person: tested below. */
const underStick = ['gait.bobGain', 'gait.bobSeconds'];
const tunables = [...tunablesByPath.values()].filter(({ path }) => !underStick.includes(path));

test.each(underStick)('%s: another number moves a head that the stick carries another way', (path) => {
  /** The bob that the gait gives the player in each frame of a glide. */
  const glide = (values: EmbodyRoomSettings) => {
    const settings = embodySettingsOf(values);
    if (settings === null) throw new Error('expected a solver with settings');
    const model = buildEmbody(defaultSkeleton, settings);
    const state = createEmbodyState(model);
    const frame = createJointFrame();
    return Array.from({ length: 60 }, (_, i) => {
      setJoint(frame, 'head', [0, 1.5, (1.2 * i) / 30, 0, 0, 0, 1]);
      state.gait.stickVelocityWorld[2] = 1.2;
      stepEmbody(model, state, frame, 1 / 30);
      return state.gait.feedback.bob;
    });
  };
  const tunable = tunablesByPath.get(path);
  const own = glide(initial);
  const other = glide({ ...initial, stepNumbers: { [path]: (tunable?.range[1] ?? 0) * (tunable?.scale ?? 1) } });
  expect(Math.max(...own.map((bob, i) => Math.abs(bob - other[i])))).toBeGreaterThan(0.002);
});

test.each(tunables.map((tunable) => [tunable.path, tunable] as const))(
  '%s: where it is shown, another number gives another pose',
  (path, tunable) => {
    const values = valuesOf(tunable.topic);
    const [min, max] = tunable.range;
    const isEffective = [min, max].some((shown) => {
      const tuning = { [path]: shown * tunable.scale };
      expect(checkTuning(tuning)).toBeNull();
      return differs(values, { ...values, trunkNumbers: tuning });
    });
    expect(isEffective).toBe(true);
  },
);

test.each(gaitCurveNames)('curve %s: where it is shown, other values give another pose', (name) => {
  const values = valuesOf(name === 'stepOverlap' ? 'freeSteps' : 'stepCurves');
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
  ['torso', 'ownTorso'],
  ['gait', 'embody'],
  ['phase', 'ownRhythm'],
  ['grounding', 'groundedFeet'],
  ['swing', 'swing'],
] as const)('switch %s: where it is shown, off gives another pose', (key, topic) => {
  const values = valuesOf(topic);
  expect(differs(values, { ...values, [key]: false })).toBe(true);
});

test('every topic counts with one of the choices, and none with the baseline', () => {
  for (const topic of topics) {
    expect(countsNow(topic, valuesOf(topic)), topic).toBe(true);
    expect(countsNow(topic, { ...valuesOf(topic), solver: 'baseline' }), topic).toBe(false);
  }
});

test('settings that change nothing are not shown', () => {
  const shown = (values: Partial<EmbodyRoomSettings>) =>
    shownSections(embodyShape, true, { ...initialValues(embodyShape), ...(values as SettingValues) }).flatMap(
      ({ controls }) => controls.map(([key]) => key),
    );
  expect(shown({})).toEqual(expect.arrayContaining(['magnets', 'fields', 'torso', 'gait', 'prior', 'priorFeet']));
  // The learned movement leads the feet.
  expect(shown({})).not.toContain('phase');
  expect(shown({})).not.toContain('curves');
  expect(shown({ priorFeet: false })).toContain('phase');
  expect(shown({ priorFeet: false })).not.toContain('curves');
  expect(shown({ priorFeet: false, phase: false })).toContain('curves');
  expect(shown({ magnets: false })).not.toContain('fields');
  for (const key of ['phase', 'torso', 'prior', 'priorFeet']) expect(shown({ solver: 'thesis' })).not.toContain(key);
  for (const key of ['magnets', 'gait', 'swing', 'prior']) expect(shown({ solver: 'baseline' })).not.toContain(key);
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

test('numbers, fields and curves are saved with the room’s settings, read back, and undone', () => {
  const create = () => createSettingsStore('embody', embodyShape, { getItem: () => null, setItem() {} });
  const store = create();
  const tuning = { 'trunk.yawDeadZone': 0.5 };
  const fields = defaultEmbodySettings.arms.magnets.fields.slice(1);
  store.set('trunkNumbers', tuning);
  store.endGesture();
  store.set('fields', fields);
  const other = create();
  other.load(store.toJson());
  expect(other.values()).toMatchObject({ trunkNumbers: tuning, fields });
  expect(() => other.load(store.toJson().replace(/(yawDeadZone": *)0.5/, '$150'))).toThrow(/yawDeadZone/);
  store.undo();
  expect(store.values()).toMatchObject({ trunkNumbers: tuning, fields: null });
  store.undo();
  expect(store.values().trunkNumbers).toBeNull();
  store.setAll({ prior: false, heading: 'thesis' });
  store.undo();
  expect(store.values()).toMatchObject({ prior: true, heading: 'solver' });
});
