import { expect, test } from 'vitest';
import { stepStudy } from '../session/stepStudy.js';
import { createStudySession, replayStudy } from '../session/studySession.js';
import type { StudyEvent } from '../studyEvent.js';
import { exampleSetup, participantOf } from '../studyFiles.testing.js';
import { type ArrivedMarker, decideMarks, SessionClock } from './sessionClock.js';

const marker = (id: string, hostMs: number): ArrivedMarker => ({
  ...{ id, hostMs, source: 'osc:127.0.0.1:9000', label: 'blink' },
  ...{ sourceSeconds: 500, uncertaintySeconds: 0.0004 },
});

test('a moment of the machine is one of the session, also where frames were late or the session stood still', () => {
  const clock = new SessionClock();
  expect(clock.secondsAt(5)).toBeNaN();
  // Frames at 0, 100 and 400 ms; the machine slept before the last one, and the session let 0.1 s pass.
  clock.note(1000, 20);
  clock.note(1100, 20.1);
  clock.note(1400, 20.2);
  expect([1000, 1050, 1100, 1250, 1400].map((ms) => clock.secondsAt(ms))).toEqual(
    [20, 20.05, 20.1, 20.15, 20.2].map((seconds) => expect.closeTo(seconds, 9)),
  );
  expect([clock.secondsAt(900), clock.secondsAt(1450)]).toEqual([expect.closeTo(19.9, 9), expect.closeTo(20.25, 9)]);
  for (let i = 0; i < 20_000; i++) clock.note(2000 + i, 21 + i / 1000);
  expect(clock.secondsAt(21_500.5)).toBeCloseTo(40.5005, 9);
});

test('a marker becomes an event once, with its own time, its offset and its uncertainty', () => {
  const setup = exampleSetup('latency');
  const clock = new SessionClock();
  let session = createStudySession(setup, participantOf(0));
  const events: StudyEvent[] = [];
  let decisions: Parameters<typeof stepStudy>[2]['decisions'][number][] = [];
  for (let frame = 0; frame < 60; frame++) {
    const run = { session, decide: (decision: (typeof decisions)[number]) => void decisions.push(decision) };
    // It is said again and again, as servers do.
    if (frame >= 30) decideMarks(run, clock, [marker('a-1', 1000 + 250)]);
    const stepped = stepStudy(setup, session, { dtSeconds: 0.01, decisions });
    decisions = [];
    session = stepped.session;
    events.push(...stepped.events);
    clock.note(1000 + frame * 10, session.seconds);
  }
  const marked = events.filter(({ kind }) => kind === 'marked');
  expect(marked.map(({ payload }) => payload)).toEqual([
    {
      ...{ id: 'a-1', source: 'osc:127.0.0.1:9000', label: 'blink', sourceSeconds: 500, uncertaintySeconds: 0.0004 },
      seconds: expect.closeTo(0.26, 9),
      offsetSeconds: expect.closeTo(500 - 0.26, 9),
    },
  ]);
  // A page that was killed knows it from its events.
  expect(replayStudy(setup, events)?.marks).toEqual(['a-1']);
});
