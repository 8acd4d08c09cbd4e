import { createPuppet, type HandConnection, type PuppetFile, type PuppetLimits, type PuppetPart } from '@leib/puppet';
import { Quaternion, Ray, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { newConnection } from '../../hands/connections.js';
import { boneBetween, partOfBox, withParent } from '../tools/drawActions.js';
import { alongLine } from '../tools/handleAction.js';
import { type EditHandle, placeOfMotion } from './editHandle.js';
import { limitHandlesOf } from './limitHandles.js';
import { handHandlesOf, shapeHandlesOf } from './shapeHandles.js';

const bone: PuppetPart = { ...(boneBetween([0, 0, 0], [0, 0.4, 0], 0.1, 1) as PuppetPart), name: 'arm' };
const drawn = { centre: new Vector3(0, 1, 0), rotation: new Quaternion(), halfSize: new Vector3(0.2, 0.3, 0.1) };
const box: PuppetPart = { ...(partOfBox(drawn, new Vector3(), 1) as PuppetPart), name: 'head' };

function puppetWith(...parts: PuppetPart[]): PuppetFile {
  return { ...createPuppet('test', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] }), parts };
}

const handleOf = (handles: readonly EditHandle[], id: string) =>
  handles.find((handle) => handle.id === id) as EditHandle;

describe('shapes', () => {
  test.each([bone, box])('every handle that is dragged is afterwards where it was dragged to ($name)', (part) => {
    for (const handle of shapeHandlesOf(part)) {
      const { motion } = handle;
      const value = motion.kind === 'free' ? ([0.13, 0.27, 0.05] as const) : motion.kind === 'line' ? 0.37 : 0.6;
      const goal =
        motion.kind === 'free'
          ? (value as readonly [number, number, number])
          : motion.kind === 'line'
            ? placeOfMotion({ ...motion, distance: value as number })
            : motion.pointAt(value as number);
      const changed = handle.apply(puppetWith(part), value).parts[0];
      const after = placeOfMotion(handleOf(shapeHandlesOf(changed), handle.id).motion);
      expect(new Vector3(...after).distanceTo(new Vector3(...goal)), handle.id).toBeLessThan(1e-6);
    }
  });

  test('a box turns where it faces the body', () => {
    expect(box.shape).toMatchObject({ kind: 'box', pivot: [0, 0.7, 0] });
  });

  test('a bone that begins near the end of another is linked to it, end to end', () => {
    const next = boneBetween([0, 0.41, 0], [0.3, 0.5, 0], 0.1, 1) as PuppetPart;
    expect(withParent(next, [bone], 0.02)).toMatchObject({ parent: 'arm', shape: { from: [0, 0.4, 0] } });
    const far = boneBetween([1, 0, 0], [1.3, 0.5, 0], 0.1, 1) as PuppetPart;
    expect(withParent(far, [bone], 0.02).parent).toBeNull();
    expect(boneBetween([0, 0, 0], [0, 1e-4, 0], 0.1, 1)).toBeNull();
  });
});

describe('limits', () => {
  const planes: PuppetLimits = {
    kind: 'planes',
    rotation: [0.5, 0.5, 0.5, 0.5],
    x: { min: -0.5, max: 0.7 },
    y: { min: 0, max: 0 },
    z: { min: -1, max: 1 },
  };
  const cone: PuppetLimits = { kind: 'cone', axis: [0, 2, 1], halfAngle: 0.8, twist: { min: -0.4, max: 0.5 } };
  const withLimits = (limits: PuppetLimits): PuppetPart => ({ ...bone, joint: { ...bone.joint, limits } });

  test.each([planes, cone])('an angle that is dragged is the angle of the file ($kind)', (limits) => {
    const part = withLimits(limits);
    for (const handle of limitHandlesOf(part)) {
      if (handle.motion.kind !== 'circle' || handle.look !== 'limit') continue;
      const { least, most, pointAt } = handle.motion;
      const angle = least + 0.6 * (most - least);
      const changed = handle.apply(puppetWith(part), angle).parts[0];
      const again = handleOf(limitHandlesOf(changed), handle.id);
      expect(again.motion.kind === 'circle' && again.motion.angle, handle.id).toBeCloseTo(angle, 9);
      const after = new Vector3(...placeOfMotion(again.motion));
      expect(after.distanceTo(new Vector3(...pointAt(angle))), handle.id).toBeLessThan(1e-9);
    }
  });

  test('a closed plane has no handles; the zero pose stays allowed', () => {
    const handles = limitHandlesOf(withLimits(planes));
    expect(handles.filter(({ id }) => id.startsWith('limit y'))).toEqual([]);
    const top = handleOf(handles, 'limit x max').motion;
    expect(top.kind === 'circle' && top.least).toBeGreaterThanOrEqual(0);
  });
});

test('the rotation point of a hand and the points that its fingers touch are handles; each moves its own point only', () => {
  const file = puppetWith(bone);
  const made = newConnection(file, 'thumb', { kind: 'turn', name: 'arm' }) as HandConnection;
  const connected = { ...file, hands: [{ ...file.hands[0], connections: [made] }] };
  const [wrist, touch, ...more] = handHandlesOf(connected);
  expect([wrist.part, touch.part, touch.handle.id, more]).toEqual(['', 'arm', 'touch 1 thumb arm', []]);
  const moved = wrist.handle.apply(connected, [0.1, 0.2, 0.3]);
  expect(moved.hands[0]).toEqual({ ...connected.hands[0], rotationPoint: [0.1, 0.2, 0.3] });
  const touched = touch.handle.apply(moved, [0.4, 0.5, 0.6]);
  expect(touched.hands[0]).toEqual({ ...moved.hands[0], connections: [{ ...made, point: [0.4, 0.5, 0.6] }] });
  expect(handHandlesOf(touched).map(({ handle }) => placeOfMotion(handle.motion))).toEqual([
    [0.1, 0.2, 0.3],
    [0.4, 0.5, 0.6],
  ]);
});

test('a line is followed where the ray comes nearest to it', () => {
  const ray = new Ray(new Vector3(0.3, 0.2, 5), new Vector3(0, 0, -1));
  expect(alongLine(new Vector3(), new Vector3(1, 0, 0), ray)).toBeCloseTo(0.3, 9);
  expect(alongLine(new Vector3(), new Vector3(0, 0, 1), ray)).toBeNull();
});
