import { InputError } from '@leib/core';
import { compareConditions } from '../analysis/compareConditions.js';
import { tableOfEvents } from '../analysis/studyTable.js';
import type { StudyRun } from '../session/studyRun.js';
import { type StudySetup, stepNow } from '../session/studySession.js';
import type { StudyEvent, StudyParticipant } from '../studyEvent.js';
import { type SimulationBodies, simulateSession } from './simulateSession.js';

/** Where a dry run is. Plain data. */
export interface DryRunProgress {
  readonly step: string;
  readonly index: number;
  readonly steps: number;
  /** Of the session's own clock. */
  readonly minutes: number;
}

/** What one simulated participant came to. Plain data. */
export interface DryRunReport {
  readonly hasEnded: boolean;
  readonly stepsDone: number;
  readonly steps: number;
  readonly minutes: number;
  readonly events: number;
  /** Why it did not go on, one sentence each. */
  readonly problems: readonly string[];
  /** Scores, and what tasks measured, by the conditions of a block. */
  readonly means: readonly ConditionMeans[];
}

export interface ConditionMeans {
  readonly factor: string;
  readonly task: string;
  readonly measure: string;
  readonly byCondition: readonly (readonly [condition: string, mean: number])[];
}

export interface DryRunOptions {
  readonly setup: StudySetup;
  readonly bodies: SimulationBodies;
  /** Which place in the order of conditions; from 0. */
  readonly number: number;
  readonly seed: number;
  readonly hz?: number;
  readonly onProgress?: (progress: DryRunProgress) => void;
}

/** What lasts so much longer than it says does not end, seconds of the session's clock: tasks, and what is read or answered at once. */
const MOST_SECONDS = { task: 15 * 60, other: 10 };
/** Progress is told so often, frames. */
const TELL_EVERY = 30;

/** Who the simulated participant of a number is. */
export function simulatedParticipantOf(number: number, language: string): StudyParticipant {
  return {
    id: `S${String(number + 1).padStart(3, '0')}`,
    ...{ number, language, sex: number % 2 === 0 ? 'female' : 'male' },
    // About one in ten writes with the left hand.
    writingHand: number % 10 === 7 ? 'left' : 'right',
  };
}

/** Everything that a participant does by chance follows from this. */
export const seedOfParticipant = (seed: number, number: number) => (seed * 1_000_003 + number * 7919) >>> 0;

/** One simulated participant goes through the whole study. Nothing is kept. */
export async function dryRunStudy({ setup, bodies, number, seed, hz = 60, onProgress }: DryRunOptions) {
  const events: StudyEvent[] = [];
  const problems: string[] = [];
  let last: StudyRun | null = null;
  let frames = 0;
  try {
    await simulateSession({
      ...{ setup, bodies, hz },
      participant: simulatedParticipantOf(number, setup.protocol.languages[0]),
      seed: seedOfParticipant(seed, number),
      sink: { append: (happened) => void events.push(...happened) },
      onFrame: (run) => {
        last = run;
        if (frames++ % TELL_EVERY === 0) onProgress?.(progressOf(run));
        const stuck = stuckIn(run, events);
        if (stuck !== null) problems.push(stuck);
        return stuck === null;
      },
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const at = last === null ? '' : `${progressOf(last).step}: `;
    problems.push(error.message.startsWith(at) ? error.message : `${at}${error.message}`);
  }
  return reportOf(setup, { events, problems, run: last });
}

function progressOf({ session }: StudyRun): DryRunProgress {
  const { plan, index, seconds } = session;
  return { step: plan[index]?.id ?? '', index, steps: plan.length, minutes: seconds / 60 };
}

/** Why the session does not go on; null where it does. */
function stuckIn({ session, refused }: StudyRun, events: readonly StudyEvent[]): string | null {
  const step = stepNow(session);
  const begun = events.findLast(({ kind }) => kind === 'stepBegun');
  if (step === null || begun === undefined) return null;
  const own = 'seconds' in step.node ? (step.node.seconds ?? 0) : 0;
  const most = own + MOST_SECONDS[step.node.kind === 'task' ? 'task' : 'other'];
  if (session.seconds - begun.seconds < most) return null;
  const why = refused.length > 0 ? `: ${refused.join('; ')}` : '';
  return `${step.id}: it had not ended after ${Math.round(most)} s${why}`;
}

interface Happened {
  readonly events: readonly StudyEvent[];
  readonly problems: readonly string[];
  readonly run: StudyRun | null;
}

function reportOf({ protocol }: StudySetup, { events, problems, run }: Happened): DryRunReport {
  const { participant = '' } = events[0] ?? {};
  const table = tableOfEvents(events.length > 0 ? [{ participant, number: 0, site: protocol.id, events }] : []);
  const means = compareConditions(table)
    // What has parts is there as a whole, too.
    .filter(({ isScore, measure }) => isScore || !measure.includes('.'))
    .map(({ factor, task, measure, levels, described }) => ({
      ...{ factor, task, measure },
      byCondition: levels.map((level, at) => [level, described[at].mean] as const),
    }));
  return {
    hasEnded: run?.session.state === 'ended',
    stepsDone: run?.session.done.length ?? 0,
    steps: run?.session.plan.length ?? 0,
    minutes: (run?.session.seconds ?? 0) / 60,
    events: events.length,
    ...{ problems, means },
  };
}
