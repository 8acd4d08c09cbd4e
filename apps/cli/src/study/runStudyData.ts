import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '@leib/core';
import { backupStudies, openStudyStore, restoreStudies, type StudyStore, sourceOfStudy } from '@leib/server';
import { decodeProtocol, textIn } from '@leib/study';
import {
  compareConditions,
  exportStudy,
  type StudySource,
  shapePeople,
  studyReport,
  tableOfEvents,
  tableOfStudy,
} from '@leib/study/results';
import { encodePicture } from '../body/encodePicture.js';
import { readBodySpace } from '../body/readModel.js';
import { type CommandRun, UsageError } from '../command.js';
import type {
  studyBackupOptions,
  studyDeleteOptions,
  studyExportOptions,
  studyReportOptions,
  studyRestoreOptions,
} from '../commands/studyData.js';
import { makeFolder, readInput, readText, writeOutput } from '../files.js';
import { readNumberOption, requiredOption } from '../options.js';
import { leibHome } from '../runServe.js';

interface StoreOptions {
  readonly store: string | undefined;
  readonly study: string | undefined;
}

/** Opens a store that is there: a wrong name must not make a new one. */
async function withStudy<T>(options: StoreOptions, work: (store: StudyStore, study: string) => Promise<T>): Promise<T> {
  const database = requiredOption('store', options.store);
  const isRemote = /^postgres(ql)?:/.test(database);
  if (!isRemote && !existsSync(database))
    throw new UsageError('--store', `expected a store of studies, got no file at ${database}`);
  // The same key as the server's: leib serve keeps it there.
  const keyDir = join(leibHome(process.env, process.platform), 'studies');
  const store = await openStudyStore({ database, ...(isRemote && { keyDir }) });
  try {
    return await work(store, await studyIn(store, options.study));
  } finally {
    await store.close();
  }
}

async function studyIn(store: StudyStore, wished: string | undefined): Promise<string> {
  const studies = await store.studies();
  const known = studies.join(', ') || 'none';
  if (wished !== undefined && studies.includes(wished)) return wished;
  if (wished === undefined && studies.length === 1) return studies[0];
  throw new UsageError('--study', `expected one of those in the store (${known}), got ${wished ?? 'nothing'}`);
}

/** What the study's newest document calls things. */
function wordsOf({ study, protocols }: StudySource): {
  readonly title: string;
  readonly names: Record<string, string>;
} {
  const decoded = decodeProtocol(protocols.at(-1) ?? '');
  if (!decoded.ok) return { title: study, names: {} };
  const { title, flow, languages } = decoded.value;
  const names: Record<string, string> = {};
  const collect = (nodes: typeof flow): void => {
    for (const node of nodes) {
      if (node.kind !== 'block') continue;
      for (const { id, name } of node.conditions) if (name !== undefined) names[id] = textIn(name, languages[0]);
      collect(node.flow);
    }
  };
  collect(flow);
  return { title: textIn(title, languages[0]), names };
}

export const runStudyExport: CommandRun<typeof studyExportOptions> = async (_operands, options, output) => {
  const isBids = options.bids !== undefined;
  if (isBids && (options.out !== undefined || options['no-bids']))
    throw new UsageError('--bids', 'expected --bids DIR or --out DIR, got both');
  if (options.from !== undefined && options.store !== undefined)
    throw new UsageError('--from', 'expected --from DIR or --store FILE, got both');
  const out = requiredOption('out', options.bids ?? options.out);
  const store = options.from === undefined ? options.store : join(options.from, 'study.sqlite');
  await makeFolder(out);
  if ((await readdir(out)).length > 0)
    throw new UsageError(
      isBids ? '--bids' : '--out',
      `expected an empty folder, so that nothing old stands among the files, got ${out}`,
    );
  await withStudy({ store, study: options.study }, async (opened, study) => {
    const source = await sourceOfStudy(opened, study);
    const recordings = [...source.motion.values()].reduce((sum, streams) => sum + streams.size, 0);
    if (isBids && recordings === 0)
      throw new InputError(
        '--bids',
        `expected recordings in ${store}, got none; leib study simulate makes them without --no-record`,
      );
    let [files, bytes] = [0, 0];
    for await (const file of exportStudy(source, { bids: !options['no-bids'], title: wordsOf(source).title })) {
      if (isBids && !file.path.startsWith(BIDS_FOLDER)) continue;
      const path = join(out, isBids ? file.path.slice(BIDS_FOLDER.length) : file.path);
      await makeFolder(dirname(path));
      await writeOutput(path, file.bytes);
      files++;
      bytes += file.bytes.length;
      output.progress(`${files} files`);
    }
    const people = source.people.length;
    const { trials } = tableOfEvents(source.people);
    if (options.json)
      output.print(JSON.stringify({ study, out, people, trials: trials.length, recordings, files, bytes }));
    else output.print(`${out}: ${people} people, ${files} files, ${bytes} bytes; README.md says what is in them`);
  });
};

