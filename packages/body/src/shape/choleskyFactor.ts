/** Lower triangle L with A = L L^T of a symmetric matrix, row-major; null where A is not positive definite. */
export function choleskyFactor(a: Float64Array, size: number): Float64Array | null {
  const l = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * size + j];
      for (let k = 0; k < j; k++) sum -= l[i * size + k] * l[j * size + k];
      if (i === j && !(sum > 0)) return null;
      l[i * size + j] = i === j ? Math.sqrt(sum) : sum / l[j * size + j];
    }
  }
  return l;
}
