/** Counters count when so many names have one, and so many of them are no other's. */
const shareWithCounter = 0.8;
const shareOfOwn = 0.95;
const LONGEST_NAME = 200;

/**
 * The names of a rig without what its file has put around them, least changed first: a namespace ("char:Hips", "rig|Hips"), a
 * number of its own behind every name (Sketchfab's "Hips_02"), an ending or a beginning that nearly all share ("Hips.001",
 * "charHips").
 */
export function nameVariants(names: readonly string[]): (readonly string[])[] {
  // A file may call a bone a million letters; tables know none of more than some tens.
  const variants: (readonly string[])[] = [names.map((name) => name.slice(0, LONGEST_NAME))];
  const add = (changed: readonly string[]) => {
    if (changed.some((name, i) => name !== variants[variants.length - 1][i])) variants.push(changed);
  };
  add(withoutCommonPrefix(variants[0]));
  add(variants[0].map(withoutNamespace));
  const last = () => variants[variants.length - 1];
  add(withoutCounters(last()));
  add(withoutCommonSuffix(last()));
  add(withoutCommonPrefix(last()));
  return variants;
}

function withoutNamespace(name: string): string {
  const own = name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('|')) + 1);
  return own === '' ? name : own;
}

/** Names without the number that tells each from all others; "arm_1", "arm_2" of both arms are no such numbers. */
function withoutCounters(names: readonly string[]): readonly string[] {
  const parts = names.map((name) => /^(.*[^_])_(\d+)$/.exec(name));
  const counters = parts.flatMap((part) => (part ? [Number(part[2])] : []));
  const isCounted = counters.length >= 8 && counters.length >= shareWithCounter * names.length;
  if (!isCounted || new Set(counters).size < shareOfOwn * counters.length) return names;
  return names.map((name, i) => parts[i]?.[1] ?? name);
}

function withoutCommonPrefix(names: readonly string[]): readonly string[] {
  const prefix = commonPrefix(names);
  const isCut = (name: string) => prefix !== '' && name.startsWith(prefix) && name.length > prefix.length;
  return names.map((name) => (isCut(name) ? name.slice(prefix.length) : name));
}

function withoutCommonSuffix(names: readonly string[]): readonly string[] {
  const suffix = commonSuffix(names);
  const isCut = (name: string) => suffix !== '' && name.endsWith(suffix) && name.length > suffix.length;
  return names.map((name) => (isCut(name) ? name.slice(0, -suffix.length) : name));
}

/** Names that a file put a word of its own before, such as a namespace, share it; a family's own prefix is as common. */
const shareOfNames = 0.8;
const leastNames = 8;

/**
 * What nearly all names of a rig begin with: "char" in "charHips", "charLeftArm" (Maya's namespace "char:", after a
 * loader took the colon away). Empty where there is no such thing.
 */
function commonPrefix(names: readonly string[]): string {
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
function commonSuffix(names: readonly string[]): string {
  const reversed = (name: string) => [...name].reverse().join('');
  return reversed(commonPrefix(names.map(reversed)));
}
