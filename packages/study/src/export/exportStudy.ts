import { recordingOfFile } from '@leib/formats';
import { motionMeasures } from '../analysis/motionMeasures.js';
import { type PersonEvents, type StudyTable, type TrialRow, tableOfEvents } from '../analysis/studyTable.js';
import type { StudyEvent } from '../studyEvent.js';
import { streamOf } from '../uplink/motionSink.js';
import { type Column, writeCsv, writeTsv } from './csv.js';
import { pythonText, readmeText, rText } from './openExport.js';
import {
  answerColumns,
  eventColumns,
  type MotionIndex,
  motionPath,
  personColumns,
  trialColumns,
} from './studyColumns.js';
import { type BidsEvent, bidsFilesOf, bidsLabel, type ExportFile, file, json } from './writeBids.js';
import { writeParquet } from './writeParquet.js';

/** Everything that is kept of a study, from wherever it is kept. */
export interface StudySource {
  readonly study: string;
  /** The study's document in each of its versions, as JSON. */
  readonly protocols: readonly string[];
  readonly people: readonly PersonEvents[];
  readonly motion: MotionIndex;
  /** A recording as an MCAP file. */
  readMotion(participant: string, stream: string): Promise<Uint8Array>;
}

export interface ExportOptions {
  /** Motion-BIDS beside the tables; default true. */
  readonly bids?: boolean;
  /** For the dataset's description. */
  readonly title?: string;
}

/** Tables of a study with what its recordings say about each trial: joint errors, and the delay that was measured. */
export async function tableOfStudy(source: StudySource): Promise<StudyTable> {
  const table = tableOfEvents(source.people);
  const trials: StudyTable['trials'][number][] = [];
  for (const trial of table.trials) {
    const stream = streamOf(trial);
    const isRecorded = source.motion.get(trial.participant)?.has(stream) ?? false;
    const more = isRecorded ? motionMeasures(await recordingIn(source, trial.participant, stream)) : {};
    trials.push({ ...trial, measures: { ...trial.measures, ...more } });
  }
  return { ...table, trials };
}

async function recordingIn(source: StudySource, participant: string, stream: string) {
  const bytes = await source.readMotion(participant, stream);
  return (await recordingOfFile(new Uint8Array(bytes), `${stream}.mcap`)).recording;
}

/**
 * A study as files that other programs open: tables as CSV and Parquet with a dictionary of their columns, recordings as MCAP and as
 * Motion-BIDS, and how to read them in R and Python. File by file: all recordings together may be larger than memory. The same source
 * gives the same bytes.
 */
export async function* exportStudy(source: StudySource, options: ExportOptions = {}): AsyncGenerator<ExportFile> {
  const { bids = true, title = source.study } = options;
  const table = await tableOfStudy(source);
  const events = source.people.flatMap((person) => person.events);
  const [people, trials] = [personColumns(table), trialColumns(table, source.motion)];
  yield file('README.md', readmeText(source.study));
  yield file('open.R', rText);
  yield file('open.py', pythonText);
  for (const [i, protocol] of source.protocols.entries())
    yield file(`protocol${i === 0 ? '' : `-${i + 1}`}.json`, protocol);
  yield* tableFiles('participants', people, table.people);
  yield* tableFiles('trials', trials, table.trials);
  yield* tableFiles('answers', answerColumns, table.answers);
  yield* tableFiles('events', eventColumns, events);
  const dictionary = { participants: people, trials, answers: answerColumns, events: eventColumns };
  yield file('dictionary.csv', dictionaryCsv(dictionary));
  for (const [participant, streams] of source.motion)
    for (const stream of streams)
      yield { path: motionPath(participant, stream), bytes: await source.readMotion(participant, stream) };
  if (bids) yield* bidsFiles(source, table, title);
}

function* tableFiles<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Generator<ExportFile> {
  yield file(`${name}.csv`, writeCsv(columns, rows));
  yield { path: `${name}.parquet`, bytes: writeParquet(columns, rows) };
}

interface DictionaryRow {
  readonly table: string;
  readonly column: Column<never>;
}

