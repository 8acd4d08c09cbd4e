import { InputError } from '@leib/core';

/** Parses CSV (RFC 4180, separated by comma, semicolon or tab) into rows of cells. Skips empty lines. */
export function csvRows(text: string): { readonly line: number; readonly cells: readonly string[] }[] {
  const separator = findSeparator(text);
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let startLine = 1;
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some((each) => each !== '')) rows.push({ line: startLine, cells });
    cells = [];
    cell = '';
    startLine = line;
  };
  const body = text.replace(/^\uFEFF/, '');
  for (let i = 0; i < body.length; i++) {
    const letter = body[i];
    if (letter === '\n') line++;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (body[i + 1] === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (isQuoted) throw new InputError(`line ${startLine}`, 'expected a closing quotation mark, got the end of the file');
  endRow();
  return rows;
}

function findSeparator(text: string): string {
  const header = text.slice(0, text.indexOf('\n') + 1 || undefined);
  return [',', ';', '\t'].find((each) => header.includes(each)) ?? ',';
}

/** One line of CSV with its line break; cells are quoted where necessary. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (/[",\r\n;]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
