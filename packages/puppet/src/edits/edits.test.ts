import { describe, expect, test } from 'vitest';
import { checkPuppet } from '../file/parsePuppet.js';
import type { PuppetFile } from '../file/puppetFile.js';
import { samplePuppet } from '../file/puppetFile.testing.js';
import { limitsOfPreset, presetOf } from '../kinematics/limitPresets.js';
import { endOf, pivotOf } from '../model/partSkeleton.js';
import { influenceAt } from '../structures/influence.js';
import { addEffector, addPart, changePart, findPart, linkPart, removePart, translatePart } from './editParts.js';
import { mirrorParts } from './mirrorPart.js';
import { moveBoneEnd, moveHandle, shapeHandles } from './moveEnds.js';
import { changePuppet } from './partReferences.js';

const names = samplePuppet().parts.map(({ name }) => name);
const whole = (file: PuppetFile) => {
  const checked = checkPuppet(file);
  return checked.ok ? 'whole' : `${checked.path}: ${checked.reason}`;
};
const close = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(1e-9);

describe('after any edit the file is whole', () => {
  const edits: [string, (file: PuppetFile, name: string) => PuppetFile][] = [
    ['removed', removePart],
    ['renamed', (file, name) => changePart(file, name, { name: `new ${name}` })],
    ['unlinked', (file, name) => linkPart(file, name, null)],
    ['moved', (file, name) => translatePart(file, name, [0.1, 0.2, 0.3])],
    ['doubled', (file, name) => addPart(file, findPart(file, name))],
    ['mirrored', (file, name) => mirrorParts(file, name)],
    ['bent', (file, name) => moveBoneEnd(moveBoneEnd(file, name, 'to', [1, 1, 1]), name, 'from', [0.5, 0, 0])],
    ['reached', (file, name) => shapeHandles.reduce((one, handle) => moveHandle(one, name, handle, -1), file)],
  ];
  test.each(edits)('every part %s, one after the other', (_, edit) => {
    let file = samplePuppet();
    for (const name of names) {
      const before = JSON.stringify(file);
      const after = edit(file, name);
      expect(JSON.stringify(file)).toBe(before);
      expect(whole(after)).toBe('whole');
      file = after;
    }
  });

  test.each(names.flatMap((child) => names.map((parent) => [child, parent])))('%s linked to %s', (child, parent) => {
    const file = samplePuppet();
    const hangsOnChild = (name: string | null): boolean =>
      name !== null && (name === child || hangsOnChild(findPart(file, name).parent));
    if (hangsOnChild(parent)) {
      expect(() => linkPart(file, child, parent)).toThrow(/parts form a tree/);
      return;
    }
    const linked = linkPart(file, child, parent);
    expect(whole(linked)).toBe('whole');
    close(pivotOf(findPart(linked, child)), endOf(findPart(linked, parent)));
  });
});

test('what was linked to a removed part is linked to what that was linked to', () => {
  const file = removePart(samplePuppet(), 'tail 1');
  expect(findPart(file, 'tail 2').parent).toBe('trunk');
  expect(file.chains[0].parts).toEqual(['tail 2']);
  expect(file.effectors[0].point).toBe(1);
  expect(removePart(file, 'tail 2').effectors).toEqual([]);
  expect(removePart(file, 'tail 2').hands[0].connections.map(({ finger }) => finger)).toEqual(['thumb']);
});

test('a new name reaches every place of the file', () => {
  const text = JSON.stringify(changePart(samplePuppet(), 'head', { name: 'skull' }));
  expect(text).not.toContain('"head"');
  expect(() => changePart(samplePuppet(), 'head', { name: 'jaw' })).toThrow('"jaw"');
});

test('a shared joint moves for both bones, and their far ends stay', () => {
  const before = samplePuppet();
  for (const [name, end] of [
    ['tail 1', 'to'],
    ['tail 2', 'from'],
  ] as const) {
    const file = moveBoneEnd(before, name, end, [0.1, 0.3, -0.6]);
    close(endOf(findPart(file, 'tail 1')), [0.1, 0.3, -0.6]);
    close(pivotOf(findPart(file, 'tail 2')), [0.1, 0.3, -0.6]);
    close(pivotOf(findPart(file, 'tail 1')), pivotOf(findPart(before, 'tail 1')));
    close(endOf(findPart(file, 'tail 2')), endOf(findPart(before, 'tail 2')));
  }
});

test("a bone's influence goes with it", () => {
  const file = moveBoneEnd(samplePuppet(), 'tail 2', 'to', [0.4, 0.6, -0.7]);
  const part = findPart(file, 'tail 2');
  const [from, to] = [pivotOf(part), endOf(part)];
  const inFile = findPart(samplePuppet(), 'tail 2');
  const along = (share: number, a: ArrayLike<number>, b: ArrayLike<number>) =>
    [0, 1, 2].map((k) => a[k] + share * (b[k] - a[k])) as [number, number, number];
  for (const share of [0.2, 0.5, 0.9]) {
    const before = influenceAt(inFile, ...along(share, pivotOf(inFile), endOf(inFile)));
    expect(influenceAt(part, ...along(share, from, to))).toBeCloseTo(before, 6);
  }
});

test('a handle of a box moves one side only', () => {
  const before = findPart(samplePuppet(), 'trunk');
  const part = findPart(moveHandle(samplePuppet(), 'trunk', 'up', 0.5), 'trunk');
  if (part.shape.kind !== 'box' || before.shape.kind !== 'box') throw new Error('expected boxes');
  expect(part.shape.centre[1] + part.shape.halfSize[1]).toBeCloseTo(before.shape.centre[1] + 0.5, 6);
  expect(part.shape.centre[1] - part.shape.halfSize[1]).toBeCloseTo(0, 6);
});

test('the image of an image is the part itself', () => {
  const arm = { ...findPart(samplePuppet(), 'tail 1'), name: 'left arm', parent: 'trunk' };
  const file = translatePart(addPart(samplePuppet(), arm), 'left arm', [0.5, 0.1, 0]);
  const there = mirrorParts(file, 'left arm');
  expect(pivotOf(findPart(there, 'right arm'))[0]).toBeCloseTo(-pivotOf(findPart(file, 'left arm'))[0], 12);
  expect(findPart(there, 'right arm').parent).toBe('trunk');
  const back = mirrorParts(there, 'right arm');
  expect(back.parts.length).toBe(there.parts.length);
  expect(findPart(back, 'left arm')).toEqual(findPart(file, 'left arm'));
});

test('without a chain its effectors and what moved them are gone', () => {
  const file = changePuppet(samplePuppet(), { chains: [] });
  expect(whole(file)).toBe('whole');
  expect(file.effectors).toEqual([]);
});

test('an effector makes the chain that it needs', () => {
  const file = addEffector(samplePuppet(), 'jaw');
  expect(whole(file)).toBe('whole');
  const made = file.effectors[file.effectors.length - 1];
  expect(file.chains.find(({ name }) => name === made.chain)?.parts.at(-1)).toBe('jaw');
  expect(() => addEffector(file, 'jaw')).toThrow(/which has one/);
  const bare = changePuppet(samplePuppet(), { chains: [] });
  expect(addEffector(bare, 'tail 2').chains.map(({ parts }) => parts)).toEqual([['tail 1', 'tail 2']]);
});

test.each(['ball', 'universal', 'hinge', 'cone'] as const)('limits of the preset %s are that preset', (preset) => {
  for (const part of samplePuppet().parts) expect(presetOf(limitsOfPreset(part, preset))).toBe(preset);
});
