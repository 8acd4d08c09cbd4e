import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { differences } from './api.mjs';
import { countDoors } from './houseDoors.mjs';
import { readHouse } from './houseFiles.mjs';
import { countNouns } from './houseNouns.mjs';
import { countStudio } from './houseStudio.mjs';
import { root } from './project.mjs';

const place = 'api/house.md';

/**
 * The table of the house: how much there is of everything, so that a commit shows what it did to it. `npm run house`
 * writes it; a test compares it.
 */
export function makeHouse(folder) {
  const files = readHouse(folder);
  const studio = countStudio(files);
  const nouns = countNouns(files);
  return [
    head,
    formatRows(rowsOf(folder, files)),
    ...Object.entries(columns).map(([name, meaning]) => `- ${name}: ${meaning}.`),
    '\n## The studio\n',
    formatFigures(studio),
    '## The whole\n',
    formatFigures(nouns),
    '## Where they are\n',
    ...[...studio, ...nouns].filter(({ isLong }) => !isLong).map(formatPlaces),
  ].join('\n');
}

const head = `# Table of the house

How much there is of everything; written by \`npm run house\`, compared by \`npm test\`. \`node scripts/house.mjs --at REV\`
prints the same of an older commit.

## Packages and apps
`;

const columns = {
  lines:
    'of source (.ts, .tsx, .js, .mjs, .py) with comments and blank lines; tests, generated files and CSS are apart',
  files: 'of source',
  'a file': 'lines divided by files',
  tests: 'lines of *.test.*, *.testing.*, testing.ts, test_*.py and of folders named e2e',
  generated: 'lines of files with .generated. in their names',
  CSS: 'lines of .css files',
  'front door, other doors': 'names that the entries of package.json "exports" export, read from their sources',
};

function rowsOf(folder, files) {
  const rows = [...new Set(files.map(({ row }) => row))].map((name) => ({
    name,
    doors: countDoors(join(folder, name === '(root)' ? '' : name)),
    ...sumUp(files.filter(({ row }) => row === name)),
  }));
  return rows.filter(({ source, test, generated, css }) => source.lines + test.lines + generated.lines + css.lines > 0);
}

function sumUp(files) {
  const of = (kind) => {
    const some = files.filter((file) => file.kind === kind);
    return { files: some.length, lines: some.reduce((sum, { lines }) => sum + lines, 0) };
  };
  return { source: of('source'), test: of('test'), generated: of('generated'), css: of('css') };
}

function formatRows(rows) {
  const shipped = rows.filter(({ name }) => /^(?:packages|apps)\//.test(name));
  return [
    '| | lines | files | a file | tests | generated | CSS | front door | other doors | all doors |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(formatRow),
    formatRow(addUp('**packages and apps**', shipped)),
    formatRow(addUp('**all**', rows)),
    '',
  ].join('\n');
}

function addUp(name, rows) {
  const total = (kind, unit) => rows.reduce((sum, row) => sum + row[kind][unit], 0);
  const kinds = ['source', 'test', 'generated', 'css'];
  const sums = kinds.map((kind) => [kind, { files: total(kind, 'files'), lines: total(kind, 'lines') }]);
  const doors = rows.flatMap((row) => [...row.doors]);
  const others = doors.filter(([door]) => door !== '.').reduce((sum, [, count]) => sum + count, 0);
  const front = doors.filter(([door]) => door === '.').reduce((sum, [, count]) => sum + count, 0);
  return { name, ...Object.fromEntries(sums), doors: new Map([['.', front], ...(others > 0 ? [['', others]] : [])]) };
}

function formatRow({ name, source, test, generated, css, doors }) {
  const others = [...doors].filter(([door]) => door !== '.');
  const cells = [
    name,
    source.lines,
    source.files,
    source.files > 0 ? Math.round(source.lines / source.files) : '',
    test.lines,
    generated.lines,
    css.lines,
    doors.get('.') ?? '',
    others.map(([door, count]) => `${door.slice(1)} ${count}`.trim()).join(', '),
    doors.size > 0 ? [...doors.values()].reduce((sum, count) => sum + count, 0) : '',
  ];
  return `| ${cells.map((cell) => (cell === 0 ? '' : cell)).join(' | ')} |`.replace(/ {2,}/g, ' ');
}

function formatFigures(figures) {
  const rows = figures.map(({ name, meaning, places }) => `| ${name} | ${countOf(places)} | ${meaning} |`);
  return ['| | count | what counts |', '|---|---|---|', ...rows, ''].join('\n');
}

function formatPlaces({ name, places }) {
  const some = places.filter(([, count]) => count > 0);
  const lines = some.map(([path, count]) => (count > 1 ? `${path} ${count}` : path));
  return `### ${name}: ${countOf(places)}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
}

function countOf(places) {
  return places.reduce((sum, [, count]) => sum + count, 0);
}

/** Lines that say what differs between the committed table and the tree; none where they are the same. */
export function compareHouse(folder) {
  const path = join(folder, place);
  const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const text = makeHouse(folder);
  return committed === text ? [] : differences(place, committed, text);
}

/** The table of an older commit, counted as it is counted today. */
export function houseAt(folder, revision) {
  const copy = mkdtempSync(join(tmpdir(), 'leib-house-'));
  try {
    const archive = join(copy, 'house.tar');
    execFileSync('git', ['archive', `--output=${archive}`, revision], { cwd: folder });
    execFileSync('tar', ['-xf', archive, '-C', copy]);
    return makeHouse(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** `node scripts/house.mjs` prints the table, with `--write` it writes it, with `--at REV` it prints that of a commit. */
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , word, revision] = process.argv;
  if (word === '--write') writeFileSync(join(root, place), makeHouse(root));
  else process.stdout.write(word === '--at' ? houseAt(root, revision) : makeHouse(root));
}
