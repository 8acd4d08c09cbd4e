import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  defaultOpinion,
  type MotionChunk,
  type ParticipantOpinion,
  type StudyEvent,
  type StudySetup,
  simulateSession,
} from '@leib/study';
import { openStudyBodies } from './studyBodies.js';
import { TrialTracks } from './trialTracks.js';

/** Which participants are simulated; plain data, so that it goes to another thread. */
export interface SimulatedPeople {
  readonly setup: StudySetup;
  readonly numbers: readonly number[];
  readonly seed: number;
  readonly effect: number;
  readonly hz: number;
  /** Tasks that are to be recorded are. */
  readonly isRecorded: boolean;
}

/** What one participant did, and their recordings. */
export interface SimulatedPerson {
  readonly number: number;
  readonly events: readonly StudyEvent[];
  readonly pieces: readonly MotionChunk[];
  readonly frames: number;
}

export function opinionOf(effect: number): ParticipantOpinion {
  const perSecond = Object.entries(defaultOpinion.perSecond).map(([score, change]) => [score, change * effect]);
  return { ...defaultOpinion, perSecond: Object.fromEntries(perSecond) };
}

/** One after the other, in this thread. */
export async function simulateHere(
  { setup, numbers, seed, effect, hz, isRecorded }: SimulatedPeople,
  done: (person: SimulatedPerson) => void,
) {
  const bodies = await openStudyBodies(setup.protocol);
  const languages = setup.protocol.languages;
  for (const number of numbers) {
    const events: StudyEvent[] = [];
    const pieces: MotionChunk[] = [];
    const tracks = isRecorded ? new TrialTracks(setup.protocol.record, async (piece) => void pieces.push(piece)) : null;
    let frames = 0;
    await simulateSession({
      ...{ setup, bodies, hz },
      participant: {
        id: `S${String(number + 1).padStart(3, '0')}`,
        ...{ number, language: languages[0], sex: number % 2 === 0 ? 'female' : 'male' },
        // About one in ten writes with the left hand.
        writingHand: number % 10 === 7 ? 'left' : 'right',
      },
      seed: (seed * 1_000_003 + number * 7919) >>> 0,
      opinion: opinionOf(effect),
      sink: { append: (happened) => void events.push(...happened) },
      onFrame: (run, frame) => {
        frames++;
        return tracks?.take(run, frame);
      },
    });
    await tracks?.close();
    done({ number, events, pieces, frames });
  }
}

/** So many at a time, each in a thread of its own; what they did comes in the order of their numbers. */
export async function simulatePeople(people: SimulatedPeople, jobs: number, done: (person: SimulatedPerson) => void) {
  const found = new Map<number, SimulatedPerson>();
  let next = 0;
  const take = (person: SimulatedPerson) => {
    found.set(people.numbers.indexOf(person.number), person);
    for (let ready = found.get(next); ready; ready = found.get(++next)) done(ready);
  };
  const threads = Math.min(jobs, people.numbers.length, availableParallelism());
  if (threads <= 1) return simulateHere(people, take);
  const script = new URL('./simulateThread.js', import.meta.url);
  const left = [...people.numbers];
  await Promise.all(
    Array.from({ length: threads }, async () => {
      // A thread takes the next one when it is done: participants differ in how long they take.
      for (let number = left.shift(); number !== undefined; number = left.shift()) {
        await new Promise<void>((resolve, reject) => {
          const thread = new Worker(script, { workerData: { ...people, numbers: [number] } });
          thread.on('message', take);
          thread.on('error', reject);
          thread.on('exit', () => resolve());
        });
      }
    }),
  );
}