const dictionaryColumns: readonly Column<DictionaryRow>[] = (['table', 'name', 'type', 'unit', 'means'] as const).map(
  (name) => ({
    ...{ name, type: 'text', unit: '', means: '' },
    of: ({ table, column }) => (name === 'table' ? table : column[name]),
  }),
);

/** What each column of each table is. */
function dictionaryCsv(tables: Readonly<Record<string, readonly Column<never>[]>>): string {
  const rows = Object.entries(tables).flatMap(([table, columns]) => columns.map((column) => ({ table, column })));
  return writeCsv(dictionaryColumns, rows);
}

const BIDS_VERSION = '1.9.0';

async function* bidsFiles(source: StudySource, table: StudyTable, title: string): AsyncGenerator<ExportFile> {
  const recorded = table.people.filter(({ participant }) => source.motion.has(participant));
  if (recorded.length === 0) return;
  const description = {
    ...{ Name: title, BIDSVersion: BIDS_VERSION, DatasetType: 'raw', License: 'n/a', Authors: ['n/a'] },
    GeneratedBy: [{ Name: 'Leib' }],
  };
  yield file('bids/dataset_description.json', json(description));
  yield file(
    'bids/README',
    `${title}

Movement of the people who took part in the study "${source.study}", recorded by Leib: a recording for each task that was done. Tracking systems
are tracks of the recording: what devices measured, the pose that a body was to take, and the pose that forces made it reach. Ids are random.
Tables of conditions, measures, answers and scores are beside this dataset, in trials.csv, answers.csv and participants.csv.
`,
  );
  const subject = { name: 'participant_id', type: 'text', unit: '', means: '' } as const;
  const columns = [
    { ...subject, of: ({ participant }: (typeof recorded)[number]) => `sub-${bidsLabel(participant)}` },
    ...personColumns({ people: recorded })
      .slice(1)
      .map((column) => ({ ...column, name: column.name.replace(/[^A-Za-z0-9]+/g, '_') })),
  ];
  yield file('bids/participants.tsv', writeTsv(columns, recorded));
  const about = columns.slice(1).map(({ name, means }) => [name, { Description: means }]);
  yield file('bids/participants.json', json(Object.fromEntries(about)));
  const runs = new Map<string, number>();
  for (const trial of table.trials) {
    const { participant, task } = trial;
    if (!source.motion.get(participant)?.has(streamOf(trial))) continue;
    const run = (runs.get(`${participant} ${task}`) ?? 0) + 1;
    runs.set(`${participant} ${task}`, run);
    const { tracks } = await recordingIn(source, participant, streamOf(trial));
    const events = eventsIn(trial, source.people.find((person) => person.participant === participant)?.events ?? []);
    for (const { path, bytes } of bidsFilesOf({ participant, task, run, tracks, events }))
      yield { path: `bids/${path}`, bytes };
  }
}

/** What happened while a trial was recorded, and markers of other instruments by their own time. */
function eventsIn({ step, attempt }: TrialRow, events: readonly StudyEvent[]): readonly BidsEvent[] {
  const isHere = (payload: object) =>
    'step' in payload && payload.step === step && 'attempt' in payload && payload.attempt === attempt;
  const of = events.filter(({ payload }) => isHere(payload));
  const began = of.find(({ kind, payload }) => kind === 'phaseBegun' && payload.phase === 'running')?.seconds;
  const ended = of.findLast(({ kind }) => kind === 'stepEnded')?.seconds;
  if (began === undefined || ended === undefined) return [];
  const rows = events.flatMap((event): BidsEvent[] => {
    if (event.kind === 'marked') {
      const { seconds, label, source, uncertaintySeconds } = event.payload;
      if (seconds < began || seconds > ended) return [];
      return [{ onset: seconds - began, kind: 'marked', value: label, source, uncertainty: uncertaintySeconds }];
    }
    if (event.kind !== 'logged' || !isHere(event.payload)) return [];
    const { log, data } = event.payload;
    return [{ onset: event.seconds - began, kind: log, value: JSON.stringify(data), source: null, uncertainty: null }];
  });
  return rows.sort((a, b) => a.onset - b.onset);
}
