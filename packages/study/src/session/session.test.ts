import { expect, test } from 'vitest';
import { decodeStudyEvent, type StudyEvent } from '../studyEvent.js';
import { exampleNames, exampleSetup, participantOf } from '../studyFiles.testing.js';
import { type StudyDecision, stepStudy } from './stepStudy.js';
import {
  applyStudyEvent,
  createStudySession,
  replayStudy,
  type StudySession,
  type StudySetup,
  stepNow,
} from './studySession.js';

const DT = 0.25;
const setup = exampleSetup('latency');

/** A session by hand: steps with decisions, and all events so far. */
function begin(of: StudySetup = setup, number = 0) {
  const events: StudyEvent[] = [];
  let session = createStudySession(of, participantOf(number));
  const step = (...decisions: StudyDecision[]) => {
    const stepped = stepStudy(of, session, { dtSeconds: DT, decisions });
    session = stepped.session;
    events.push(...stepped.events);
    return stepped;
  };
  step();
  return {
    events,
    step,
    get session() {
      return session;
    },
    set session(other: StudySession) {
      session = other;
    },
  };
}

/** What somebody decides who does as they should. */
function asAsked(of: StudySetup, session: StudySession): StudyDecision[] {
  const step = stepNow(session);
  if (step === null) return [];
  const { node } = step;
  if (node.kind === 'consent')
    return [
      ...of.protocol.consent.points.map((_, point): StudyDecision => ({ kind: 'agree', point, isAgreed: true })),
      { kind: 'next' },
    ];
  if (node.kind === 'questionnaire') {
    const answers = of.questionnaires[node.of].items.map(({ id, kind, low, choices }): StudyDecision => {
      const value = kind === 'text' ? 'words' : kind === 'choice' ? choices[0].id : low;
      return { kind: 'answer', item: id, value, by: 'operator' };
    });
    return [...answers, { kind: 'next' }];
  }
  if (node.kind !== 'task') return [{ kind: 'next' }];
  if (session.phase === 'waiting') return [{ kind: 'next' }];
  return session.phase === 'running' ? [{ kind: 'taskOver', values: { completions: 3 } }] : [];
}

function goTo(run: ReturnType<typeof begin>, id: string | null, of = setup): void {
  for (let i = 0; i < 4000 && run.session.state !== 'ended' && stepNow(run.session)?.node.id !== id; i++) {
    expect(run.step(...asAsked(of, run.session)).refused).toEqual([]);
  }
}

test.each(exampleNames)(
  '%s: replaying events gives the session at every prefix, and each event survives JSON',
  (name) => {
    const of = exampleSetup(name);
    const run = begin(of, 3);
    for (let i = 0; i < 4000 && run.session.state !== 'ended'; i++) {
      const { events, refused } = run.step(...asAsked(of, run.session));
      expect(refused).toEqual([]);
      if (events.length > 0) expect(replayStudy(of, run.events)).toEqual(run.session);
    }
    expect(run.session.state).toBe('ended');
    expect(run.events.map(({ sequence }) => sequence)).toEqual(run.events.map((_, i) => i));
    const read = run.events.map((event) => decodeStudyEvent(JSON.parse(JSON.stringify(event))));
    expect(read.map((decoded) => decoded.ok && decoded.value)).toEqual(run.events);
    // Wherever it was cut, kept as text and read again: the rest leads to the same end.
    for (let cut = 1; cut < run.events.length; cut++) {
      const kept = replayStudy(of, JSON.parse(JSON.stringify(run.events.slice(0, cut))));
      if (kept === null) throw new Error('expected a session');
      expect(run.events.slice(cut).reduce(applyStudyEvent, kept)).toEqual(run.session);
    }
    expect(run.session.done.map(({ step }) => step)).toEqual(run.session.plan.map(({ id }) => id));
  },
);

test('killed in the middle of a trial, a session goes on at that trial, as another attempt, and at no other', () => {
  const run = begin();
  goTo(run, 'foot');
  while (run.session.phase !== 'running') run.step(...asAsked(setup, run.session));
  const at = stepNow(run.session)?.id;
  const kept = JSON.parse(JSON.stringify(run.events)) as StudyEvent[];
  const again = replayStudy(setup, kept);
  if (again === null) throw new Error('expected a session');
  run.session = again;
  const { events } = run.step({ kind: 'resume', reason: 'power cut' });
  expect(events.map(({ kind }) => kind)).toEqual(['resumed', 'stepEnded', 'stepBegun']);
  expect(stepNow(run.session)?.id).toBe(at);
  expect(run.session).toMatchObject({ attempt: 1, phase: 'waiting', sequence: kept.length + 3 });
  goTo(run, null);
  expect(run.session.state).toBe('ended');
  const { events: after, refused } = run.step({ kind: 'resume', reason: 'once more' });
  expect([after, refused[0].reason]).toEqual([[], 'the session is over']);
});

