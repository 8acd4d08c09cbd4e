import type { Motion } from '@leib/core';
import { type AxisTuning, type BodyTuning, defaultRemoteBodySettings, type RemoteBody } from '@leib/reembody';
import { beforeEach, expect, test } from 'vitest';
import { createSettingsStore } from '../../../files/settingsStore.js';
import { JointEdits } from '../settings/jointEdits.js';
import type { ReembodyStore } from '../settings/reembodyShape.js';
import { reembodyShape } from '../settings/reembodyShape.js';
import { GainsController } from './gainsController.js';
import type { EvaluationPair, GainsAnswer, GainsTask } from './gainsMessages.js';

const body = {} as RemoteBody;
const motion = {} as Motion;
const axis = (name: string, method: AxisTuning['method'] = 'relay'): AxisTuning => ({
  name,
  bone: 'head',
  axis: 'x',
  kp: 50,
  kd: 4,
  method,
  reason: 'a test',
  ultimateGain: null,
  ultimatePeriodSeconds: null,
  relayTorque: null,
});
const tuning = (...axes: AxisTuning[]): BodyTuning => ({ axes, locked: [], isComplete: true });

let settings: ReembodyStore;
let edits: JointEdits;
let bench: GainsController;
/** Work that was begun: what it is, how to answer, whether it was ended. */
let works: { task: GainsTask; answer: (answer: GainsAnswer) => void; isEnded: boolean }[];
let said: string[];
beforeEach(() => {
  settings = createSettingsStore('reembody', reembodyShape, { getItem: () => null, setItem() {} });
  edits = new JointEdits(settings);
  works = [];
  said = [];
  bench = new GainsController(
    edits,
    (task, answer) => {
      const work = { task, answer, isEnded: false };
      works.push(work);
      return () => {
        work.isEnded = true;
      };
    },
    (kind, text) => said.push(`${kind}: ${text}`),
  );
});

test('a tuning that comes to its end is one step, and is undone by one', () => {
  bench.tune(body);
  works[0].answer({ kind: 'axis', done: 1, total: 2, found: axis('HeadX') });
  expect(bench.tuning).toMatchObject({ done: 1, total: 2, found: [{ name: 'HeadX' }] });
  expect(edits.body).toEqual(defaultRemoteBodySettings);
  works[0].answer({ kind: 'tuned', tuning: tuning(axis('HeadX'), axis('HeadY', 'inertia')) });
  expect(edits.body.joints.head?.x.kp).toBe(50);
  expect(bench).toMatchObject({ tuning: null, isBusy: false, beforeTuning: defaultRemoteBodySettings });
  expect(said).toEqual(['info: 2 axes tuned; 1 of them by inertia, see the list.']);
  settings.undo();
  expect(edits.body).toEqual(defaultRemoteBodySettings);
});

test('a cancelled tuning keeps nothing of what it had found, even of what was on its way', () => {
  bench.tune(body);
  works[0].answer({ kind: 'axis', done: 1, total: 2, found: axis('HeadX') });
  bench.cancel();
  expect(works[0].isEnded).toBe(true);
  works[0].answer({ kind: 'axis', done: 2, total: 2, found: axis('HeadY') });
  works[0].answer({ kind: 'tuned', tuning: tuning(axis('HeadX')) });
  expect(edits.body).toEqual(defaultRemoteBodySettings);
  expect(settings.store.getState().past).toEqual([]);
  expect(bench).toMatchObject({ tuning: null, tuned: null, beforeTuning: null, isBusy: false });
  expect(said).toEqual([]);
});

test('after a cancelled one another can begin, and only it is heard', () => {
  bench.tune(body);
  bench.cancel();
  bench.tune(body);
  works[0].answer({ kind: 'failed', reason: 'late' });
  expect(bench.isBusy).toBe(true);
  works[1].answer({ kind: 'tuned', tuning: tuning(axis('HeadX')) });
  expect(edits.body.joints.head?.x.kp).toBe(50);
});

test('one task at a time; a failure is reported and changes nothing', () => {
  bench.tune(body);
  bench.evaluate(body, motion, defaultRemoteBodySettings, defaultRemoteBodySettings);
  expect(works).toHaveLength(1);
  works[0].answer({ kind: 'failed', reason: 'no engine' });
  expect(said).toEqual(['error: Tuning failed: no engine']);
  expect(bench.isBusy).toBe(false);
  expect(edits.body).toEqual(defaultRemoteBodySettings);
});

test('an evaluation tells its share, then its result; cancelled it leaves the one before', () => {
  const pair = { before: {}, after: {} } as EvaluationPair;
  bench.evaluate(body, motion, defaultRemoteBodySettings, defaultRemoteBodySettings);
  works[0].answer({ kind: 'share', share: 0.4 });
  expect(bench.evaluating).toBe(0.4);
  works[0].answer({ kind: 'evaluated', ...pair });
  expect(bench).toMatchObject({ evaluating: null, evaluation: pair });
  bench.evaluate(body, motion, defaultRemoteBodySettings, defaultRemoteBodySettings);
  bench.cancel();
  expect(bench).toMatchObject({ evaluating: null, evaluation: pair });
});

test('the chosen rule and mirror option go with the task', () => {
  bench.heuristic = 'noOvershoot';
  bench.isMirrored = false;
  bench.tune(body);
  expect(works[0].task).toMatchObject({ kind: 'tune', options: { heuristic: 'noOvershoot', isMirrored: false } });
});

test('the relay is as strong and switches as late as the settings say', () => {
  edits.take({ ...defaultRemoteBodySettings, relay: { share: 2, hysteresis: 0.1 } });
  bench.tune(body);
  expect(works[0].task).toMatchObject({ kind: 'tune', options: { relayShare: 2, hysteresis: 0.1 } });
});
