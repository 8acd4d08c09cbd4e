import { type CommandOptions, defineCommand } from '../command.js';

const store = { type: 'string', value: 'FILE', help: 'where studies are kept (SQLite), or postgres://...' } as const;
const study = { type: 'string', value: 'ID', help: 'id of the study; the only one of the store when absent' } as const;
const passphrase = {
  type: 'string',
  value: 'FILE',
  help: 'file with the passphrase that encrypts the backup, in its first line',
} as const;

export const studyExportOptions = {
  store,
  study,
  from: { type: 'string', value: 'DIR', help: 'instead of --store: the folder of leib study simulate --out' },
  out: { type: 'string', value: 'DIR', help: 'folder for the files; new, or empty' },
  bids: { type: 'string', value: 'DIR', help: 'instead of --out: the recordings as a Motion-BIDS data set alone' },
  'no-bids': { type: 'boolean', help: 'without the recordings as Motion-BIDS' },
  json: { type: 'boolean', help: 'print one JSON object: people, trials, recordings, files, bytes' },
} as const satisfies CommandOptions;

export const studyExportCommand = defineCommand({
  name: 'study export',
  summary: 'a study as files: CSV, Parquet, MCAP, Motion-BIDS, a dictionary, and how to open them in R and Python',
  options: studyExportOptions,
  details: [
    'trials.csv has a row for each task that was done, with conditions, measures, scores and the path of its recording. The same data',
    'gives the same bytes. Texts that a spreadsheet would run as a formula get an apostrophe.',
  ].join('\n'),
  load: async () => (await import('../study/runStudyData.js')).runStudyExport,
});

export const studyReportOptions = {
  store,
  study,
  out: { type: 'string', value: 'FILE', help: 'report.html, or report.pdf where Chromium is installed' },
  sheets: { type: 'string', value: 'N', help: 'people with a sheet of their own; 60 when absent' },
  json: { type: 'boolean', help: 'print one JSON object: people, trials, comparisons' },
} as const satisfies CommandOptions;

export const studyReportCommand = defineCommand({
  name: 'study report',
  summary: 'tables, plots and tests of a study as one page: a first look',
  options: studyReportOptions,
  details: [
    'Per condition and person: scores, completions, contact times, joint errors, latency as measured. Friedman and Wilcoxon with',
    'Holm’s correction, effect sizes with intervals, correlations of scores with movement and demographics. The page needs nothing else.',
    'For a PDF Chromium is sought as CHROMIUM_PATH, chromium or google-chrome.',
  ].join('\n'),
  load: async () => (await import('../study/runStudyData.js')).runStudyReport,
});

export const studyDeleteOptions = {
  store,
  study,
  participant: { type: 'string', value: 'ID', help: 'whose data is removed' },
  yes: { type: 'boolean', help: 'without it nothing is removed, and what would be is printed' },
  out: { type: 'string', value: 'FILE', help: 'the signed statement, JSON; printed when absent' },
} as const satisfies CommandOptions;

export const studyDeleteCommand = defineCommand({
  name: 'study delete',
  summary: 'removes all data of a participant, and proves it',
  options: studyDeleteOptions,
  details: [
    'Events and recordings are overwritten, the database is packed, its files are searched for the id, and a statement of what was',
    'removed is signed with the key beside the store. A page that still has data of this participant is refused from then on.',
    'Exports, reports and backups that were made before are not reached.',
  ].join('\n'),
  load: async () => (await import('../study/runStudyData.js')).runStudyDelete,
});

export const studyBackupOptions = {
  store,
  out: { type: 'string', value: 'FILE', help: 'the backup' },
  'passphrase-file': passphrase,
} as const satisfies CommandOptions;

export const studyBackupCommand = defineCommand({
  name: 'study backup',
  summary: 'a copy of a store that may be in use, encrypted where a passphrase is given',
  options: studyBackupOptions,
  details: 'AES-256-GCM, key by scrypt. Of SQLite; PostgreSQL has pg_dump.',
  load: async () => (await import('../study/runStudyData.js')).runStudyBackup,
});

export const studyRestoreOptions = {
  in: { type: 'string', value: 'FILE', help: 'the backup' },
  store: { type: 'string', value: 'FILE', help: 'the store to make; there must be none' },
  'passphrase-file': passphrase,
} as const satisfies CommandOptions;

export const studyRestoreCommand = defineCommand({
  name: 'study restore',
  summary: 'makes a store of a backup, whole or not at all',
  options: studyRestoreOptions,
  details: '',
  load: async () => (await import('../study/runStudyData.js')).runStudyRestore,
});
