import type { BodyEstimator } from '@leib/body';
import { expect, test } from 'vitest';
import { decodeProtocol } from '../protocol/decodeProtocol.js';
import { stageOfStep } from '../session/stageOfStep.js';
import { createStudySession, type StudySession } from '../session/studySession.js';
import { exampleText, participantOf } from '../studyFiles.testing.js';
import { betasOfShape, shapeOfStep } from './studyShape.js';
import { answersOfMeasures, measuresOfAnswers } from './tapeMeasures.js';

const tape = answersOfMeasures((name) => (name === 'weight' ? 72.04 : name === 'stature' ? 1.7234 : 0.9));
const measured = (values: object) => ({ step: 'x', attempt: 0, answers: {}, agreed: {}, measured: values as never });

function sessionOf(example: string, at: string, done: StudySession['done'] = []): StudySession {
  const protocol = decodeProtocol(exampleText(example));
  if (!protocol.ok) throw new Error(protocol.reason);
  const setup = { protocol: protocol.value, questionnaires: {} };
  const session = createStudySession(setup, { ...participantOf(0), sex: 'female' });
  const index = session.plan.findIndex(({ id }) => id === at);
  if (index < 0) throw new Error(`${at} is none of ${session.plan.map(({ id }) => id)}`);
  return { ...session, done, index, state: 'inStep' };
}
const shapeAt = (...args: Parameters<typeof sessionOf>) => {
  const session = sessionOf(...args);
  return shapeOfStep(session.plan[session.index], session);
};

test('the first pass of each block is from the standard body of the sex, the others go on from what was kept', () => {
  const kept = [measured({ betas: [1, -2] })];
  expect(shapeAt('shape', 'block.0.pass1')).toEqual({ kind: 'shape', sex: 'female', betas: [] });
  expect(shapeAt('shape', 'block.0.pass2', kept)).toEqual({ kind: 'shape', sex: 'female', betas: [1, -2] });
  expect(shapeAt('shape', 'block.0.likeness', kept)).toEqual({ kind: 'shape', sex: 'female', betas: [1, -2] });
  expect(shapeAt('shape', 'block.1.pass1', kept)).toEqual({ kind: 'shape', sex: 'female', betas: [] });
  expect(shapeAt('latency', 'explore')).toBeNull();
});

test('takes are looked at by so many measures of the tape, words by the ratings, a scan as a scan', () => {
  const session = sessionOf('takes', 'pair.0.first');
  const answers = { step: 'measures', attempt: 0, answers: tape, agreed: {}, measured: null };
  const measuresAt = (end: string) =>
    session.plan.flatMap((step) => {
      const shape = step.id.endsWith(end) ? shapeOfStep(step, { ...session, done: [answers] }) : null;
      return shape?.kind === 'shape' ? [Object.keys(shape.measures ?? {}).length] : [];
    });
  const [first, second] = [measuresAt('.first'), measuresAt('.second')];
  // Each pair of takes, and the same one twice.
  expect(new Set(first.map((count, k) => `${count},${second[k]}`))).toEqual(
    new Set(['12,12', '12,6', '12,4', '12,2', '6,4', '6,2', '4,2']),
  );
  const before = shapeAt('takes', 'about', [answers]);
  expect(before?.kind === 'shape' && before.measures).toMatchObject({ stature: 1.723, weight: 72, hip: 0.9 });
  expect(shapeAt('words', 'way.0.look', [measured({ ratings: { tall: 2 } })])).toMatchObject({ words: { tall: 2 } });
  const looks = sessionOf('scan', 'shown.0.look', [measured({ betas: [1] })]);
  const kinds = looks.plan.flatMap((step) => (step.id.endsWith('.look') ? [shapeOfStep(step, looks)?.kind] : []));
  expect(kinds.sort()).toEqual(['scan', 'shape']);
});

test('the document says the body of whoever wears it, and how the local avatar is to be seen', () => {
  const place = {
    person: { kind: 'person', source: { kind: 'x' }, body: { kind: 'default' }, profile: null, settings: {} },
    stature: 1.7,
    tuned: { joints: { head: {} } },
  } as const;
  const session = sessionOf('shape', 'block.0.pass2', [measured({ betas: [1, -2] })]);
  const doc = stageOfStep(session, place);
  expect(doc.actors.person.body).toEqual({ kind: 'shape', sex: 'female', betas: [1, -2], stature: 1.7 });
  // Kinematic, the body is the person itself.
  expect([doc.view.local, Object.keys(doc.actors)]).toEqual(['shown', ['person']]);
  const hand = sessionOf('latency', 'latency.0.hand', [{ ...measured({}), step: 'tPose' }]);
  const simulated = stageOfStep(hand, place);
  expect(simulated.view.local).toBe('hidden');
  expect(simulated.actors.body.settings.body).toMatchObject({ totalMass: 72, joints: { head: {} } });
  const inertia = {
    ...hand,
    plan: hand.plan.map((step) => ({ ...step, body: { ...step.body, gains: 'inertia' as const } })),
  };
  expect(stageOfStep(inertia, place).actors.body.settings.body).not.toHaveProperty('joints');
  expect(stageOfStep({ ...hand, done: [] }, place).view.local).toBe('transparent');
});

test('what the tape says goes to answers and back, and betas are the model’s own number', () => {
  expect(tape).toMatchObject({ stature: 172.3, weight: 72, hip: 90 });
  expect(measuresOfAnswers((item) => tape[item])).toMatchObject({ stature: 1.723, weight: 72 });
  expect(measuresOfAnswers((item) => (item === 'hip' ? null : tape[item]))).toBeNull();
  const estimator = { model: { betaCount: 4 } } as BodyEstimator;
  expect([...betasOfShape({ kind: 'shape', sex: 'male', betas: [1, 2] }, estimator)]).toEqual([1, 2, 0, 0]);
});
