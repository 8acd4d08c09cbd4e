import {
  createPose,
  createQuat,
  DEG,
  jointOfBone,
  type Motion,
  motionOfTrack,
  quat,
  recordingOf,
  refusalOf,
  requireDecoded,
  trackOfMotion,
  trimRecording,
  vec3,
  yawOf,
} from '@leib/core';
import { agentProportions, buildAgentSkeleton } from '@leib/core/pack';
import { seededRandom, testBody } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { readMotionFrame } from '../transfer/bodyCapsules.js';
import { walk } from '../transfer/movements.testing.js';
import { transferMotion } from '../transfer/stepTransfer.js';
import { buildTransfer } from '../transfer/transferModel.js';
import {
  bodyGroups,
  bonesOfGroups,
  type Combination,
  combinationText,
  jointsOfBones,
  parseCombination,
} from './combination.js';
import { combineTakes, type Take } from './combineTakes.js';
import { findTimeOffset } from './findTimeOffset.js';

const body = testBody();
const hz = 60;

function trimMotion(motion: Motion, fromSeconds: number, toSeconds: number): Motion {
  const [track] = trimRecording(recordingOf([trackOfMotion(motion)]), fromSeconds, toSeconds).tracks;
  return motionOfTrack(track, motion.name, motion.skeleton);
}

/** Every joint swings about an axis of its own in several irregular rhythms; the root wanders. No two seeds alike. */
function dance(seed: number, seconds: number, startSeconds = 0, skeleton = body): Motion {
  const random = seededRandom(seed);
  const waves = Array.from({ length: skeleton.jointCount }, () =>
    Array.from({ length: 3 }, () => [0.2 + 1.3 * random(), 2 * Math.PI * random(), 0.3 * random()] as const),
  );
  const frameCount = Math.round(seconds * hz) + 1;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  const rotation = createQuat();
  for (let frame = 0; frame < frameCount; frame++) {
    const t = frame / hz + startSeconds;
    rootPositions.set([Math.sin(0.7 * t), 0.93 + 0.02 * Math.sin(3 * t), 0.4 * t], frame * 3);
    waves.forEach((wave, joint) => {
      const [x, y, z] = wave.map(([rate, phase, size]) => size * Math.sin(2 * Math.PI * rate * t + phase));
      quat.fromEuler(rotation, x / DEG, y / DEG, z / DEG);
      localRotations.set(rotation as Float64Array, (frame * skeleton.jointCount + joint) * 4);
    });
  }
  return { name: `dance ${seed}`, skeleton, hz, frameCount, rootPositions, localRotations };
}

function takesOf(motions: Readonly<Record<string, Motion>>): Map<string, Take> {
  return new Map(
    Object.entries(motions).map(([name, motion]) => [name, { name, motion, source: 'test', floorY: 0 }] as const),
  );
}

/** A combination as a file has it. */
function parsed(json: object, ...names: string[]): Combination {
  const takes = Object.fromEntries(names.map((name) => [name, { file: `${name}.bvh` }]));
  return requireDecoded(parseCombination(JSON.stringify({ format: 'leib-combination/1', takes, ...json })));
}

/** World positions of all joints of a frame. */
function places(motion: Motion, frame: number): Float64Array {
  const pose = createPose(motion.skeleton);
  readMotionFrame(motion, frame, pose);
  return pose.worldPositions;
}

/** Largest way of a joint from each frame to the next, metres. */
function steps(motion: Motion): number[] {
  return Array.from({ length: motion.frameCount - 1 }, (_, frame) => {
    const [a, b] = [places(motion, frame), places(motion, frame + 1)];
    return Math.max(...Array.from(a, (value, i) => Math.abs(b[i] - value)));
  });
}

function expectSameMovement(a: Motion, b: Motion, within = 1e-9): void {
  expect(b.frameCount).toBe(a.frameCount);
  for (let frame = 0; frame < a.frameCount; frame++) {
    const [x, y] = [places(a, frame), places(b, frame)];
    expect(Math.max(...Array.from(x, (value, i) => Math.abs(y[i] - value)))).toBeLessThan(within);
  }
}

