/** Names that a file put a word of its own before, such as a namespace, share it; a family's own prefix is as common. */
const shareOfNames = 0.8;
const leastNames = 8;

/**
 * What nearly all names of a rig begin with: "char" in "charHips", "charLeftArm" (Maya's namespace "char:", after a
 * loader took the colon away). Empty where there is no such thing.
 */
export function commonPrefix(names: readonly string[]): string {
  if (names.length < leastNames) return '';
  const needed = Math.ceil(names.length * shareOfNames);
  let prefix = '';
  for (;;) {
    const counts = new Map<string, number>();
    for (const name of names) {
      if (name.length <= prefix.length || !name.startsWith(prefix)) continue;
      const next = name.slice(0, prefix.length + 1);
      counts.set(next, (counts.get(next) ?? 0) + 1);
    }
    const [longest, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
    if (count < needed) return prefix.length >= 2 ? prefix : '';
    prefix = longest;
  }
}

/** What nearly all names end with: ".001" of a rig that was copied, "_jnt". */
export function commonSuffix(names: readonly string[]): string {
  const reversed = (name: string) => [...name].reverse().join('');
  return reversed(commonPrefix(names.map(reversed)));
}
