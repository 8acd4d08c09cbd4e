import { buildMeasurePlan, defaultLandmarks } from '@leib/body';
import { readAnsur } from './ansur.ts';
import { choosePeople } from './choosePeople.ts';
import { encodeBodySpace, quantiseSkin, type SexContent } from './encodeBodySpace.ts';
import { createPeopleFitter, type FittedPerson } from './fitPeople.ts';
import { placePoint } from './jointWeights.ts';
import { learnSpace } from './learnSpace.ts';
import { measureStatistics } from './measureStatistics.ts';
import { keptBones } from './rig.ts';
import { readShapeSource, type Sex, type ShapeSource } from './shapeSource.ts';
import type { SourceFiles } from './sourcePackage.ts';

export interface ShapeSpaceSettings {
  /** People fitted per sex besides the extremes, and extremes at each end of each main measure. */
  readonly personCount: number;
  readonly extremeCount: number;
}

export const defaultShapeSpaceSettings: ShapeSpaceSettings = { personCount: 420, extremeCount: 8 };

/** Raw material and people -> the file of bodies, from beginning to end. The same input gives the same bytes. */
export function makeShapeSpace(
  files: SourceFiles,
  ansurFolder: string,
  settings: ShapeSpaceSettings,
  progress: (text: string) => void,
): Uint8Array {
  const source = readShapeSource(files, progress);
  const plan = planMeasures(source);
  const prepare = (sex: Sex) => {
    const people = readAnsur(ansurFolder, sex);
    const chosen = choosePeople(people, settings.personCount, settings.extremeCount);
    const mean = people[0].map((_, k) => people.reduce((sum, person) => sum + person[k], 0) / people.length);
    const fitter = createPeopleFitter(source.families[sex], plan, source.jointWeights, source.neighbours, mean);
    const fitted = chosen.map((person, index) => {
      if (index % 50 === 0) progress(`${sex}: fitting person ${index + 1} of ${chosen.length}`);
      return stand(fitter.fit(person), source);
    });
    const pairs = fitted.map(({ measures }, index) => ({ given: chosen[index], taken: measures }));
    return { people, fitted, statistics: measureStatistics(people, pairs) };
  };
  const female = prepare('female');
  const male = prepare('male');
  progress('learning');
  const learned = learnSpace({ female, male });
  const content = (sex: Sex, { people, statistics }: typeof female): SexContent => ({
    learned: learned[sex],
    statistics,
    personCount: people.length,
  });
  return encodeBodySpace(source, { female: content('female', female), male: content('male', male) });
}

/** Measures on bodies of this topology, before there is a space. */
function planMeasures(source: ShapeSource): ReturnType<typeof buildMeasurePlan> {
  const { joints, shares } = quantiseSkin(source);
  const { female, male } = source.families;
  return buildMeasurePlan(
    {
      triangles: source.triangles,
      meanPositions: female.base.map((value, i) => (value + male.base[i]) / 2),
      jointNames: keptBones.map(({ bone }) => bone),
      skinJoints: joints,
      skinWeights: Float32Array.from(shares, (share) => share / 65535),
    },
    defaultLandmarks,
  );
}

/** Soles on y = 0, hips joint over the origin; bodies are symmetric, so nothing moves sideways. */
function stand(person: FittedPerson, source: ShapeSource): FittedPerson {
  const [, , z] = placePoint(person.positions, source.jointWeights[0]);
  let floor = Number.POSITIVE_INFINITY;
  for (let at = 1; at < person.positions.length; at += 3) floor = Math.min(floor, person.positions[at]);
  const origin = [0, floor, z];
  return { ...person, positions: person.positions.map((value, i) => value - origin[i % 3]) };
}