describe('a take with itself is itself', () => {
  const take = dance(1, 4);
  test.each([
    ['one piece', { pieces: [{ take: 'a' }] }],
    [
      'two pieces that overlap',
      {
        pieces: [
          { take: 'a', to: 2 },
          { take: 'a', from: 1.5, blend: 0.5 },
        ],
      },
    ],
    ['arms and head of its own', { pieces: [{ take: 'a' }], layers: [{ take: 'a', groups: ['leftArm', 'head'] }] }],
    [
      'an own upper body for a while, as it leans',
      {
        pieces: [{ take: 'a' }],
        layers: [
          { take: 'a', groups: ['trunk', 'head', 'leftArm'], at: 1, from: 1, to: 3, orientation: 'world', blend: 0.4 },
        ],
      },
    ],
    [
      'an own arm, aligned',
      { pieces: [{ take: 'a' }], layers: [{ take: 'a', groups: ['leftArm'], at: 0.2, align: { groups: ['legs'] } }] },
    ],
  ])('%s', (name, json) => {
    const { motion } = combineTakes(parsed(json, 'a'), takesOf({ a: take }));
    // A found time is exact to some microseconds only.
    expectSameMovement(take, motion, name.includes('aligned') ? 1e-4 : 1e-9);
  });
});

describe('in time', () => {
  test.each([0, 0.1, -0.35, 0.2371])('an offset of %f s is found to 2 ms', (offset) => {
    const fixed = dance(3, 5, 0.5);
    const moving = dance(3, 5, 0.5 + offset);
    const found = findTimeOffset(fixed, moving, {
      bones: bodyGroups.legs,
      fixedFrom: 0,
      fixedTo: 5,
      guess: 0,
      within: 0.6,
    });
    expect(found.offsetSeconds).toBeCloseTo(offset, 2.5);
    expect(found.correlation).toBeGreaterThan(0.95);
    expect(found.isSure).toBe(true);
  });

  test('movements that have nothing in common, repeat themselves or do not move are not sure', () => {
    const options = { bones: bodyGroups.legs, fixedFrom: 0, fixedTo: 3, guess: 0, within: 1.3 };
    expect(findTimeOffset(dance(4, 3), dance(5, 3), options).isSure).toBe(false);
    expect(findTimeOffset(walk(body, 6), walk(body, 6), { ...options, fixedTo: 6 }).isSure).toBe(false);
    const still = { ...dance(4, 3), localRotations: new Float64Array(181 * body.jointCount * 4).fill(0.5) };
    expect(findTimeOffset(still, still, options)).toMatchObject({ correlation: 0, isSure: false });
  });

  test('a layer is moved to where its legs move with those of the pieces, and doubt is said', () => {
    const [base, other] = [dance(6, 5), dance(6, 3, 1.3)];
    const layer = { take: 'b', groups: ['leftArm', 'rightArm'], at: 1, align: { groups: ['legs'], within: 0.5 } };
    const sure = combineTakes(
      parsed({ pieces: [{ take: 'a' }], layers: [layer] }, 'a', 'b'),
      takesOf({ a: base, b: other }),
    );
    expect(sure.alignments[0].movedSeconds).toBeCloseTo(0.3, 2.5);
    expect(sure.notes).toEqual([]);
    expectSameMovement(base, sure.motion, 2e-3);
    const unsure = combineTakes(
      parsed({ pieces: [{ take: 'a' }], layers: [layer] }, 'a', 'b'),
      takesOf({ a: base, b: dance(99, 3) }),
    );
    expect(unsure.notes[0]).toMatch(/^layers\[0\]\.align: expected one clear match, got a correlation of/);
  });

  test('a piece that is aligned goes on in the movement of the piece before it', () => {
    const whole = dance(7, 6);
    const json = {
      pieces: [
        { take: 'a', to: 3 },
        { take: 'b', from: 1.2, blend: 0.5, align: { groups: ['legs', 'leftArm'], within: 0.5 } },
      ],
    };
    // Take b is the same movement from second 1.5 on: its second 1 belongs after second 2.5.
    const { motion, alignments } = combineTakes(parsed(json, 'a', 'b'), takesOf({ a: whole, b: dance(7, 4, 1.5) }));
    expect(alignments[0].movedSeconds).toBeCloseTo(-0.2, 2);
    expectSameMovement(trimMotion(whole, 0, 5.4), trimMotion(motion, 0, 5.4), 5e-3);
  });
});

