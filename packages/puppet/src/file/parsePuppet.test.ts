import { refusalOf, requireDecoded, vec3 } from '@leib/core';
import { expect, test } from 'vitest';
import { checkPuppet, parsePuppet, writePuppet } from './parsePuppet.js';
import { samplePuppet } from './puppetFile.testing.js';
import { freeJoint } from './puppetSchema.js';

/** The sample with one value changed: the path as a message writes it. */
function sampleWith(path: string, value: unknown): unknown {
  const file: unknown = structuredClone(samplePuppet());
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop() as string;
  const holder = keys.reduce((at, key) => (at as Record<string, unknown>)[key], file) as Record<string, unknown>;
  holder[last] = value;
  return file;
}

test('a puppet is written and read again with every bit of it, and its text is always the same', () => {
  const text = writePuppet(samplePuppet());
  const again = parsePuppet(text);
  expect(again).toEqual({ ok: true, value: samplePuppet() });
  expect(again.ok && writePuppet(again.value)).toBe(text);
  const { parts, ...rest } = samplePuppet();
  expect(writePuppet({ parts, ...rest } as ReturnType<typeof samplePuppet>)).toBe(text);
  // Lists of numbers on one line: a file that people can read and compare.
  expect(text).toContain('"from": [0, 0.3, 0.3]');
});

test.each([
  ['format', 'leib-puppet/2', 'expected "leib-puppet/1", got "leib-puppet/2"; open it with a newer Leib'],
  ['format', 'leib-joints/1', 'expected "leib-puppet/1", got "leib-joints/1"'],
  ['parts[3].tint', 'red', 'there is no such key'],
  [
    'parts[3].parent',
    'tial',
    'expected the name of a part, got "tial"; there are "trunk", "jaw", "head", "tail 1", "tail 2"',
  ],
  [
    'parts[0].parent',
    'tail 2',
    'expected a part that does not hang on "trunk" itself, got "tail 2"; parts form a tree',
  ],
  ['parts[2].parent', 'head', 'expected a part that does not hang on "head" itself, got "head"; parts form a tree'],
  ['parts[2].name', 'jaw', 'expected a name of its own, got "jaw" for the second time'],
  ['parts[2].name', ' head', 'expected a name without blanks at its ends'],
  ['parts[0].region', 'back', 'expected the name of a region, got "back"; there are "skin", "belly"'],
  ['parts[0].shape.halfSize[1]', 0, 'expected a length above zero, got 0'],
  ['parts[0].shape.rotation', [0, 0, 0, 0], 'expected a unit quaternion, got one of length 0'],
  ['parts[1].shape.influence.rotation', [0, 0, 0, 1.1], 'expected a unit quaternion, got one of length 1.1'],
  ['parts[1].shape.to', [0, 0.3, 0.4], 'expected a bone with a length, got an end where it begins'],
  ['parts[1].shape.kind', 'ball', 'expected one of "bone", "box", got "ball"'],
  ['parts[1].joint.limits.rotation', [1, 1, 0, 0], 'expected a unit quaternion, got one of length 1.414'],
  ['parts[1].joint.limits.y.min', 2, `expected at most ${Math.PI / 2} (max), got 2`],
  ['parts[0].joint.limits.twist.min', 1, 'expected at most 0.1 (max), got 1'],
  ['parts[0].joint.limits.axis', [0, 0, 0], 'expected a direction, got [0, 0, 0]'],
  [
    'chains[0].parts[1]',
    'tale',
    'expected the name of a part, got "tale"; there are "trunk", "jaw", "head", "tail 1", "tail 2"',
  ],
  ['chains[0].parts[1]', 'jaw', 'expected a part that is linked to "tail 1", got "jaw", which hangs on "head"'],
  ['chains[0].parts', [], 'expected one part or more, got none'],
  ['effectors[0].chain', 'tale', 'expected the name of a chain, got "tale"; there are "tail"'],
  ['effectors[0].point', 3, 'expected 0 to 2, because chain "tail" has 2 parts, got 3'],
  ['effectors[0].point', 1.5, 'expected a whole number, got 1.5'],
  ['hands[0].connections[0].effector', 'top', 'expected the name of an effector, got "top"; there are "tip"'],
  [
    'hands[0].connections[1].part',
    'chin',
    'expected the name of a part, got "chin"; there are "trunk", "jaw", "head", "tail 1", "tail 2"',
  ],
  ['hands[0].connections[1].axis', [0, 0, 0], 'expected a direction, got [0, 0, 0]'],
  ['hands[0].connections[1].curve[2].bend', 0.5, 'expected more than 0.5, got 0.5'],
  ['hands[0].connections[1].magnets.low', 1, 'expected at most 0.7 (high), got 1'],
  ['hands[0].rest.rotation', [0, 0, 0, 2], 'expected a unit quaternion, got one of length 2'],
  [
    'hands[1].carries.part',
    'eye',
    'expected the name of a part, got "eye"; there are "trunk", "jaw", "head", "tail 1", "tail 2"',
  ],
  ['hands[1].name', 'first hand', 'expected a name of its own, got "first hand" for the second time'],
  ['skin.regions', [], 'expected one region or more, got none'],
  ['skin.paint.regions', 'AAEB', 'expected 4 bytes as placeCount says, got 3'],
  ['skin.paint.regions', 'AAECAA==', 'expected numbers of regions, 0 to 1, got 2 for place 2'],
  ['skin.paint.regions', '?', 'expected base64'],
  [
    'skin.lips[0].upper',
    'lip',
    'expected the name of a part, got "lip"; there are "trunk", "jaw", "head", "tail 1", "tail 2"',
  ],
  ['skin.lips[0].lower', 'head', 'expected another part than the upper, got "head"'],
  [
    'stage.grasps[0].parts[1]',
    'hand',
    'expected the name of a part, got "hand"; there are "trunk", "jaw", "head", "tail 1", "tail 2"',
  ],
  [
    'stage.bubbles.part',
    'nose',
    'expected the name of a part, got "nose"; there are "trunk", "jaw", "head", "tail 1", "tail 2"',
  ],
  ['mesh.uri', '../secret.glb', 'expected the name of a file beside this one, got "../secret.glb"'],
  [
    'mesh.uri',
    'https://example.org/a.glb',
    'expected the name of a file beside this one, got "https://example.org/a.glb"',
  ],
  ['parts[0].shape.centre[2]', 1e300, 'expected at most 1000000, got 1e+300'],
  ['mesh.rotation', [0, 0, 0, 0.5], 'expected a unit quaternion, got one of length 0.5'],
])('%s: %j is refused with its place', (path, value, reason) => {
  expect(refusalOf(checkPuppet(sampleWith(path, value)))).toBe(`${path}: ${reason}`);
});

