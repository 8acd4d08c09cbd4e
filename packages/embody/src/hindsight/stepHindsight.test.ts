import { type HumanoidBone, jointOfBone } from '@leib/core';
import {
  createDeviceFrame,
  createJointFrame,
  createJointReader,
  createTrackerOffsets,
  devicesOfJoints,
  type JointFrame,
  POSE_SIZE,
  pointNumber,
  quality,
  readJoints,
  trackedPoints,
  verdict,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { defaultEmbodySettings } from '../embodySettings.js';
import { attachPrior, attachSkeleton, createEmbodyState, type EmbodyState, resetEmbodyState } from '../embodyState.js';
import { flatGround } from '../ground/ground.js';
import { priorWeights, walking } from '../prior/proposal/guide.testing.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, standingFrame, wanderingFrame } from '../testing.js';
import { FRAME_SIZE } from './frameRecord.js';

const hz = 60;
const model = buildEmbody(buildTestBody());
/** A body that is led through a reader, as everywhere: the judge's verdicts come with the frame. */
function createLed(state = createEmbodyState(model), body = model) {
  const reader = createJointReader(model.skeleton);
  const [devices, offsets] = [createDeviceFrame(), createTrackerOffsets()];
  const step = (frame: JointFrame, dtSeconds: number) => {
    devicesOfJoints(frame, offsets, devices);
    const joints = readJoints(reader, devices, offsets, dtSeconds);
    joints.teleportCount += frame.teleportCount;
    stepEmbody(body, state, joints, dtSeconds);
  };
  return { state, step };
}
type Spoil = (frame: JointFrame, i: number) => void;

/** A person who walks for some frames, spoiled between two of them. Calls `look` after each. */
function walk(count: number, spoil: Spoil, look: (state: EmbodyState, i: number) => void = () => {}): EmbodyState {
  const { state, step } = createLed();
  for (let i = 0; i < count; i++) {
    const frame = createJointFrame();
    walking()(i / hz, frame);
    spoil(frame, i);
    step(frame, 1 / hz);
    look(state, i);
  }
  return state;
}

const keep: Spoil = () => {};
const head = pointNumber.head * POSE_SIZE;
const moveAll = (frame: JointFrame, x: number) => {
  for (let at = 0; at < 3 * POSE_SIZE; at += POSE_SIZE) frame.jointPoses[at] += x;
};
const gapOf = (a: EmbodyState, b: EmbodyState, x = 0) =>
  Math.max(
    ...a.pose.worldPositions.map((value, i) => Math.abs(value - b.pose.worldPositions[i] - (i % 3 === 0 ? x : 0))),
  );

describe('what is wrong, and what is not', () => {
  test.each([30, 60, 120])('a person who walks or wanders about at %i Hz is never doubted', (rate) => {
    let doubted = 0;
    for (const seed of [0, 1]) {
      const { state, step } = createLed();
      for (let i = 0; i < 2 * rate; i++) {
        const frame = createJointFrame();
        if (seed === 0) walking()(i / rate, frame);
        else wanderingFrame(seed, i / rate, frame);
        step(frame, 1 / rate);
        if (state.hindsight.phase !== 'fine') doubted++;
      }
    }
    expect(doubted).toBe(0);
  });

  test.each([
    [20, 60],
    [30, 144],
    [60, 90],
  ])('a source of %i Hz, shown at %i Hz, is not frozen between its frames', (source, rate) => {
    const { state, step } = createLed();
    let doubted = 0;
    for (let i = 0; i < 2 * rate; i++) {
      const frame = createJointFrame();
      walking()(Math.floor((i * source) / rate) / source, frame);
      step(frame, 1 / rate);
      if (state.hindsight.phase !== 'fine') doubted++;
    }
    expect(doubted).toBe(0);
  });

  test('a person who was put elsewhere stays there', () => {
    const put = walk(240, (frame, i) => {
      if (i < 120) return;
      moveAll(frame, 3);
      frame.teleportCount = 1;
    });
    const stayed = walk(240, keep);
    expect(put.hindsight.phase).toBe('fine');
    expect(Math.abs(put.pose.worldPositions[0] - stayed.pose.worldPositions[0])).toBeCloseTo(3, 1);
  });
});

test('a fault ends with what it was about: a person who is forgotten, weights that arrive, other lengths', () => {
  const withPrior = buildEmbody(model.skeleton, defaultEmbodySettings, priorWeights);
  const changes: readonly ((state: EmbodyState) => void)[] = [
    (state) => resetEmbodyState(model, state),
    (state) => attachPrior(withPrior, state),
    (state) => attachSkeleton(model, state),
  ];
  for (const [i, change] of changes.entries()) {
    const state = walk(130, (frame, k) => {
      if (k >= 120) frame.jointPoses[head] += 1;
    });
    expect(state.hindsight.phase).toBe('fault');
    change(state);
    expect(state.hindsight.phase).toBe('fine');
    // The body of someone else is not where this one was; the second body is of the old kind.
    if (i === 0) expect(state.hindsight.hasAnchors).toBe(false);
    else expect(state.hindsight.second).toBeNull();
  }
});

describe('what is mended', () => {
  test('the second body takes four frames at a time, and hands over within half a second', () => {
    let most = 0;
    let last = 0;
    let before = 0;
    const state = walk(
      210,
      (frame, i) => {
        if (i >= 120 && i < 150) frame.jointPoses[head] += 1;
      },
      ({ hindsight }, i) => {
        const { phase, second } = hindsight;
        if (phase !== 'fine') last = i;
        if (phase === 'catchUp' && second !== null) {
          most = Math.max(most, second.record.next - before);
          before = second.record.next;
        }
      },
    );
    expect(state.hindsight.phase).toBe('fine');
    expect(most).toBe(4);
    expect(last - 150).toBeLessThan(hz / 2);
    expect(gapOf(state, walk(210, keep))).toBeLessThan(0.03);
  });

  test('a second fault while the first one is mended is mended, too', () => {
    const state = walk(270, (frame, i) => {
      const isFirst = i >= 120 && i < 150;
      const isSecond = i >= 160 && i < 175;
      if (isFirst) moveAll(frame, 2);
      if (isSecond) for (let point = 0; point < 3; point++) frame.quality[point] = quality.lost;
    });
    expect(gapOf(state, walk(270, keep))).toBeLessThan(0.05);
  });

  test('a hand that is gone for good is let go', () => {
    const state = walk(300, (frame, i) => {
      if (i < 120) return;
      frame.quality[pointNumber.leftHand] = quality.lost;
    });
    expect(state.hindsight.phase).toBe('fine');
  });

  test.each([60, 144])('a fault of a second and a half at %i Hz is mended, too', (rate) => {
    let last = 0;
    let mended = 0;
    const { state, step } = createLed();
    for (let i = 0; i < 4.2 * rate; i++) {
      const frame = createJointFrame();
      walking()(i / rate, frame);
      if (i >= rate && i < 2.5 * rate) frame.jointPoses[head] += 1;
      step(frame, 1 / rate);
      const { phase, second } = state.hindsight;
      if (phase === 'catchUp' && second !== null) mended = second.record.count - second.record.next;
      if (phase !== 'fine') last = i;
    }
    // The second body had taken all frames but those of this moment.
    expect(mended).toBeLessThan(6);
    expect(last).toBeLessThan(3.4 * rate);
  });

  test('a head that jumps again at any moment of that is put right, too', () => {
    const clean = walk(210, keep);
    for (const again of [158, 160, 162]) {
      let seen = '';
      const state = walk(
        210,
        (frame, i) => {
          if ((i >= 120 && i < 150) || (i >= again && i < again + 6)) frame.jointPoses[head] += 1;
        },
        ({ hindsight }, i) => {
          if (i === again - 1 || i === again) seen += `${hindsight.phase} `;
        },
      );
      expect(seen).toBe('catchUp fault ');
      expect(gapOf(state, clean), `from frame ${again} on`).toBeLessThan(0.03);
    }
  });

  test('a snap turn while the second body catches up ends that: the turn is not eased', () => {
    const phases: string[] = [];
    walk(
      170,
      (frame, i) => {
        if (i >= 120 && i < 150) frame.jointPoses[head] += 1;
        if (i >= 158) frame.teleportCount = 1;
      },
      ({ hindsight }, i) => {
        if (i >= 157) phases.push(hindsight.phase);
      },
    );
    expect(phases.slice(0, 3)).toEqual(['catchUp', 'fine', 'fine']);
  });

  test('a body that stands while its headset lies somewhere has no past to be mended', () => {
    const state = walk(130, (frame, i) => {
      if (i >= 120) frame.jointPoses[head] += 1;
    });
    expect(state.hindsight.phase).toBe('fault');
    state.putDown.standing = 1;
    stepEmbody(model, state, createJointFrame(), 1 / hz);
    expect(state.hindsight.phase).toBe('fine');
  });

  test('the second body stands on the ground that the first one has now', () => {
    const state = walk(150, (frame, i) => {
      if (i >= 120 && i < 122) frame.jointPoses[head] += 1;
      if (i >= 148) frame.jointPoses[head] += 1;
    });
    const { second } = state.hindsight;
    expect(second?.state.gait.ground).toBe(state.gait.ground);
    state.gait.ground = flatGround();
    state.hindsight.phase = 'fine';
    const frame = createJointFrame();
    walking()(150 / hz, frame);
    frame.verdicts[pointNumber.head] = verdict.jumped;
    stepEmbody(model, state, frame, 1 / hz);
    expect(state.hindsight.phase).toBe('fault');
    expect(second?.state.gait.ground).toBe(state.gait.ground);
  });

  test('a hand that was lost where it rests is left alone, and one that was away for long comes back anywhere', () => {
    const phases = new Set<string>();
    const { state, step } = createLed();
    for (let i = 0; i < 300; i++) {
      const frame = standingFrame();
      const isLost = (i >= 60 && i < 80) || (i >= 120 && i < 240);
      if (isLost) frame.quality[pointNumber.leftHand] = quality.lost;
      if (i >= 240) frame.jointPoses[pointNumber.leftHand * POSE_SIZE + 1] += 0.9;
      step(frame, 1 / hz);
      if (i < 120 || i >= 240) phases.add(state.hindsight.phase);
      expect(state.hindsight.phase).not.toBe('catchUp');
    }
    expect([...phases]).toEqual(['fine', 'fault']);
    expect(state.hindsight.phase).toBe('fine');
  });

  test('frames are taken as they were: with the stick, without points that came and went, and the next fault begins there', () => {
    const { state, step } = createLed();
    const { leftHand } = pointNumber;
    let checked = 0;
    for (let i = 0; i < 175; i++) {
      const frame = createJointFrame();
      walking()(i / hz, frame);
      if (i >= 120 && i < 150) frame.jointPoses[head] += 1;
      // It appears during the fault, and is gone when that is over.
      if (i < 125 || i > 140) frame.quality[leftHand] = quality.lost;
      state.gait.stickVelocityWorld[2] = i / 1000;
      step(frame, 1 / hz);
      const { phase, second, anchors } = state.hindsight;
      if (phase !== 'catchUp' || second === null) continue;
      const { record } = second;
      checked++;
      expect(second.state.gait.stickVelocityWorld[2]).toBeCloseTo((120 + record.next - 1) / 1000, 9);
      expect(record.frame.quality[leftHand]).toBe(quality.lost);
      expect(anchors.poses[head]).toBe(record.poses[(record.next - 1) * FRAME_SIZE]);
      expect(anchors.velocities[2]).toBeCloseTo(
        (record.poses[(record.next - 1) * FRAME_SIZE + 2] - record.poses[(record.next - 2) * FRAME_SIZE + 2]) * hz,
        6,
      );
    }
    expect(checked).toBeGreaterThan(5);
  });

  test('a head that is back for one frame, and elsewhere in it, is not believed', () => {
    let found: number | undefined;
    const state = walk(
      200,
      (frame, i) => {
        if (i >= 120 && i < 150 && i !== 135) {
          frame.quality[pointNumber.head] = quality.lost;
          frame.jointPoses[head + 2] -= (0.9 * (i - 119)) / hz;
        }
        if (i === 135) frame.jointPoses[head] += 0.2;
      },
      ({ hindsight: { phase, second } }) => {
        if (phase === 'catchUp') found ??= second?.record.isBad[(135 - 120) * trackedPoints.length];
      },
    );
    expect(found).toBe(1);
    expect(state.hindsight.phase).toBe('fine');
  });

  test('the second body begins where the first one is, elbows and knees too', () => {
    let expected: number[] = [];
    let began: number[] | null = null;
    const directions = ({ arms, legs }: Pick<EmbodyState, 'arms' | 'legs'>) => [
      ...legs.legs.flatMap(({ kneeDirectionWorld }) => [...kneeDirectionWorld]),
      ...arms.arms.flatMap((arm) => [...(arm?.lastSideChest ?? []), arm?.extension ?? 0]),
    ];
    walk(
      122,
      (frame, i) => {
        if (i >= 120) frame.jointPoses[head] += 1;
      },
      (state) => {
        const { phase, second } = state.hindsight;
        if (phase === 'fault' && second !== null) began ??= directions(second.state);
        else expected = directions(state);
      },
    );
    expect(began).toEqual(expected);
  });

  /** How much more each joint of the legs moves in a frame than in the one before, metres; and where the second body takes over. */
  function unrest(count: number, spoil: Spoil) {
    const bones = (['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const).flatMap((bone): HumanoidBone[] => [
      `left${bone}`,
      `right${bone}`,
    ]);
    const places: number[][] = [];
    let [over, phase] = [-1, 'fine'];
    walk(count, spoil, ({ pose, hindsight }, i) => {
      places.push([...pose.worldPositions]);
      if (phase === 'catchUp' && hindsight.phase === 'fine') over = i;
      phase = hindsight.phase;
    });
    const most = (bone: HumanoidBone, from: number, to: number) => {
      const at = jointOfBone(model.skeleton, bone) * 3;
      const changes = Array.from({ length: to - from }, (_, i) =>
        Math.hypot(
          ...[at, at + 1, at + 2].map(
            (k) => places[from + i][k] - 2 * places[from + i - 1][k] + places[from + i - 2][k],
          ),
        ),
      );
      return Math.max(...changes);
    };
    return { over, bones, most };
  }

  test.each([20, 30, 40])(
    'when the second body takes over after %i bad frames, legs move at most 5 cm in a frame more than before, and knees no more than in any walk',
    (bad) => {
      const clean = unrest(240, keep);
      const knees = Math.max(...clean.bones.map((bone) => clean.most(bone, 60, 240)));
      const { over, bones, most } = unrest(240, (frame, i) => {
        if (i >= 120 && i < 120 + bad) moveAll(frame, 1.2);
      });
      expect(over).toBeGreaterThan(120 + bad);
      for (const bone of bones)
        expect(most(bone, over, over + 10), bone).toBeLessThan(bone.endsWith('LowerLeg') ? knees : 0.05);
    },
  );

  const faults: Readonly<Record<string, Spoil>> = {
    'all points 1.2 m away': (frame) => moveAll(frame, 1.2),
    'all points lost': (frame) => frame.quality.fill(quality.lost),
    'a lost head': (frame) => (frame.quality[pointNumber.head] = quality.lost),
    'a head half a metre down': (frame) => (frame.jointPoses[head + 1] -= 0.5),
    'a head that leaps to and fro': (frame, i) => (frame.jointPoses[head + 2] += i % 2 === 0 ? 0.3 : -0.3),
  };
  const bodies = { rules: model, prior: buildEmbody(model.skeleton, defaultEmbodySettings, priorWeights) };

  const legs = {
    hips: ['leftUpperLeg', 'rightUpperLeg'],
    feet: ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'],
    knees: ['leftLowerLeg', 'rightLowerLeg'],
  } as const;
  type Sees = (framesSinceTakenOver: number, i: number) => boolean;

  /** The farthest that hips, feet and knees of a walk go in one of the frames that are looked at, metres. */
  function farthest(body: typeof model, count: number, spoil: Spoil, sees: Sees) {
    const { state, step } = createLed(createEmbodyState(body), body);
    const before = state.pose.worldPositions.slice();
    const most = { hips: 0, feet: 0, knees: 0 };
    let [framesSince, phase] = [Number.POSITIVE_INFINITY, 'fine'];
    for (let i = 0; i < count; i++) {
      const frame = createJointFrame();
      walking()(i / hz, frame);
      spoil(frame, i);
      step(frame, 1 / hz);
      framesSince = phase === 'catchUp' && state.hindsight.phase === 'fine' ? 0 : framesSince + 1;
      phase = state.hindsight.phase;
      const now = state.pose.worldPositions;
      for (const part of sees(framesSince, i) ? (['hips', 'feet', 'knees'] as const) : [])
        for (const at of legs[part].map((bone) => jointOfBone(body.skeleton, bone) * 3)) {
          const way = Math.hypot(now[at] - before[at], now[at + 1] - before[at + 1], now[at + 2] - before[at + 2]);
          most[part] = Math.max(most[part], way);
        }
      before.set(now);
    }
    return most;
  }

  test.each((['rules', 'prior'] as const).flatMap((by) => Object.keys(faults).map((kind) => [by, kind] as const)))(
    'by the %s, after %s, hips go at most 5 cm a frame to where they are to be, legs as much more than in a walk',
    (by, kind) => {
      const walks = Object.values(bodies).map((body) => farthest(body, 180, keep, (_, i) => i > 60));
      const usual = (part: 'feet' | 'knees') => Math.max(...walks.map((walk) => walk[part]));
      for (const [start, bad] of [
        [126, 66],
        [132, 66],
        [150, 21],
      ]) {
        const spoil: Spoil = (frame, i) => {
          if (i >= start && i < start + bad) faults[kind](frame, i);
        };
        const { hips, feet, knees } = farthest(bodies[by], start + bad + 60, spoil, (since) => since < 12);
        expect(hips, `hips, ${start}`).toBeGreaterThan(0);
        expect(hips, `hips, ${start}`).toBeLessThan(0.05);
        expect(feet, `feet, ${start}`).toBeLessThan(usual('feet') + 0.045);
        expect(knees, `knees, ${start}`).toBeLessThan(usual('knees') + 0.05);
      }
    },
  );
});
