/** Measures whose extremes are all included: stature, weight, chest, waist, hip and thigh. */
const extremeMeasures = [0, 1, 4, 5, 6, 9] as const;

/**
 * A representative sample of some hundred people: at regular intervals in the order of weight for stature, and the
 * extremes of the main measures, because a space learned without them would have to extrapolate.
 */
export function choosePeople(people: readonly Float64Array[], count: number, extremeCount: number): Float64Array[] {
  const chosen = new Set<number>();
  const order = (key: (person: Float64Array) => number) =>
    [...people.keys()].sort((a, b) => key(people[a]) - key(people[b]) || a - b);
  const byBuild = order((person) => person[1] / person[0] ** 2);
  for (let i = 0; i < count; i++) chosen.add(byBuild[Math.floor(((i + 0.5) * people.length) / count)]);
  for (const measure of extremeMeasures) {
    const byMeasure = order((person) => person[measure]);
    for (const index of byMeasure.slice(0, extremeCount)) chosen.add(index);
    for (const index of byMeasure.slice(-extremeCount)) chosen.add(index);
  }
  return [...chosen].sort((a, b) => a - b).map((index) => people[index]);
}
