import { createPuppet, freeJoint, type PuppetFile, type PuppetPart } from '@leib/puppet';
import { expect, test } from 'vitest';
import { findConnection, newCarries, newConnection, targetsOf, withConnections, withHand } from './connections.js';

function bone(name: string, parent: string | null, y: number): PuppetPart {
  const reach = { right: 0.1, left: 0.1, up: 0.1, down: 0.1, front: 0.1, back: 0.1 };
  const influence = { centre: [0, y, 0], rotation: [0, 0, 0, 1], reach, e: 1, n: 1, throughAir: true } as never;
  return {
    name,
    parent,
    shape: { kind: 'bone', from: [0, y, 0], to: [0, y + 0.3, 0], influence },
    joint: freeJoint,
    region: null,
  };
}

const file: PuppetFile = {
  ...createPuppet('arm', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] }),
  parts: [bone('upper', null, 0), bone('lower', 'upper', 0.3)],
  chains: [{ name: 'arm', parts: ['upper', 'lower'], root: 'fixed', tip: 'free', solver: 'ccd', wave: null }],
  effectors: [{ name: 'tip', chain: 'arm', point: 2, turns: false }],
};

test('parts and grips can be moved by fingers', () => {
  expect(targetsOf(file).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'turn upper',
    'turn lower',
    'effector tip',
  ]);
});

test('a new connection to a part goes the widest way that its joint is free to go, and can be found again', () => {
  const limits = {
    kind: 'planes',
    rotation: [0, 0, 0, 1],
    x: { min: -0.1, max: 0.1 },
    y: { min: 0, max: 0 },
    z: { min: -0.8, max: 0.2 },
  } as const;
  const bent = {
    ...file,
    parts: [{ ...file.parts[0], joint: { ...freeJoint, limits: structuredClone(limits) as never } }],
  };
  const made = newConnection(bent, 'ring', { kind: 'turn', name: 'upper' });
  expect(made).toMatchObject({ finger: 'ring', part: 'upper', axis: [0, 0, 1], point: [0, 0.3, 0] });
  expect(made?.kind === 'turn' && made.angle).toBeCloseTo(-0.72, 9);
  const connected = withConnections(bent, 0, (connections) => [...connections, made as never]);
  expect(findConnection(connected.hands[0], 'ring', { kind: 'turn', name: 'upper' })).toBe(0);
  expect(findConnection(connected.hands[0], 'thumb', { kind: 'turn', name: 'upper' })).toBe(-1);
  expect(bent.hands[0].connections).toEqual([]);
});

test('a new connection to a grip lifts it by a third of its chain', () => {
  expect(newConnection(file, 'index', { kind: 'effector', name: 'tip' })).toMatchObject({
    travel: [0, expect.closeTo(0.2, 9), 0],
  });
});

test('a hand can carry the puppet, a part or nothing; another hand stays as it is', () => {
  const two = { ...file, hands: [file.hands[0], { ...file.hands[0], name: 'second' }] };
  expect(newCarries(two, 'puppet')).toEqual({ kind: 'puppet', positionScale: 1, turns: true });
  expect(newCarries(two, 'nothing')).toEqual({ kind: 'nothing' });
  const carries = newCarries(two, 'part');
  expect(carries).toEqual({ kind: 'part', part: 'upper', turns: 1 });
  expect(newCarries({ ...two, parts: [] }, 'part')).toBeNull();
  const changed = withHand(two, 1, (hand) => ({ ...hand, carries: carries ?? hand.carries }));
  expect(changed.hands[0]).toBe(two.hands[0]);
  expect(changed.hands[1].carries).toEqual(carries);
});
