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
async function simulateHere(people: SimulatedPeople, done: (person: SimulatedPerson) => void) {
  const simulate = await openSimulation(people);
  for (const number of people.numbers) done(await simulate(number));
}

/** Opens the bodies, once for all who are simulated in a thread. */
export async function openSimulation({ setup, seed, effect, hz, isRecorded }: Omit<SimulatedPeople, 'numbers'>) {
  const bodies = await openStudyBodies(setup.protocol);
  const languages = setup.protocol.languages;
  const versions = { '@leib/cli': readVersion() };
  return async (number: number): Promise<SimulatedPerson> => {
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
    return { number, events, pieces, frames };
  };
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
  const { numbers, ...setting } = people;
  const left = [...numbers];
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const thread = new Worker(script, { workerData: setting });
      await new Promise<void>((resolve, reject) => {
        // A thread takes the next one when it is done: participants differ in how long they take.
        const give = () => (left.length > 0 ? thread.postMessage(left.shift()) : resolve());
        thread.on('message', (person: SimulatedPerson) => {
          take(person);
          give();
        });
        thread.on('error', reject);
        thread.on('exit', () => reject(new Error('a thread of the simulation ended')));
        give();
      }).finally(() => thread.terminate());
    }),
  );
}
