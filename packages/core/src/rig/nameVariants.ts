import { commonPrefix, commonSuffix } from './commonPrefix.js';

/** Counters count when so many names have one, and so many of them are no other's. */
const shareWithCounter = 0.8;
const shareOfOwn = 0.95;

/**
 * The names of a rig without what its file has put around them, least changed first: a namespace ("char:Hips", "rig|Hips"), a
 * number of its own behind every name (Sketchfab's "Hips_02"), an ending or a beginning that nearly all share ("Hips.001",
 * "charHips").
 */
export function nameVariants(names: readonly string[]): (readonly string[])[] {
  const variants = [names];
  const add = (changed: readonly string[]) => {
    if (changed.some((name, i) => name !== variants[variants.length - 1][i])) variants.push(changed);
  };
  add(withoutCommonPrefix(names));
  add(names.map(withoutNamespace));
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