describe('seams', () => {
  const [a, b] = [dance(11, 3), dance(12, 3)];
  // The second take was recorded elsewhere in the room, facing elsewhere.
  const elsewhere = turned(b, 2, [5, 0, -3]);

  test('a piece goes on where the last one ended, heading the same way, without a jump', () => {
    const json = {
      pieces: [
        { take: 'a', to: 2 },
        { take: 'b', from: 0.5, blend: 0.4 },
      ],
    };
    const { motion } = combineTakes(parsed(json, 'a', 'b'), takesOf({ a, b: elsewhere }));
    const fastest = Math.max(...steps(a), ...steps(b));
    expect(Math.max(...steps(motion))).toBeLessThan(1.5 * fastest);
    // The same whichever way the second take was recorded.
    const { motion: other } = combineTakes(parsed(json, 'a', 'b'), takesOf({ a, b }));
    expectSameMovement(motion, other, 1e-6);
    const recorded = { pieces: [json.pieces[0], { ...json.pieces[1], place: 'recorded' }] };
    const { motion: there } = combineTakes(parsed(recorded, 'a', 'b'), takesOf({ a, b: elsewhere }));
    expect(Math.max(...steps(there))).toBeGreaterThan(2 * fastest);
  });

  test('a layer comes and goes without a jump; outside its groups and its time nothing changes', () => {
    const layer = { take: 'b', groups: ['leftArm', 'leftHand'], at: 0.8, to: 1.5, blend: 0.3 };
    const { motion } = combineTakes(parsed({ pieces: [{ take: 'a' }], layers: [layer] }, 'a', 'b'), takesOf({ a, b }));
    expect(Math.max(...steps(motion))).toBeLessThan(2 * Math.max(...steps(a), ...steps(b)));
    const bare = combineTakes(parsed({ pieces: [{ take: 'a' }] }, 'a'), takesOf({ a })).motion;
    const isArm = jointsOfBones(body, bonesOfGroups(layer.groups, {}));
    const size = body.jointCount * 4;
    for (let frame = 0; frame < a.frameCount; frame++) {
      const isOutside = frame / hz < 0.8 - 1e-9 || frame / hz > 2.3 + 1e-9;
      for (let joint = 0; joint < body.jointCount; joint++) {
        if (isArm[joint] && !isOutside) continue;
        const at = frame * size + joint * 4;
        expect(motion.localRotations.slice(at, at + 4)).toEqual(bare.localRotations.slice(at, at + 4));
      }
    }
    const [middle, arm] = [Math.round(1.5 * hz), jointOfBone(body, 'leftUpperArm') * 4];
    const inTake = Math.round(0.7 * hz) * size + arm;
    const got = motion.localRotations.slice(middle * size + arm, middle * size + arm + 4);
    expect(Math.abs(quat.dot(got, b.localRotations.slice(inTake, inTake + 4)))).toBeCloseTo(1, 6);
  });

  test('an upper body laid on in the world leans as in its take, whatever the pelvis does, and heads with it', () => {
    const layer = { take: 'b', groups: ['trunk', 'head', 'leftArm', 'rightArm'], orientation: 'world' };
    const { motion } = combineTakes(
      parsed({ pieces: [{ take: 'a' }], layers: [layer] }, 'a', 'b'),
      takesOf({ a, b: elsewhere }),
    );
    const [pose, inTake] = [createPose(body), createPose(body)];
    for (const frame of [0, 50, 120, 180]) {
      readMotionFrame(motion, frame, pose);
      readMotionFrame(elsewhere, frame, inTake);
      const head = jointOfBone(body, 'head') * 4;
      const heading = yawOf(pose.worldRotations.subarray(0, 4)) - yawOf(inTake.worldRotations.subarray(0, 4));
      const expected = quat.setAxisAngle(createQuat(), [0, 1, 0], heading);
      quat.multiply(expected, expected, inTake.worldRotations.subarray(head, head + 4));
      expect(Math.abs(quat.dot(expected, pose.worldRotations.subarray(head, head + 4)))).toBeCloseTo(1, 9);
    }
    // The match is spread: the lowest joint of the back takes a third of it, not all.
    const joint = { ...layer, orientation: 'joint' };
    const plain = combineTakes(
      parsed({ pieces: [{ take: 'a' }], layers: [joint] }, 'a', 'b'),
      takesOf({ a, b }),
    ).motion;
    const at = jointOfBone(body, 'spine') * 4;
    const bend = (m: Motion) =>
      2 *
      Math.acos(
        Math.min(1, Math.abs(quat.dot(m.localRotations.slice(at, at + 4), plain.localRotations.slice(at, at + 4)))),
      );
    expect(bend(motion)).toBeGreaterThan(0.01);
    expect(bend(motion)).toBeLessThan(0.5);
  });
});

