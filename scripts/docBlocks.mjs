import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} DocBlock A code block of a page.
 * @property {string} file path from the root
 * @property {number} line of its first line of code
 * @property {string} language after the fence; may be empty
 * @property {string} text
 * @property {string} given what the page leaves out: the comment `<!-- given ... -->` just above the block
 * @property {boolean} isOnlyCompiled `<!-- only compiled -->` or `<!-- given -->` above it: it needs a page, or what was left out
 * @property {string} fileName `<!-- file worker.ts -->` above it: other blocks import it by this name; else empty
 * @property {string} place `<!-- as apps/.../x.ts -->` above it: it is a file of the repository, from where its imports lead; else empty
 */

/** Pages whose code is checked. */
const pages = [
  '*.md',
  'docs/*.md',
  'docs/guides/*.md',
  'packages/*/README.md',
  'apps/*/README.md',
  'examples/README.md',
  'lab/benchmarks/README.md',
];

/** @returns {DocBlock[]} */
export function readDocBlocks(folder) {
  const files = globSync(pages, { cwd: folder }).filter((file) => file !== 'CHANGELOG.md');
  return files.sort().flatMap((file) => blocksOf(file, readFileSync(join(folder, file), 'utf8')));
}

/** @returns {DocBlock[]} */
export function blocksOf(file, page) {
  const pattern = /(?:^<!-- (given|only compiled|file|as)(?::[^\n]*?)?\s([\s\S]*?)-->\n+)?^```(\w*)\n([\s\S]*?)^```$/gm;
  return Array.from(page.matchAll(pattern), (match) => {
    const [whole, mark, words = '', language, text] = match;
    const wordsOf = (wanted) => (mark === wanted ? words.trim() : '');
    const before = page.slice(0, match.index + whole.indexOf(`\`\`\`${language}\n`));
    return {
      file,
      line: before.split('\n').length + 1,
      language,
      text,
      given: wordsOf('given'),
      fileName: wordsOf('file'),
      place: wordsOf('as'),
      isOnlyCompiled: mark !== undefined,
    };
  });
}

/** Commands in a block: one per line, without comments; a line that ends with a backslash goes on in the next. */
export function commandsOf({ text }) {
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => /^(npx |npm |leib )/.test(line));
}
