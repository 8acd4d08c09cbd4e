import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';

/**
 * @typedef {object} Import
 * @property {string} specifier what stands between the quotes
 * @property {boolean} isType erased at compile time
 * @property {boolean} isDynamic import(), loaded when it is called
 * @property {number} line
 */

/**
 * Everything a source file imports (import, export from, import(), type import()), and the globals it names.
 * @returns {{ imports: Import[], globals: { name: string, line: number }[] }}
 */
export function readImports(file, text = readFileSync(file, 'utf8')) {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const lineOf = lineFinder(text);
  const imports = [];
  const add = (specifier, isType, start, isDynamic = false) =>
    imports.push({ specifier, isType, isDynamic, line: lineOf(start) });

  for (const { moduleRequest, entries, start } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType), start);
  }
  for (const { entries, start } of module.staticExports) {
    const from = entries.filter((entry) => entry.moduleRequest);
    if (from.length > 0)
      add(
        from[0].moduleRequest.value,
        from.every((entry) => entry.isType),
        start,
      );
  }

  const globals = [];
  const addGlobal = (name, node) => globals.push({ name, line: lineOf(node.start) });
  new Visitor({
    ImportExpression({ source }) {
      if (source.type === 'Literal') add(source.value, false, source.start, true);
    },
    TSImportType({ source }) {
      add(source.value, true, source.start);
    },
    Identifier(node) {
      addGlobal(node.name, node);
    },
    MemberExpression({ object, property }) {
      if (object.type === 'Identifier' && property.type === 'Identifier') {
        addGlobal(`${object.name}.${property.name}`, object);
      }
    },
  }).visit(program);
  return { imports, globals };
}

/** Tells the line of a position, from 1. Every identifier of every file is asked for. */
function lineFinder(text) {
  const ends = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (position) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
