import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';
import {
  studyBackupCommand,
  studyDeleteCommand,
  studyExportCommand,
  studyReportCommand,
  studyRestoreCommand,
} from './studyData.js';

const STUDY = 'a study (leib-study/1), or an example: latency, shape, takes, words, scan';

export const studyNewOptions = {
  from: { type: 'string', value: 'STUDY', help: `${STUDY}; latency when absent` },
  id: { type: 'string', value: 'ID', help: 'its id; that of the example when absent' },
} as const satisfies CommandOptions;

const studyNewCommand = defineCommand({
  name: 'study new',
  summary: 'begin a study as a copy of an example',
  operands: ['out'],
  options: studyNewOptions,
  details: [
    'Writes a leib-study/1 document with everything that a study has: consent, orders, tasks, questionnaires. Change it with any',
    'editor; its JSON schema is packages/study/leib-study-1.schema.json. Then: leib study check.',
  ].join('\n'),
  load: async () => (await import('../study/runStudyNew.js')).runStudyNew,
});

export const studyCheckOptions = {
  json: { type: 'boolean', help: 'print one JSON object: steps, orders, minutes' },
} as const satisfies CommandOptions;

const studyCheckCommand = defineCommand({
  name: 'study check',
  summary: 'whether a study can be run, in which orders, and how long it takes at least',
  operands: ['study'],
  options: studyCheckOptions,
  details: [
    'Exit code 2 where the document is wrong, with the place: "study.json, flow[6].order: expected one of ...". Questionnaires that',
    'are not among the shipped ones are read from files beside the study: NAME.json.',
  ].join('\n'),
  load: async () => (await import('../study/runStudyCheck.js')).runStudyCheck,
});

export const studyRunOptions = {
  study: { type: 'string', value: 'STUDY', help: STUDY },
  participant: { type: 'string', value: 'ID', help: 'who takes part, by a number or a random word, not by name' },
  number: {
    type: 'string',
    value: 'N',
    help: 'place in the orders, from 0; the next free one of the store when absent',
  },
  language: { type: 'string', value: 'CODE', help: 'en or de, or what the study has; its first when absent' },
  'writing-hand': { type: 'string', value: 'SIDE', help: 'left or right; right when absent' },
  in: { type: 'string', value: 'FILE', help: 'a recorded participant: leib-tracking/1, MCAP (repeated at its end)' },
  feed: { type: 'string', value: 'PROTOCOL:PORT', help: 'a tracked participant: dtrack:5000, vmc:39539, ...' },
  profile: {
    type: 'string',
    value: 'FILE',
    help: 'of a calibration: which tracker is worn where, by its serial number',
  },
  store: { type: 'string', value: 'FILE', help: 'where events are kept (SQLite), or postgres://...' },
  instruments: {
    type: 'string',
    value: 'LIST',
    help: 'others on the time axis: osc:HOST:PORT, ws://HOST:PORT, lsl; several with commas',
  },
  hz: { type: 'string', value: 'HZ', help: 'frames a second; 60 when absent' },
} as const satisfies CommandOptions;

const studyRunCommand = defineCommand({
  name: 'study run',
  summary: 'one session with the operator at this terminal',
  options: studyRunOptions,
  details: [
    'What is asked or to be done is printed; the operator types lines: an answer, "next", "yes" (consent to all points), "note ...",',
    '"repeat REASON", "skip REASON", "stop REASON", "continue REASON", "quit". Events are kept as they happen: called again for the',
    'same participant, the session goes on at the step that was under way.',
    'A profile (leib-profile/2, as the room Calibrate saves it) says which device is on which point: "vmc:39539/tracker/LHR-1A2B3C4D" stays',
    'the left foot, whichever is switched on first; it also has how each sits on the joint, and the stature until the study has measured it.',
    'Instruments get every event and pose with its time, and send markers; docs/study-data.md has their messages. lsl needs liblsl.',
  ].join('\n'),
  load: async () => (await import('../study/runStudyRun.js')).runStudyRun,
});

export const studySimulateOptions = {
  study: { type: 'string', value: 'STUDY', help: `${STUDY}; latency when absent` },
  participants: { type: 'string', value: 'N', help: 'how many; as many as the study plans when absent' },
  seed: { type: 'string', value: 'N', help: 'of everything that they do by chance; 1 when absent' },
  effect: {
    type: 'string',
    value: 'SHARE',
    help: 'of the stated effect of latency on answers: 0 is none, 2 twice as much; 1 when absent',
  },
  studies: {
    type: 'string',
    value: 'N',
    help: 'also simulate so many studies by their answers alone, for the power of the analysis; 200 when absent',
  },
  out: {
    type: 'string',
    value: 'DIR',
    help: 'folder for the store (study.sqlite: events, and what the study records) and the study',
  },
  'no-record': { type: 'boolean', help: 'keep no recordings of tasks there' },
  jobs: { type: 'string', value: 'N', help: 'participants at a time, 1 to 16; 2 when absent' },
  hz: { type: 'string', value: 'HZ', help: 'frames a second; 60 when absent' },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

const studySimulateCommand = defineCommand({
  name: 'study simulate',
  summary: 'a whole study with simulated participants: a pilot of its flow, its data and its power',
  options: studySimulateOptions,
  details: [
    'Participants of stated skill move tracked points; the body follows by forces, tasks run, questions are answered. The same call',
    'gives the same events (their SHA-256 is printed). Stated effect: agency loses 1.1, ownership 0.4 and location 0.3 of the scale for',
    'each second of latency. Then the Friedman test of every score and measure says whether the effect was found.',
  ].join('\n'),
  load: async () => (await import('../study/runStudySimulate.js')).runStudySimulate,
});

export const studyCommands: CommandGroup = {
  name: 'study',
  summary: 'studies as data: begin, check, run and simulate them; what was kept: export, report, delete, back up',
  commands: [
    studyNewCommand,
    studyCheckCommand,
    studyRunCommand,
    studySimulateCommand,
    studyReportCommand,
    studyExportCommand,
    studyDeleteCommand,
    studyBackupCommand,
    studyRestoreCommand,
  ],
};