test('a task: the operator starts it, a countdown, its end by its own rules, all held still, then the next step', () => {
  const run = begin();
  goTo(run, 'hand');
  const node = stepNow(run.session)?.node;
  if (node?.kind !== 'task') throw new Error('expected a task');
  const phases: [string, number][] = [];
  const started = run.session.seconds;
  run.step({ kind: 'next' });
  while (stepNow(run.session)?.node.id === 'hand') {
    if (phases.at(-1)?.[0] !== run.session.phase) phases.push([run.session.phase, run.session.seconds - started]);
    run.step(...(run.session.phase === 'running' ? asAsked(setup, run.session) : []));
  }
  expect(phases.map(([phase]) => phase)).toEqual(['preparing', 'running', 'frozen']);
  const [[, prepared], [, ran], [, frozen]] = phases;
  expect(ran - prepared).toBeCloseTo(node.prepareSeconds, 6);
  expect(run.session.seconds - started - frozen).toBeCloseTo(node.freezeSeconds, 6);
  expect(run.session.done.at(-1)?.measured).toEqual({ completions: 3 });
});

test('repeat begins the step anew and forgets what it had; skip goes on; both say why, and cannot be had without a reason', () => {
  const run = begin();
  goTo(run, 'handQuestions');
  run.step({ kind: 'answer', item: 'Q1', value: 7, by: 'operator' });
  expect(run.session.record?.answers).toEqual({ Q1: 7 });
  expect(run.step({ kind: 'repeat', reason: ' ' }).refused[0].reason).toBe('expected a reason');
  run.step({ kind: 'repeat', reason: 'the alarm went off' });
  expect(run.session).toMatchObject({ attempt: 1, record: { answers: {} } });
  const skipped = stepNow(run.session)?.id;
  run.step({ kind: 'skip', reason: 'no time' });
  expect(stepNow(run.session)?.node.id).toBe('foot');
  expect(run.session.skipped).toEqual([{ step: skipped, reason: 'no time' }]);
  expect(run.session.done.some(({ step }) => step === skipped)).toBe(false);
});

test('an emergency stop ends what is under way at once; nothing goes on until it is continued, then the step begins anew', () => {
  const run = begin();
  goTo(run, 'hand');
  run.step({ kind: 'next' });
  run.step({ kind: 'stop', reason: 'nausea' });
  expect(run.session).toMatchObject({ state: 'stopped', stopReason: 'nausea' });
  const { sequence } = run.session;
  for (let i = 0; i < 100; i++) run.step();
  expect(run.step({ kind: 'next' }).refused[0].reason).toBe('the session is stopped');
  expect(run.session.sequence).toBe(sequence);
  run.step({ kind: 'note', text: 'had some water' });
  run.step({ kind: 'continue', reason: 'feels well' });
  expect(stepNow(run.session)?.node.id).toBe('hand');
  expect(run.session).toMatchObject({ state: 'inStep', attempt: 1, phase: 'waiting' });
  expect(run.session.notes.map(({ text }) => text)).toEqual(['had some water']);
});

test('without consent to every point, or an answer to every question, nobody gets on', () => {
  const run = begin();
  run.step({ kind: 'agree', point: 0, isAgreed: true }, { kind: 'agree', point: 1, isAgreed: false });
  expect(run.step({ kind: 'next' }).refused[0].reason).toBe('expected consent to point 2');
  goTo(run, 'handQuestions');
  expect(run.step({ kind: 'next' }).refused[0].reason).toBe('expected an answer to Q1');
  expect(run.step({ kind: 'answer', item: 'Q1', value: 9, by: 'operator' }).refused[0].reason).toContain('from 1 to 7');
  expect(run.step({ kind: 'answer', item: 'Q99', value: 1, by: 'operator' }).refused[0].reason).toContain('no item');
});

test('scores are among the events when a questionnaire ends', () => {
  const run = begin();
  goTo(run, 'foot');
  const scored = run.events.filter((event) => event.kind === 'scored').at(-1);
  // All answers are 1, strongly disagree: -3 each.
  expect(scored?.payload.scores).toMatchObject({ ownership: 3, agency: -6, location: -3 });
});

test.each([
  [{ participant: '', sequence: 0, seconds: 0, kind: 'ended', payload: {} }, 'participant'],
  [{ participant: 'a', sequence: -1, seconds: 0, kind: 'ended', payload: {} }, 'sequence'],
  [{ participant: 'a', sequence: 0, seconds: 0, kind: 'over', payload: {} }, 'kind'],
  [{ participant: 'a', sequence: 0, seconds: 0, kind: 'noted', payload: { words: 'x' } }, 'payload.text'],
])('an event that is none is refused with its place: %j', (given, path) => {
  expect(decodeStudyEvent(given)).toMatchObject({ ok: false, path });
});
