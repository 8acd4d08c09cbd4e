import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { InputError } from '@leib/core';
import { openStudyStore, type StudyStore } from '@leib/server';
import { estimatePower, SIGNIFICANT, type StudyEvent } from '@leib/study';
import { compareConditions, SIMULATED_SITE, tableOfEvents } from '@leib/study/results';
import type { CommandRun } from '../command.js';
import type { studySimulateOptions } from '../commands/study.js';
import { makeFolder, writeOutput } from '../files.js';
import { readNumberOption, readRateOption } from '../options.js';
import { opinionOf, type SimulatedPerson, simulatePeople } from './simulateParticipants.js';
import { readStudy } from './studyFiles.js';

export const runStudySimulate: CommandRun<typeof studySimulateOptions> = async (_operands, options, output) => {
  const study = options.study ?? 'latency';
  const whole = (name: 'participants' | 'seed' | 'studies' | 'jobs', low: number, high: number) =>
    readNumberOption(name, options[name], { low, high, isWhole: true });
  const setup = await readStudy(study);
  const { protocol } = setup;
  const count = whole('participants', 1, 10_000) ?? protocol.participants;
  const seed = whole('seed', 0, 2 ** 31) ?? 1;
  const studies = whole('studies', 0, 100_000) ?? 200;
  const effect = readNumberOption('effect', options.effect, { low: -10, high: 10 }) ?? 1;
  const jobs = whole('jobs', 1, 16) ?? 2;
  const hz = readRateOption('hz', options.hz) ?? 60;
  const store = options.out === undefined ? null : await openStore(options.out, JSON.stringify(protocol), protocol);
  const sessions: (readonly StudyEvent[])[] = [];
  const kept: Promise<void>[] = [];
  const begunMs = performance.now();
  const before = process.cpuUsage();
  let frames = 0;
  const done = (person: SimulatedPerson) => {
    sessions.push(person.events);
    frames += person.frames;
    if (store) kept.push(keep(store, protocol.id, person));
    output.progress(`${sessions.length} of ${count} participants`);
  };
  try {
    const numbers = Array.from({ length: count }, (_, number) => number);
    await simulatePeople(
      { setup, numbers, seed, effect, hz, isRecorded: store !== null && !options['no-record'] },
      jobs,
      done,
    );
    await Promise.all(kept);
  } finally {
    await store?.close();
  }
  const events = sessions.flat();
  // Of all threads: on a busy machine the seconds on the wall say little.
  const { user, system } = process.cpuUsage(before);
  const report = {
    study: protocol.id,
    participants: count,
    frames,
    events: events.length,
    sha256: createHash('sha256').update(JSON.stringify(events)).digest('hex'),
    minutesOfSessions: Number((frames / hz / 60).toFixed(1)),
    seconds: Number(((performance.now() - begunMs) / 1000).toFixed(1)),
    processorSeconds: Number(((user + system) / 1e6).toFixed(1)),
    comparisons: comparisonsOf(sessions),
    power: estimatePower({ setup, participants: count, studies, seed, opinion: opinionOf(effect) }),
  };
  output.print(options.json ? JSON.stringify(report) : textOf(report, studies));
};

async function openStore(
  out: string,
  text: string,
  { id, version }: { readonly id: string; readonly version: string },
) {
  await makeFolder(out);
  await writeOutput(join(out, 'study.json'), `${text}\n`);
  const store = await openStudyStore({ database: join(out, 'study.sqlite') });
  if (await store.putProtocol(id, version, text)) return store;
  await store.close();
  throw new InputError(
    join(out, 'study.sqlite'),
    `expected the same text of "${id}" ${version}, got another; choose another folder`,
  );
}

async function keep(store: StudyStore, study: string, { events, pieces }: SimulatedPerson): Promise<void> {
  const [{ participant }] = events;
  await store.place(study, { participant, site: SIMULATED_SITE, orders: 1 });
  const answer = await store.append(study, participant, events);
  if (!answer.ok) throw new InputError(participant, `the store has other events of this participant (${answer.why})`);
  for (const piece of pieces) {
    const kept = await store.appendMotion(study, { ...piece, participant });
    if (!kept.ok) throw new InputError(piece.stream, `the store has another recording of this trial (${kept.why})`);
  }
}

/** What the study's own analysis says: scores, and what tasks measured as a whole. */
function comparisonsOf(sessions: readonly (readonly StudyEvent[])[]) {
  const people = sessions.map((events, number) => ({
    participant: events[0].participant,
    number,
    site: SIMULATED_SITE,
    events,
  }));
  return compareConditions(tableOfEvents(people))
    .filter(({ isScore, measure }) => isScore || !measure.includes('.'))
    .map(({ factor, task, measure, levels, described, friedman, pairs }) => ({
      ...{ factor, task, measure },
      means: Object.fromEntries(levels.map((level, at) => [level, described[at].mean])),
      p: friedman?.p ?? null,
      agreement: friedman?.agreement ?? null,
      pairs: pairs.map(({ first, second, adjustedP }) => ({ first, second, adjustedP })),
    }));
}
type Compared = ReturnType<typeof comparisonsOf>[number];

interface Report {
  readonly study: string;
  readonly participants: number;
  readonly events: number;
  readonly sha256: string;
  readonly minutesOfSessions: number;
  readonly seconds: number;
  readonly comparisons: readonly Compared[];
  readonly power: Readonly<Record<string, number>>;
}

function textOf(report: Report, studies: number): string {
  const { comparisons, power } = report;
  const comparedText = ({ task, measure, means, p }: Compared) => {
    const values = Object.entries(means).map(([condition, value]) => `${condition} ${value.toFixed(2)}`);
    const verdict =
      p === null
        ? 'nothing to compare'
        : `p ${p < 0.001 ? '< 0.001' : p.toFixed(3)}${p < SIGNIFICANT ? ', found' : ''}`;
    return `  ${task} ${measure}: ${values.join(', ')}; ${verdict}`;
  };
  return [
    `${report.study}: ${report.participants} simulated participants, ${report.minutesOfSessions} minutes of sessions in ${report.seconds} s; ${report.events} events, SHA-256 ${report.sha256.slice(0, 16)}`,
    ...(comparisons.length > 0 ? ['conditions, means and the Friedman test:'] : []),
    ...comparisons.map(comparedText),
    ...(Object.keys(power).length > 0 ? [`power in ${studies} studies like this one, answers alone:`] : []),
    ...Object.entries(power).map(([what, share]) => `  ${what}: found in ${(share * 100).toFixed(0)} %`),
  ].join('\n');
}