/** The same take recorded at another place, facing another way. */
function turned(motion: Motion, yaw: number, move: readonly [number, number, number]): Motion {
  const rotation = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  const [rootPositions, localRotations] = [motion.rootPositions.slice(), motion.localRotations.slice()];
  for (let frame = 0; frame < motion.frameCount; frame++) {
    const at = rootPositions.subarray(frame * 3, frame * 3 + 3);
    vec3.add(at, vec3.transformQuat(at, at, rotation), move);
    const root = localRotations.subarray(
      frame * motion.skeleton.jointCount * 4,
      frame * motion.skeleton.jointCount * 4 + 4,
    );
    quat.multiply(root, rotation, root);
  }
  return { ...motion, rootPositions, localRotations };
}

test('a take of another body is transferred to the first one’s', () => {
  const child = buildAgentSkeleton(body, agentProportions.child);
  const small = transferMotion(buildTransfer(body, child), walk(body));
  const json = { pieces: [{ take: 'a' }, { take: 'b' }] };
  const { motion } = combineTakes(parsed(json, 'a', 'b'), takesOf({ a: walk(body), b: small }));
  expect(motion.skeleton).toBe(body);
  expect(motion.frameCount).toBe(Math.round((3 + 3 - 0.25) * hz) + 1);
  expect(Math.max(...steps(motion))).toBeLessThan(2 * Math.max(...steps(walk(body))));
});

test('same bits twice', () => {
  const json = {
    pieces: [
      { take: 'a', to: 2 },
      { take: 'b', blend: 0.3 },
    ],
    layers: [{ take: 'b', groups: ['rightArm'], at: 0.4, orientation: 'world', align: { groups: ['legs'] } }],
  };
  const takes = takesOf({ a: dance(21, 3), b: dance(22, 3) });
  expect(combineTakes(parsed(json, 'a', 'b'), takes)).toEqual(combineTakes(parsed(json, 'a', 'b'), takes));
});

test('the groups hold every bone once', () => {
  const bones = Object.values(bodyGroups).flat();
  expect(new Set(bones).size).toBe(bones.length);
  expect(bones.length).toBe(55);
});

describe('files', () => {
  const good = { takes: { a: { file: 'a.bvh' } }, pieces: [{ take: 'a' }] };

  test('read(write(combination)) is the combination', () => {
    const combination = parsed({ ...good, hz: 30, groups: { core: ['spine', 'hips'] } }, 'a');
    expect(requireDecoded(parseCombination(combinationText(combination)))).toEqual(combination);
  });

  test.each([
    [{ ...good, pieces: [] }, 'pieces: expected a length of 1 or more, got 0'],
    [{ ...good, pieces: [{ take: 'b' }] }, 'pieces[0].take: expected one of a, got "b"; add it to "takes"'],
    [{ ...good, pieces: [{ take: 'a', from: 2, to: 1 }] }, 'pieces[0].to: expected more than "from" (2), got 1'],
    [{ ...good, pieces: [{ take: 'a', blend: -1 }] }, 'pieces[0].blend: expected 0 or more, got -1'],
    [{ ...good, layers: [{ take: 'a', groups: ['wings'] }] }, 'layers[0].groups[0]: expected one of pelvis, legs'],
    [{ ...good, layers: [{ take: 'a', groups: ['w'.repeat(9000)] }] }, `got "${'w'.repeat(40)}..."`],
    [{ ...good, layers: [{ take: 'a', groups: ['pelvis'] }] }, 'layers[0].groups: expected groups without the hips'],
    [{ ...good, groups: { core: ['belly'] } }, 'groups.core[0]: expected one of'],
    [{ ...good, speed: 2 }, 'speed: there is no such key'],
  ])('%j is refused in one sentence', (json, reason) => {
    expect(refusalOf(parseCombination(JSON.stringify({ format: 'leib-combination/1', ...json })))).toContain(reason);
  });

  test.each([
    [{ pieces: [{ take: 'a', to: 9 }] }, 'pieces[0].to: expected at most 2, the take'],
    [
      {
        pieces: [
          { take: 'a', to: 1 },
          { take: 'a', from: 1, to: 1.2, blend: 0.5 },
        ],
      },
      'pieces[1].blend: expected at most 0.2 s',
    ],
    [
      { pieces: [{ take: 'a' }], layers: [{ take: 'a', groups: ['head'], from: 5 }] },
      'layers[0].from: expected at most 2',
    ],
  ])('%j does not fit its takes, which is said with the place', (json, reason) => {
    expect(() => combineTakes(parsed(json, 'a'), takesOf({ a: dance(41, 2) }))).toThrow(reason);
  });
});
