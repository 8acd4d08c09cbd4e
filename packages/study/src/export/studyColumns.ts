import {
  type AnswerRow,
  type Cell,
  namesOf,
  type PersonRow,
  type StudyTable,
  type TrialRow,
} from '../analysis/studyTable.js';
import type { StudyEvent } from '../studyEvent.js';
import { streamOf } from '../uplink/motionSink.js';
import type { Column } from './csv.js';

/** Recordings by participant and stream. */
export type MotionIndex = ReadonlyMap<string, ReadonlySet<string>>;

/** Path of a recording inside an export. */
export function motionPath(participant: string, stream: string): string {
  return `motion/${participant}/${stream}.mcap`;
}

const participant: Column<{ readonly participant: string }> = column(
  'participant',
  'text',
  '',
  'random id',
  (row) => row.participant,
);

function column<Row>(
  name: string,
  type: Column<Row>['type'],
  unit: string,
  means: string,
  of: (row: Row) => Cell,
): Column<Row> {
  return { name, type, unit, means, of };
}

export function personColumns({ people }: Pick<StudyTable, 'people'>): readonly Column<PersonRow>[] {
  return [
    participant,
    column('number', 'whole', '', 'place in the order of conditions, from 0', (row) => row.number),
    column('site', 'text', '', 'server or laboratory', (row) => row.site),
    column('ended', 'yes or no', '', 'whether the session came to its end', (row) => row.hasEnded),
    column('version', 'text', '', 'version of the study’s document', (row) => row.version),
    ...namesOf(people.map(({ about }) => about)).map((name) =>
      column<PersonRow>(
        name,
        typeOf(people.map(({ about }) => about[name])),
        '',
        saidAbout(name),
        ({ about }) => about[name] ?? null,
      ),
    ),
  ];
}

function saidAbout(name: string): string {
  return name.includes('.')
    ? `answer or score: questionnaire.${name.slice(name.indexOf('.') + 1)}`
    : 'as the operator has set it';
}

function typeOf(cells: readonly (Cell | undefined)[]): Column<unknown>['type'] {
  return cells.every((cell) => typeof cell === 'number' || cell === null || cell === undefined) ? 'number' : 'text';
}

/** A row a trial: conditions, measures, scores, and where its recording is. */
export function trialColumns({ trials }: Pick<StudyTable, 'trials'>, motion: MotionIndex): readonly Column<TrialRow>[] {
  const blocks = [...new Set(trials.flatMap(({ conditions }) => conditions.map(({ block }) => block)))];
  const placeIn = (row: TrialRow, block: string) => row.conditions.find((place) => place.block === block);
  return [
    participant,
    column('trial', 'whole', '', 'among the trials of the participant, from 0', (row) => row.trial),
    column('step', 'text', '', 'id of the step', (row) => row.step),
    column('task', 'text', '', 'id of the task', (row) => row.task),
    column('attempt', 'whole', '', 'how often it was begun before', (row) => row.attempt),
    ...blocks.flatMap((block): Column<TrialRow>[] => [
      column(block, 'text', '', `condition of the block ${block}`, (row) => placeIn(row, block)?.condition ?? null),
      column(
        `${block}_position`,
        'whole',
        '',
        'the how manyth condition of the block, from 0',
        (row) => placeIn(row, block)?.position ?? null,
      ),
      column(
        `${block}_repetition`,
        'whole',
        '',
        'the how manyth time the block is done, from 0',
        (row) => placeIn(row, block)?.repetition ?? null,
      ),
    ]),
    column('began', 'number', 'seconds', 'on the clock of the session', (row) => row.beganSeconds),
    column('ended', 'number', 'seconds', 'on the clock of the session', (row) => row.endedSeconds),
    ...namesOf(trials.map(({ measures }) => measures)).map((name) =>
      column<TrialRow>(name, 'number', unitOf(name), meaningOf(name), ({ measures }) => measures[name] ?? null),
    ),
    ...namesOf(trials.map(({ scores }) => scores)).map((name) =>
      column<TrialRow>(
        name,
        'number',
        '',
        'score of a questionnaire that was asked after the task',
        ({ scores }) => scores[name] ?? null,
      ),
    ),
    column('motion', 'text', '', 'path of the recording (MCAP); empty for none', (row) => {
      const stream = streamOf(row);
      return motion.get(row.participant)?.has(stream) ? motionPath(row.participant, stream) : null;
    }),
  ];
}

function unitOf(name: string): string {
  if (/seconds(\.|$)/i.test(name)) return 'seconds';
  if (/deg(\.|$)/i.test(name)) return 'degrees';
  return /ms(\.|$)/i.test(name) ? 'milliseconds' : '';
}

const meanings: Readonly<Record<string, string>> = {
  completions: 'how often the task was done from beginning to end',
  panels: 'back panels that were touched in their order',
  contactSeconds: 'how long sides of boxes were touched, added up over sides',
  sideTouches: 'how often a side began to be touched',
  wrongPanels: 'panels that were touched out of order',
  completionSeconds: 'how long each completion took',
  sideSeconds: 'how long each side was touched',
  partSeconds: 'how long each part of the body touched a side',
  sidePartSeconds: 'how long each part of the body touched each side',
  jointErrorDeg: 'mean angle of the parts of the body from their targets',
  delayMs: 'mean delay of the targets, as measured in each frame',
  betas: 'values of the shape that was set',
};

function meaningOf(name: string): string {
  const [first, ...rest] = name.split('.');
  return [meanings[first] ?? 'measured by the task', ...rest].join(': ');
}

export const answerColumns: readonly Column<AnswerRow>[] = [
  participant,
  column('step', 'text', '', 'id of the step', (row) => row.step),
  column('conditions', 'text', '', 'in force, block=condition', (row) =>
    row.conditions.map(({ block, condition, repetition }) => `${block}=${condition || repetition}`).join(' '),
  ),
  column('questionnaire', 'text', '', 'its id', (row) => row.questionnaire),
  column('item', 'text', '', 'id of the question', (row) => row.item),
  column('value', 'text', '', 'number, choice or words; empty: asked, and not answered', (row) => row.value),
  column('by', 'text', '', 'who entered it: participant or operator', (row) => row.by),
  column('seconds', 'number', 'seconds', 'on the clock of the session', (row) => row.seconds),
];

/** Everything that was kept, as it was kept. */
export const eventColumns: readonly Column<StudyEvent>[] = [
  participant,
  column('sequence', 'whole', '', 'from 0, without gaps', (row) => row.sequence),
  column('seconds', 'number', 'seconds', 'on the clock of the session', (row) => row.seconds),
  column('kind', 'text', '', 'what happened', (row) => row.kind),
  column('payload', 'text', '', 'what is said about it, JSON', (row) => JSON.stringify(row.payload)),
];
