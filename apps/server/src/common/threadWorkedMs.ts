/** Computing of this thread so far, milliseconds; the time where Node has no such count (before 23.9). */
export function threadWorkedMs(): number {
  const usage = process.threadCpuUsage?.();
  return usage === undefined ? performance.now() : (usage.user + usage.system) / 1000;
}
