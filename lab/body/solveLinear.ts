/** Solves a small dense system A x = b for several right-hand sides, in place, by elimination with pivoting. */
export function solveLinear(a: number[][], b: number[][]): number[][] {
  const size = a.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(a[row][column]) > Math.abs(a[pivot][column])) pivot = row;
    }
    [a[column], a[pivot]] = [a[pivot], a[column]];
    [b[column], b[pivot]] = [b[pivot], b[column]];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = a[row][column] / a[column][column];
      if (factor === 0) continue;
      for (let k = column; k < size; k++) a[row][k] -= factor * a[column][k];
      for (let k = 0; k < b[row].length; k++) b[row][k] -= factor * b[column][k];
    }
  }
  return b.map((row, i) => row.map((value) => value / a[i][i]));
}