/** Where an export has its data set. */
const BIDS_FOLDER = 'bids/';

export const runStudyReport: CommandRun<typeof studyReportOptions> = async (_operands, options, output) => {
  const out = requiredOption('out', options.out);
  if (!/\.(html|pdf)$/i.test(out))
    throw new UsageError('--out', `expected a name that ends in .html or .pdf, got ${out}`);
  const mostSheets = readNumberOption('sheets', options.sheets, { low: 0, high: 100_000, isWhole: true });
  await withStudy(options, async (store, study) => {
    const source = await sourceOfStudy(store, study);
    const table = await tableOfStudy(source);
    const shapes = await shapePeople(table, {
      openSpace: readBodySpace,
      encode: (picture) => `data:image/svg+xml;base64,${Buffer.from(encodePicture(picture)).toString('base64')}`,
    });
    const html = studyReport(table, {
      ...wordsOf(source),
      study,
      shapes,
      ...(mostSheets !== undefined && { mostSheets }),
    });
    await writeOutput(out, /\.pdf$/i.test(out) ? await printPdf(html) : html);
    const figures = { people: table.people.length, trials: table.trials.length };
    if (options.json)
      output.print(JSON.stringify({ study, out, ...figures, comparisons: compareConditions(table).length }));
    else output.print(`${out}: ${figures.people} people, ${figures.trials} trials; a first look, not a confirmation`);
  });
};

const PRINT_MS = 120_000;

/** The page as Chromium prints it. */
async function printPdf(html: string): Promise<Uint8Array> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const wished = process.env.CHROMIUM_PATH;
  const browser = [...(wished ? [wished] : []), ...names].find((name) => spawnSync(name, ['--version']).status === 0);
  if (browser === undefined)
    throw new InputError(
      '--out',
      'a PDF is printed by Chromium, which was not found; set CHROMIUM_PATH, or write .html and print that',
    );
  const folder = await mkdtemp(join(tmpdir(), 'leib-report-'));
  try {
    const [page, pdf] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
    await writeFile(page, html);
    const rights = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const flags = [
      '--headless',
      '--disable-gpu',
      '--no-pdf-header-footer',
      `--user-data-dir=${join(folder, 'profile')}`,
    ];
    const { status } = spawnSync(browser, [...flags, ...rights, `--print-to-pdf=${pdf}`, pathToFileURL(page).href], {
      ...{ stdio: 'ignore', timeout: PRINT_MS },
    });
    if (status !== 0 || !existsSync(pdf))
      throw new InputError('--out', 'Chromium could not print the report; write .html and print that');
    return await readInput(pdf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const runStudyDelete: CommandRun<typeof studyDeleteOptions> = async (_operands, options, output) => {
  const participant = requiredOption('participant', options.participant);
  await withStudy(options, async (store, study) => {
    if (!options.yes) {
      const events = (await store.events(study, participant)).length;
      const recordings = (await store.motion(study, participant)).length;
      output.print(
        `${participant}: ${events} events and ${recordings} pieces of recordings would be removed from ${study}; add --yes`,
      );
      return;
    }
    const removal = await store.remove(study, participant, Date.now());
    if (removal === null)
      throw new InputError('--participant', `nobody is known by the id "${participant}" in ${study}`);
    const text = `${JSON.stringify(removal, null, 2)}\n`;
    if (options.out === undefined) output.print(text.trimEnd());
    else {
      await writeOutput(options.out, text);
      output.print(
        `${options.out}: ${removal.statement.events} events and ${removal.statement.chunks} pieces of recordings were removed`,
      );
    }
  });
};

async function passphraseOf(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
  const [line] = (await readText(path)).split(/\r?\n/, 1);
  if (line.length < 8) throw new UsageError('--passphrase-file', 'expected at least 8 letters in its first line');
  return line;
}

export const runStudyBackup: CommandRun<typeof studyBackupOptions> = async (_operands, options, output) => {
  const store = requiredOption('store', options.store);
  if (/^postgres(ql)?:/.test(store))
    throw new UsageError('--store', 'expected a file of SQLite; of PostgreSQL, pg_dump makes backups');
  const [out, passphrase] = [requiredOption('out', options.out), await passphraseOf(options['passphrase-file'])];
  await backupStudies(store, out, passphrase);
  output.print(`${out}: ${passphrase === null ? 'not encrypted; keep it as you keep the data' : 'encrypted'}`);
};

export const runStudyRestore: CommandRun<typeof studyRestoreOptions> = async (_operands, options, output) => {
  const [backup, store] = [requiredOption('in', options.in), requiredOption('store', options.store)];
  await restoreStudies(backup, store, await passphraseOf(options['passphrase-file']));
  output.print(`${store}: restored`);
};
