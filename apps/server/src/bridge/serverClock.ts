/** Milliseconds since 1970 as they were when the process began, and since then on a clock that nobody sets. */
export function serverNowMs(): number {
  return performance.timeOrigin + performance.now();
}
