import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  defaultOpinion,
  type MotionChunk,
  type ParticipantOpinion,
  type StudyEvent,
  type StudySetup,
  seedOfParticipant,
  simulatedParticipantOf,
  simulateSession,
  TrialTracks,
} from '@leib/study';
import { readVersion } from '../process.js';
import { openStudyBodies } from './studyBodies.js';

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
  const versions = { '@leib/cli': readVersion() };
  for (const number of numbers) {
    const events: StudyEvent[] = [];
    const pieces: MotionChunk[] = [];
    const keep = async (piece: MotionChunk) => void pieces.push(piece);
    const tracks = isRecorded ? new TrialTracks({ record: setup.protocol.record, keep, versions }) : null;
    const sink = { append: (happened: readonly StudyEvent[]) => void events.push(...happened) };
    let frames = 0;
    await simulateSession({
      ...{ setup, bodies, hz },
      participant: simulatedParticipantOf(number, languages[0]),
      seed: seedOfParticipant(seed, number),
      opinion: opinionOf(effect),
      sink: tracks?.before(sink) ?? sink,
      onFrame: (run, frame) => {
        frames++;
        if (tracks === null) return undefined;
        const take = () => {
          if (frame !== null) tracks.take(run, frame);
        };
        if (!tracks.isReady(run)) return tracks.untilReady(run).then(take);
        take();
        return undefined;
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