const short = {
  format: 'leib-puppet/1',
  mesh: { uri: 'model.glb' },
  parts: [
    { name: 'jaw', shape: { kind: 'bone', from: [0, 1, 0], to: [0.2, 1, 0] } },
    {
      name: 'hat',
      parent: 'jaw',
      shape: { kind: 'box', centre: [0, 2, 0], halfSize: [1, 1, 1] },
      joint: { spring: {} },
    },
  ],
  chains: [{ name: 'neck', parts: ['jaw', 'hat'] }],
  effectors: [{ name: 'top', chain: 'neck' }],
  hands: [{ connections: [{ kind: 'turn', finger: 'thumb', part: 'jaw', angle: 0.6 }] }, {}],
  skin: { layers: [{ kind: 'fur', length: 0.01 }], lips: [{ upper: 'jaw', lower: 'hat' }] },
};

test('a short file is filled in: from defaults, and from what other places of it say', () => {
  const file = requireDecoded(checkPuppet(short));
  expect(file.parts[0].joint).toEqual(freeJoint);
  expect(file.parts[0].shape).toMatchObject({
    influence: { centre: [0.1, 1, 0], reach: { right: 0.1, down: 0.1, front: expect.closeTo(0.15, 12) }, e: 1, n: 1 },
  });
  const { shape } = file.parts[0];
  const { rotation } = shape.kind === 'bone' ? shape.influence : { rotation: [] };
  expect([...vec3.transformQuat([0, 0, 0], [0, 0, 1], rotation as [number, number, number, number])]).toEqual(
    [1, 0, 0].map((value) => expect.closeTo(value, 12)),
  );
  expect(file.parts[1].shape).toMatchObject({ pivot: [0, 2, 0] });
  expect(file.parts[1].joint.spring).toEqual({ frequency: 1.6, damping: 0.25 });
  expect(file.effectors).toEqual([{ name: 'top', chain: 'neck', point: 2, turns: false }]);
  expect(file.hands.map(({ name }) => name)).toEqual(['first hand', 'second hand']);
  expect(file.hands[0]).toMatchObject({ rotationPoint: [0, 1, 0], connections: [{ point: [0.2, 1, 0] }] });
  expect(requireDecoded(parsePuppet(writePuppet(file)))).toEqual(file);
  const { parts, hands, skin } = requireDecoded(checkPuppet({ format: 'leib-puppet/1' }));
  expect({ parts, hands: hands.length, regions: skin.regions.length }).toEqual({ parts: [], hands: 1, regions: 1 });
});

test('rotations that are only rounded come out with unit length; others keep their bits', () => {
  const rounded = checkPuppet(sampleWith('parts[0].shape.rotation', [0, 0.6, 0, 0.8001]));
  expect(rounded.ok).toBe(true);
  const { shape } = rounded.ok ? rounded.value.parts[0] : samplePuppet().parts[0];
  expect(shape.kind === 'box' && Math.hypot(...shape.rotation)).toBeCloseTo(1, 12);
});

test('what is not JSON, or not an object, is refused in one sentence', () => {
  expect(refusalOf(parsePuppet('{'))).toMatch(/^expected JSON/);
  expect(refusalOf(parsePuppet('[]'))).toBe('expected an object, got a list');
});

test('a puppet that could not be read again is not written', () => {
  const broken = sampleWith('parts[3].parent', 'tial') as ReturnType<typeof samplePuppet>;
  expect(() => writePuppet(broken)).toThrow('puppet, parts[3].parent: expected the name of a part, got "tial"');
});

/** Paths of all values inside a value, as messages write them. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, entry]) => {
    if (Array.isArray(value)) return pathsOf(entry, `${path}[${key}]`);
    return pathsOf(entry, path === '' ? key : `${path}.${key}`);
  });
  return path === '' ? inner : [path, ...inner];
}

test('whatever stands in the place of a value, the file is taken or refused in one sentence, and nothing is thrown', () => {
  const junk = [null, -1, 1e300, 'x', '', true, [], {}, [[]], { kind: 'bone' }];
  let refused = 0;
  for (const path of pathsOf(samplePuppet())) {
    for (const value of junk) {
      const result = checkPuppet(sampleWith(path, value));
      if (result.ok) {
        // What is taken can be written and read again.
        expect(parsePuppet(writePuppet(result.value))).toEqual(result);
        continue;
      }
      refused++;
      expect(result.reason).toMatch(/^(expected .+|there is no such key)$/);
    }
  }
  expect(refused).toBeGreaterThan(1000);
});
