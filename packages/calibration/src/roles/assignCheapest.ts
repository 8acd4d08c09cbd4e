/**
 * Assigns a column to every row with the least total cost (Kuhn's "Hungarian method", 1955, with shortest augmenting
 * paths). `costs` is rowCount x columnCount, row after row, finite; rowCount <= columnCount. Writes each row's column and
 * returns the total.
 */
export function assignCheapest(
  costs: Float64Array,
  rowCount: number,
  columnCount: number,
  outColumns: Int8Array,
): number {
  // Rows and columns count from 1 here; 0 is "none yet".
  const rowPotential = new Float64Array(rowCount + 1);
  const columnPotential = new Float64Array(columnCount + 1);
  const rowOf = new Int8Array(columnCount + 1);
  const cameFrom = new Int8Array(columnCount + 1);
  const slack = new Float64Array(columnCount + 1);
  const isDone = new Uint8Array(columnCount + 1);
  for (let row = 1; row <= rowCount; row++) {
    rowOf[0] = row;
    slack.fill(Number.POSITIVE_INFINITY);
    isDone.fill(0);
    let column = 0;
    do {
      isDone[column] = 1;
      const current = rowOf[column];
      let least = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let k = 1; k <= columnCount; k++) {
        if (isDone[k] === 1) continue;
        const reduced = costs[(current - 1) * columnCount + k - 1] - rowPotential[current] - columnPotential[k];
        if (reduced < slack[k]) {
          slack[k] = reduced;
          cameFrom[k] = column;
        }
        if (slack[k] < least) {
          least = slack[k];
          next = k;
        }
      }
      for (let k = 0; k <= columnCount; k++) {
        if (isDone[k] === 1) {
          rowPotential[rowOf[k]] += least;
          columnPotential[k] -= least;
        } else {
          slack[k] -= least;
        }
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = cameFrom[column];
      rowOf[column] = rowOf[before];
      column = before;
    }
  }
  let sum = 0;
  for (let k = 1; k <= columnCount; k++) {
    if (rowOf[k] === 0) continue;
    outColumns[rowOf[k] - 1] = k - 1;
    sum += costs[(rowOf[k] - 1) * columnCount + k - 1];
  }
  return sum;
}
