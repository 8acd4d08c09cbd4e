import { globSync, readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The scanner's own code instead of a program of its own: it needs nothing but Node. */
process.env.RECHECK_BACKEND = 'pure';

/** Only ends what would go on forever: the scanner's clock goes on while a busy machine does something else. */
const TIMEOUT_MS = 250_000;

const root = new URL('../../../../', import.meta.url).pathname;

/**
 * Expressions whose time grows with the square of their text, and why it is short. What is new here needs such a reason; an expression
 * over text from outside is written so that it takes linear time.
 */
const shortTexts: ReadonlyMap<string, string> = new Map([
  ['/[. ]+$/', 'names of files, cut to their longest before'],
  ['/<script>([\\s\\S]*?)<\\/script>/g', 'pages of the studio itself'],
  ['/(-?\\d+(?:\\.\\d+)?) (cm|kg)\\b/g', 'a sentence of ours'],
  ['/^\\| (.+?) \\| (.+) \\|$/', 'the glossary, a file of the repository'],
  ['/ \\([^()]*`[^()]*\\)/g', 'the glossary, a file of the repository'],
  ['/\\s*([^=\\s][^=]*?)\\s*=\\s*(-?[\\w.]+)(?=[\\s,;]|$)[\\s,;]*/y', 'a line of at most LONGEST_LINE letters'],
  ['/[\\0\\s]+$/', 'a text of a C3D parameter: a byte says how long it is'],
  ['/\\.?0+$/', 'a number with nine digits behind the point'],
]);

test('no expression over a text from outside backtracks: each takes a time that grows with the text, and no faster', async () => {
  const slow: string[] = [];
  const expressions = await expressionsOfSources();
  expect(expressions.size).toBeGreaterThan(200);
  for (const [literal, files] of expressions) {
    const end = literal.lastIndexOf('/');
    const found = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: TIMEOUT_MS });
    const isSquare =
      found.status === 'vulnerable' && found.complexity.type === 'polynomial' && found.complexity.degree === 2;
    if (found.status === 'safe' || (isSquare && shortTexts.has(literal))) continue;
    slow.push(`${literal}: ${found.status} in ${files.join(', ')}`);
  }
  expect(slow).toEqual([]);
  expect([...shortTexts.keys()].filter((literal) => !expressions.has(literal))).toEqual([]);
});

/** All regular expressions of packages and apps as they are written, with the files that have them. */
async function expressionsOfSources(): Promise<ReadonlyMap<string, readonly string[]>> {
  const expressions = new Map<string, string[]>();
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root });
  for (const file of files.filter((name) => !/\.test\.|testing|generated/.test(name))) {
    const source = ts.createSourceFile(file, readFileSync(root + file, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const literal = ts.isRegularExpressionLiteral(node) ? node.text : composed(node);
      if (literal !== null) expressions.set(literal, [...(expressions.get(literal) ?? []), file]);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return expressions;
}

/** `new RegExp(…)` of a text with parts that are known only when it runs: a letter in place of each. */
function composed(node: ts.Node): string | null {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return null;
  const [source, flags] = node.arguments ?? [];
  if (source === undefined || !ts.isTemplateExpression(source)) return null;
  const flagsText = flags !== undefined && ts.isStringLiteral(flags) ? flags.text : '';
  return `/${[source.head.text, ...source.templateSpans.map(({ literal }) => literal.text)].join('x')}/${flagsText}`;
}
