/**
 * A text as a cell of a table that other people have written: one that begins like a formula gets an apostrophe before it, since
 * spreadsheet programs run what begins so, also behind a tab and with wide letters (OWASP, "CSV injection").
 */
export function spreadsheetText(text: string): string {
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** The text that spreadsheetText() made a cell of. */
export function textOfSpreadsheet(cell: string): string {
  return spreadsheetText(cell) !== cell && cell.startsWith("'") ? cell.slice(1) : cell;
}
