/** Rows of cells of a CSV text (RFC 4180; a tab or semicolon may stand for the comma). Empty lines are left out. */
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
  if (isQuoted) throw new Error(`line ${startLine}: a quotation mark is not closed`);
  endRow();
  return rows;
}

function findSeparator(text: string): string {
  const header = text.slice(0, text.indexOf('\n') + 1 || undefined);
  return [',', ';', '\t'].find((each) => header.includes(each)) ?? ',';
}

/** One line of CSV; cells are quoted where they must be. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (/[",\n;]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
