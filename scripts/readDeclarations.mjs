import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Public names of one door: what a `.d.ts` file that tsc wrote exports, with the text of each declaration. TypeScript 7
 * has no JavaScript API, and tsc's declarations are regular enough to be read by their brackets.
 * @param {string} file the door's `.d.ts`
 * @returns {Map<string, string>} name -> declaration without comments
 */
export function readDeclarations(file) {
  return exportsOf(file, new Map());
}

function exportsOf(file, seen) {
  const known = seen.get(file);
  if (known) return known;
  const found = new Map();
  seen.set(file, found);
  if (!existsSync(file)) throw new Error(`${file}: expected declarations, got no file; compile first (npm run types).`);
  const statements = splitStatements(stripComments(readFileSync(file, 'utf8')));
  const locals = localDeclarations(statements);
  const imported = importedNames(statements);
  for (const statement of statements) {
    const list = /^export (?:type )?\{([\s\S]*)\}(?: from '([^']+)')?;?$/.exec(statement);
    const all = /^export \* from '([^']+)';?$/.exec(statement);
    if (list) addListed(found, list[1], list[2], { file, seen, locals, imported });
    else if (all) for (const [name, text] of exportsOf(declarationFile(file, all[1]), seen)) found.set(name, text);
    else if (statement.startsWith('export ')) {
      const name = nameOf(statement);
      if (name) found.set(name, joinOverloads(found.get(name), tidy(statement)));
    }
  }
  return found;
}

function addListed(found, list, from, { file, seen, locals, imported }) {
  for (const item of list.split(',')) {
    const words = /^(?:type )?(\S+)(?: as (\S+))?$/.exec(item.trim());
    if (!words) continue;
    const [, name, alias = name] = words;
    const source = from ?? imported.get(name)?.from;
    const original = from ? name : (imported.get(name)?.name ?? name);
    if (!source) found.set(alias, locals.get(name) ?? `unknown ${name};`);
    else if (!source.startsWith('.')) found.set(alias, `export { ${original} } from '${source}';`);
    else found.set(alias, exportsOf(declarationFile(file, source), seen).get(original) ?? `unknown ${original};`);
  }
}

/** Overloads of one name are several statements: they are listed together. */
function joinOverloads(before, text) {
  return before ? `${before}\n${text}` : text;
}

function localDeclarations(statements) {
  const locals = new Map();
  for (const statement of statements) {
    const name = nameOf(statement);
    if (name) locals.set(name, joinOverloads(locals.get(name), tidy(statement)));
  }
  return locals;
}

function importedNames(statements) {
  const names = new Map();
  for (const statement of statements) {
    const [, list, from] = /^import (?:type )?\{([\s\S]*)\} from '([^']+)';?$/.exec(statement) ?? [];
    for (const item of list?.split(',') ?? []) {
      const [, name, alias = name] = /^(?:type )?(\S+)(?: as (\S+))?$/.exec(item.trim()) ?? [];
      if (name) names.set(alias, { name, from });
    }
  }
  return names;
}

function nameOf(statement) {
  const kinds = 'function|const|let|class|abstract class|interface|type|enum|namespace';
  return new RegExp(`^(?:export )?(?:declare )?(?:${kinds}) ([\\w$]+)`).exec(statement)?.[1] ?? null;
}

/** `export declare` says nothing here, and private members are not public. */
function tidy(statement) {
  return statement
    .replace(/^export (?:declare )?|^declare /, '')
    .replace(/^ {4}(?:private |#)[^\n]*\n/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
}

function declarationFile(file, specifier) {
  return join(dirname(file), specifier.replace(/\.js$/, '.d.ts'));
}

/** The same text without comments; strings are kept as they are. */
export function stripComments(text) {
  return text.replace(
    /('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, string) => string ?? '',
  );
}

/** Top-level statements: each ends with a semicolon or a closing brace outside of all brackets. */
export function splitStatements(text) {
  const statements = [];
  let depth = 0;
  let start = 0;
  const end = (index) => {
    const statement = text.slice(start, index).trim();
    if (statement) statements.push(statement);
    start = index;
  };
  for (const { 0: token, index } of text.matchAll(
    /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[{}()[\];]/g,
  )) {
    if ('{(['.includes(token)) depth++;
    else if ('})]'.includes(token)) depth--;
    if (depth !== 0) continue;
    if (token === ';') end(index + 1);
    else if (token === '}' && isBlock(text.slice(start, index))) end(index + 1);
  }
  end(text.length);
  return statements;
}

/** An interface or a class ends with its brace; a type, a constant or a list of names goes on to a semicolon. */
function isBlock(head) {
  return /^\s*(?:export )?(?:declare )?(?:interface|(?:abstract )?class|enum|namespace) /.test(head);
}
