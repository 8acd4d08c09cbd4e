import { type GivenMeasures, type MeasureName, takeSizes } from '@leib/body';

/** Questions of the questionnaire of measures, in centimetres and kilograms, and what they are called of a body: those of take 1. */
const measured: Readonly<Record<string, MeasureName>> = {
  stature: 'stature',
  weight: 'weight',
  crotch: 'crotchHeight',
  arm: 'armLength',
  chest: 'chest',
  waist: 'waist',
  hip: 'hip',
  waistHeight: 'waistHeight',
  shoulder: 'shoulderBreadth',
  thigh: 'thigh',
  ankle: 'ankle',
  hipHeight: 'hipHeight',
};

/** Names of the twelve measures. */
export const tapeNames: readonly MeasureName[] = Object.values(measured);

/** What the tape said, metres and kilograms, by the answers to `body-measures`; null where something of the twelve is missing. */
export function measuresOfAnswers(answer: (item: string) => unknown): GivenMeasures | null {
  const given = Object.entries(measured).map(([item, name]): [MeasureName, number] => {
    const value = Number(answer(item) ?? Number.NaN);
    return [name, name === 'weight' ? value : value / 100];
  });
  return given.every(([, value]) => value > 0) ? (Object.fromEntries(given) as GivenMeasures) : null;
}

/** The same backwards: what somebody with these measures answers, to a millimetre and a tenth of a kilogram. */
export function answersOfMeasures(of: (name: MeasureName) => number): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(measured).map(([item, name]) => [
      item,
      Math.round(10 * (name === 'weight' ? of(name) : 100 * of(name))) / 10,
    ]),
  );
}

/** The measures that a take goes by: the first of the twelve. */
export function measuresOfTake(given: GivenMeasures, take: keyof typeof takeSizes): GivenMeasures {
  return Object.fromEntries(tapeNames.slice(0, takeSizes[take]).map((name) => [name, given[name] ?? Number.NaN]));
}
