/** Loudest sample of each of `count` columns, 0..1. */
export function peaksOfSamples(samples: Float32Array, count: number): Float32Array {
  const peaks = new Float32Array(count);
  for (let i = 0; i < samples.length; i++) {
    const column = Math.floor((i * count) / samples.length);
    peaks[column] = Math.min(1, Math.max(peaks[column], Math.abs(samples[i])));
  }
  return peaks;
}
