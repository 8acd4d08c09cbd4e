import { expect, test } from 'vitest';
import { paintedRegions } from '../file/paint.js';
import { checkPuppet } from '../file/parsePuppet.js';
import { samplePuppet } from '../file/puppetFile.testing.js';
import { BOUND_PARTS, type PartBinding } from '../model/partSkeleton.js';
import { addRegion, changeRegion, paintRegions, regionsOfPlaces, removeRegion } from './editRegions.js';

/** Three places: one of the whole puppet, one of the first part, one of the second. */
function threePlaces(): PartBinding {
  const joints = new Uint8Array(3 * BOUND_PARTS);
  const weights = new Float32Array(3 * BOUND_PARTS);
  [0, 1, 2].forEach((joint, place) => {
    joints[place * BOUND_PARTS] = joint;
    weights[place * BOUND_PARTS] = 1;
  });
  return { joints, weights };
}

test('places have the region of their part until they are painted', () => {
  let file = addRegion(samplePuppet());
  const knee = file.skin.regions.length - 1;
  file = { ...file, skin: { ...file.skin, paint: null } };
  file = { ...file, parts: file.parts.map((part, i) => ({ ...part, region: i === 1 ? 'region' : null })) };
  expect([...regionsOfPlaces(file, threePlaces())]).toEqual([0, 0, knee]);
  const painted = paintRegions(file, Uint8Array.of(knee, 0, 0));
  expect([...regionsOfPlaces(painted, threePlaces())]).toEqual([knee, 0, 0]);
  expect([...regionsOfPlaces(paintRegions(painted, null), threePlaces())]).toEqual([0, 0, knee]);
});

test('a region that goes leaves paint and parts that fit, one that is renamed keeps them', () => {
  let file = addRegion(addRegion({ ...samplePuppet() }));
  const names = file.skin.regions.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const [knee, second] = [names.length - 2, names.length - 1];
  file = paintRegions(file, Uint8Array.of(0, knee, second));
  file = { ...file, parts: file.parts.map((part) => ({ ...part, region: 'region' })) };
  file = changeRegion(file, knee, { stiffness: 0.1, name: 'shin' });
  expect(file.parts[0].region).toBe('shin');
  expect(file.skin.regions[knee]).toMatchObject({ name: 'shin', stiffness: 0.1 });
  expect(checkPuppet(file).ok).toBe(true);
  const without = removeRegion(file, knee);
  expect(without.parts[0].region).toBeNull();
  expect([...(paintedRegions(without.skin.paint ?? { regions: '' }) ?? [])]).toEqual([0, 0, knee]);
  expect(checkPuppet(without).ok).toBe(true);
  expect(() => changeRegion(file, knee, { name: names[0] })).toThrow('which another region has');
});
