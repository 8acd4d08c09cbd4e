import { type BodySex, type ExpectedMeasure, galleryPeople, type MeasureName, thesisPeople } from '@leib/body';
import { averageBody, type BodySpec, sexWords, type TakeChoice } from './bodySpec.js';

export const presetNames = ['average', 'thin', 'heavy', 'short', 'tall'] as const;
export type PresetName = (typeof presetNames)[number];

/** Distance of presets from the average, standard deviations; about one person in 25 is beyond. */
const FAR = 1.75;

/** The body of a preset; `usual` is the distribution of the measures of that sex. */
export function presetBody(
  preset: PresetName,
  sex: BodySex,
  usual: readonly ExpectedMeasure[],
  take: TakeChoice,
): BodySpec {
  const average = averageBody(sex, take);
  if (preset === 'average') return average;
  const name = `${preset[0].toUpperCase()}${preset.slice(1)} ${sexWords[sex]}`;
  const stature = usual.find((each) => each.name === 'stature');
  const weight = usual.find((each) => each.name === 'weight');
  if (!stature || !weight) return average;
  const rounded = (measure: MeasureName, value: number) => ({
    [measure]: Number(value.toFixed(measure === 'weight' ? 1 : 3)),
  });
  switch (preset) {
    case 'thin':
    case 'heavy': {
      const away = (preset === 'thin' ? -FAR : FAR) * weight.deviation;
      return {
        ...average,
        name,
        measures: { ...rounded('stature', stature.mean), ...rounded('weight', weight.mean + away) },
      };
    }
    case 'short':
    case 'tall': {
      const away = (preset === 'short' ? -FAR : FAR) * stature.deviation;
      return { ...average, name, measures: rounded('stature', stature.mean + away) };
    }
  }
}

/** One of the people of the gallery; null for another name. */
export function galleryBody(id: string): BodySpec | null {
  const person = galleryPeople.find((each) => each.id === id);
  if (!person) return null;
  const { name, sex, betas, looks } = person;
  return { ...averageBody(sex), name, betas, looks };
}

/** One of the twenty people of the thesis; null for another name. */
export function thesisBody(id: string, take: TakeChoice): BodySpec | null {
  const person = thesisPeople.find((each) => each.id === id);
  return person ? { name: person.id, sex: person.sex, take, measures: person.measures, betas: null } : null;
}
