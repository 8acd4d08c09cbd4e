import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';
import { publicPackages } from './publicPackages.mjs';
import { readDeclarations } from './readDeclarations.mjs';

/**
 * Reports of the public names and signatures: api/<package>.api.md, one per package, made from compiled declarations.
 * `npm run api` writes them; a test compares them, so that a change of the API is seen in review.
 * @returns {Map<string, { name: string, text: string, counts: { front: number, others: number } }>} file name -> report
 */
export function makeReports(folder) {
  const reports = new Map();
  for (const { dir, manifest } of publicPackages(folder).filter((pkg) => doorsOf(pkg.manifest).length > 0)) {
    const doors = doorsOf(manifest).map(({ door, types }) => ({
      door: door === '.' ? manifest.name : `${manifest.name}${door.slice(1)}`,
      names: readDeclarations(join(dir, types)),
    }));
    const [front, ...others] = doors.map(({ names }) => names.size);
    const counts = { front, others: others.reduce((sum, count) => sum + count, 0) };
    const file = `${manifest.name.split('/').at(-1)}.api.md`;
    reports.set(file, { name: manifest.name, text: formatReport(manifest.name, doors), counts });
  }
  return reports;
}

/** Counted in the same way at the commit b910e34, before the doors were made smaller. */
const COUNT_BEFORE = { front: 1344, others: 11 };

/** api/README.md: how many names there are. */
export function formatCounts(reports) {
  const rows = [...reports].map(([file, { name, counts }]) => [`[${name}](${file})`, counts]);
  const total = { front: 0, others: 0 };
  for (const [, { front, others }] of rows) {
    total.front += front;
    total.others += others;
  }
  const table = [...rows, ['all', total], ['all, at b910e34', COUNT_BEFORE]].map(
    ([name, { front, others }]) => `| ${name} | ${front} | ${others} |`,
  );
  return `${COUNTS_HEAD}${table.join('\n')}\n`;
}

const COUNTS_HEAD = `# Public names

What each package exports, with signatures; written by \`npm run api\` from the compiled declarations and compared by
\`npm test\`. The front door is \`@leib/<package>\`; other doors hold what only
some apps need (\`/mujoco\`, \`/agents\`), and what tests need (\`/testing\`).

| package | front door | other doors |
|---|---|---|
`;

function doorsOf({ exports = {} }) {
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object' && target.types)
    .map(([door, { types }]) => ({ door, types }));
}

function formatReport(name, doors) {
  const head = `# ${name}\n\nPublic names and signatures. Written by \`npm run api\`; do not edit.\n`;
  const sections = doors.map(({ door, names }) => {
    const texts = [...names.keys()].sort(compareNames).map((key) => names.get(key));
    return `\n## \`${door}\`: ${names.size} names\n\n\`\`\`ts\n${texts.join('\n\n')}\n\`\`\`\n`;
  });
  return head + sections.join('');
}

/** By code, not by language: the same order on every machine. */
function compareNames(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Lines that say what differs between the committed reports and the compiled packages; none where they are the same. */
export function compareReports(folder) {
  const lines = [];
  const reports = makeReports(folder);
  const texts = [...reports].map(([file, { text }]) => [file, text]);
  for (const [file, text] of [['README.md', formatCounts(reports)], ...texts]) {
    const path = join(folder, 'api', file);
    const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (committed !== text) lines.push(...differences(`api/${file}`, committed, text));
  }
  const committedFiles = existsSync(join(folder, 'api')) ? readdirSync(join(folder, 'api')) : [];
  for (const file of committedFiles) {
    if (file.endsWith('.api.md') && !reports.has(file)) lines.push(`api/${file}: no such package any more; remove it.`);
  }
  return lines;
}

/** Removed lines, then added ones: enough to see what has changed. */
export function differences(file, before, after) {
  const count = (lines) => lines.reduce((counts, line) => counts.set(line, (counts.get(line) ?? 0) + 1), new Map());
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const missingFrom = (lines, other) => {
    const left = count(other);
    return lines.filter((line) => {
      const known = left.get(line) ?? 0;
      left.set(line, known - 1);
      return known <= 0;
    });
  };
  return [
    `${file}:`,
    ...missingFrom(old, fresh).map((line) => `  - ${line}`),
    ...missingFrom(fresh, old).map((line) => `  + ${line}`),
  ];
}

/** `node scripts/api.mjs` writes the reports; `--count [folder]` prints how many names there are. */
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , word, folder = root] = process.argv;
  const reports = makeReports(folder);
  if (word === '--count') process.stdout.write(formatCounts(reports));
  else {
    mkdirSync(join(folder, 'api'), { recursive: true });
    writeFileSync(join(folder, 'api/README.md'), formatCounts(reports));
    for (const [file, { text }] of reports) writeFileSync(join(folder, 'api', file), text);
  }
}
