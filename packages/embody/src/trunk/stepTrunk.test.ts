import {
  createQuat,
  createVec3,
  DEG,
  type HumanoidBone,
  jointOfBone,
  quat,
  type Skeleton,
  twistAngle,
  vec3,
  wrapAngle,
} from '@leib/core';
import { createJointFrame, type JointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildTestBody, setPoint, wanderingFrame } from '../testing.js';
import { createTrunkRun, stepTrunkRun, type TrunkRun } from './trunk.testing.js';
import { defaultTrunkSettings, thesisTrunkSettings } from './trunkSettings.js';

const body = buildTestBody();
const rigs: [string, Skeleton][] = [
  ['whole rig', body],
  ['no chest', buildTestBody(['chest', 'upperChest'])],
  ['no neck', buildTestBody(['neck'])],
  ['spine only', buildTestBody(['chest', 'upperChest', 'neck', 'leftShoulder', 'rightShoulder'])],
  ['hips and head', buildTestBody(['spine', 'chest', 'upperChest', 'neck'])],
  [
    'joints above the hips',
    buildTestBody(
      [],
      [
        { name: 'Root', offset: [0, 0, 0] },
        { name: 'Armature', parent: 'Root', offset: [0, 0.1, 0] },
      ],
    ),
  ],
];
const UP = createVec3(0, 1, 0);

function placeOf({ body: { pose }, model }: TrunkRun, bone: HumanoidBone): Float64Array {
  const joint = jointOfBone(model.skeleton, bone);
  return pose.worldPositions.slice(joint * 3, joint * 3 + 3);
}

function turnOf({ body: { pose }, model }: TrunkRun, bone: HumanoidBone): Float64Array {
  const joint = jointOfBone(model.skeleton, bone);
  return pose.worldRotations.slice(joint * 4, joint * 4 + 4);
}

function yawOfHips(run: TrunkRun): number {
  return twistAngle(turnOf(run, 'hips'), UP);
}

function poseOf(frame: JointFrame, point: keyof typeof pointNumber): Float64Array {
  return frame.jointPoses.slice(pointNumber[point] * POSE_SIZE, (pointNumber[point] + 1) * POSE_SIZE);
}

/** The largest change of a bone's length, of the trunk and what it carries. */
function largestBoneError({ model, body: { pose } }: TrunkRun): number {
  const { skeleton } = model;
  let largest = 0;
  for (const joint of [...model.path, ...model.carried]) {
    const parent = skeleton.parents[joint];
    const at = (i: number) => pose.worldPositions.slice(i * 3, i * 3 + 3);
    const rest = skeleton.restOffsets.slice(joint * 3, joint * 3 + 3);
    largest = Math.max(largest, Math.abs(vec3.distance(at(joint), at(parent)) - vec3.length(rest)));
  }
  return largest;
}

function angleBetween(a: Float64Array, b: Float64Array): number {
  return 2 * Math.acos(Math.min(1, Math.abs(quat.dot(a, b))));
}

/** Runs a movement given by time, and hands the run back. */
function perform(
  run: TrunkRun,
  seconds: number,
  hz: number,
  move: (timeSeconds: number, frame: JointFrame) => void,
  look: (run: TrunkRun, frame: JointFrame, timeSeconds: number) => void = () => {},
): TrunkRun {
  const frame = createJointFrame();
  for (let i = 0; i <= Math.round(seconds * hz); i++) {
    move(i / hz, frame);
    stepTrunkRun(run, frame, 1 / hz);
    look(run, frame, i / hz);
  }
  return run;
}

/** Head and hands of a person at a place, facing a way, with the head turned, nodding and lowered. */
function placePerson(
  frame: JointFrame,
  { x = 0, z = 0, facing = 0, look = 0, nod = 0, sunk = 0, ahead = 0, handsAhead = 0, handsUp = 0 },
): void {
  const [sin, cos] = [Math.sin(facing), Math.cos(facing)];
  const rotation = quat.setAxisAngle(createQuat(), UP, facing + look);
  quat.rotateX(rotation, rotation, nod);
  const at = (side: number, y: number, forward: number) => [
    x + cos * side + sin * forward,
    y,
    z - sin * side + cos * forward,
  ];
  setPoint(frame, 'head', [...at(0, 1.525 - sunk, ahead), ...rotation]);
  for (const [point, mirror] of [
    ['leftHand', 1],
    ['rightHand', -1],
  ] as const) {
    const hand = quat.setAxisAngle(createQuat(), UP, facing);
    quat.rotateZ(hand, hand, (-mirror * Math.PI) / 2);
    setPoint(frame, point, [...at(mirror * 0.24, 0.89 + handsUp, 0.05 + handsAhead), ...hand]);
  }
}

describe.each(rigs)('%s', (_, skeleton) => {
  test.each([1, 2, 3, 4])('the head is exactly on the headset and bones keep their length (seed %i)', (seed) => {
    for (const settings of [defaultTrunkSettings, thesisTrunkSettings]) {
      perform(
        createTrunkRun(skeleton, settings),
        6,
        60,
        (time, frame) => wanderingFrame(seed, time, frame),
        (run, frame) => {
          const head = poseOf(frame, 'head');
          expect(vec3.distance(placeOf(run, 'head'), head.subarray(0, 3))).toBeLessThan(1e-9);
          expect(angleBetween(turnOf(run, 'head'), head.subarray(3))).toBeLessThan(1e-7);
          expect(largestBoneError(run)).toBeLessThan(1e-9);
          expect(run.body.pose.worldPositions.every(Number.isFinite)).toBe(true);
        },
      );
    }
  });

  test('hands that were never seen do no harm', () => {
    perform(
      createTrunkRun(skeleton),
      4,
      60,
      (time, frame) => {
        wanderingFrame(5, time, frame);
        frame.quality[pointNumber.leftHand] = quality.lost;
        if (time < 2) frame.quality[pointNumber.rightHand] = quality.lost;
      },
      (run) => {
        expect(run.body.pose.worldPositions.every(Number.isFinite)).toBe(true);
        expect(Math.abs(wrapAngle(run.body.heading.yaw - run.state.features.headYaw))).toBeLessThan(1.6);
      },
    );
  });
});

describe('what people do', () => {
  test('who stands still does not drift, and stands as the rig does at rest', () => {
    const places: Float64Array[] = [];
    const run = perform(
      createTrunkRun(body),
      10,
      90,
      (_, frame) => placePerson(frame, {}),
      (now) => places.push(placeOf(now, 'hips')),
    );
    for (const place of places) expect(vec3.distance(place, places[0])).toBeLessThan(1e-9);
    const hipsFromHead = vec3.subtract(createVec3(), placeOf(run, 'hips'), placeOf(run, 'head'));
    expect(vec3.distance(hipsFromHead, [0, -0.6, 0])).toBeLessThan(0.05);
    expect(Math.abs(yawOfHips(run))).toBeLessThan(1e-9);
  });

  test.each([0.25, 0.5])('looking about by 60 degrees at %f Hz leaves the body within the dead zone', (hz) => {
    let largest = 0;
    perform(
      createTrunkRun(body),
      12,
      72,
      (time, frame) => placePerson(frame, { look: 60 * DEG * Math.sin(2 * Math.PI * hz * time) }),
      (run) => {
        largest = Math.max(largest, Math.abs(yawOfHips(run)));
      },
    );
    expect(largest).toBeLessThan(20 * DEG);
  });

  test('arms turn the trunk: hands that go round take the body along, more than the head alone does', () => {
    const turned = (facing: number, look: number) =>
      yawOfHips(
        perform(createTrunkRun(body), 2, 60, (time, frame) => {
          const share = Math.min(1, time);
          placePerson(frame, { facing: facing * share, look: look * share, handsAhead: 0.3, handsUp: 0.35 });
        }),
      );
    expect(turned(50 * DEG, 0)).toBeGreaterThan(30 * DEG);
    expect(turned(50 * DEG, 0)).toBeGreaterThan(turned(0, 50 * DEG) + 20 * DEG);
  });

  test('in a bow the hips go back, in a crouch they go down', () => {
    const hipsAfter = (person: Parameters<typeof placePerson>[1]) =>
      placeOf(
        perform(createTrunkRun(body), 2.5, 60, (time, frame) => {
          const share = Math.min(1, time);
          placePerson(frame, Object.fromEntries(Object.entries(person).map(([name, value]) => [name, value * share])));
        }),
        'hips',
      );
    const standing = hipsAfter({});
    const bow = hipsAfter({ sunk: 0.42, ahead: 0.42, nod: 70 * DEG, handsAhead: 0.4, handsUp: -0.4 });
    const crouch = hipsAfter({ sunk: 0.45, ahead: 0.08, nod: 10 * DEG, handsAhead: 0.15, handsUp: -0.4 });
    expect(bow[2]).toBeLessThan(standing[2] - 0.05);
    expect(bow[1]).toBeGreaterThan(standing[1] - 0.25);
    expect(crouch[1]).toBeLessThan(standing[1] - 0.3);
  });

  test('who walks in a circle turns with it', () => {
    let worst = 0;
    perform(
      createTrunkRun(body),
      12,
      60,
      (time, frame) => {
        const angle = time * 0.8;
        placePerson(frame, { x: 1.2 * Math.sin(angle), z: 1.2 * Math.cos(angle), facing: angle + Math.PI / 2 });
      },
      (run, _, time) => {
        if (time < 2) return;
        worst = Math.max(worst, Math.abs(wrapAngle(run.body.heading.yaw - (time * 0.8 + Math.PI / 2))));
      },
    );
    expect(worst).toBeLessThan(20 * DEG);
  });

  test('hips never sink into the floor', () => {
    perform(
      createTrunkRun(body),
      4,
      60,
      (time, frame) =>
        placePerson(frame, {
          sunk: Math.min(1.4, time * 0.6),
          ahead: 0.3,
          nod: 0.9,
          handsUp: -Math.min(0.85, time * 0.5),
        }),
      (run) => expect(placeOf(run, 'hips')[1]).toBeGreaterThan(defaultTrunkSettings.lowestHips - 0.02),
    );
  });
});

describe('laws', () => {
  const mirrored = (frame: JointFrame): JointFrame => {
    const out = createJointFrame();
    for (const [from, to] of [
      ['head', 'head'],
      ['leftHand', 'rightHand'],
      ['rightHand', 'leftHand'],
    ] as const) {
      const [px, py, pz, x, y, z, w] = poseOf(frame, from);
      setPoint(out, to, [-px, py, pz, x, -y, -z, w]);
    }
    return out;
  };

  test.each([1, 2, 3])('the mirrored person is solved as the mirror image (seed %i)', (seed) => {
    for (const settings of [defaultTrunkSettings, thesisTrunkSettings]) {
      const [left, right] = [createTrunkRun(body, settings), createTrunkRun(body, settings)];
      const frame = createJointFrame();
      for (let i = 0; i < 300; i++) {
        wanderingFrame(seed, i / 60, frame);
        stepTrunkRun(left, frame, 1 / 60);
        stepTrunkRun(right, mirrored(frame), 1 / 60);
        for (const bone of ['hips', 'spine', 'chest', 'neck'] as const) {
          const [x, y, z] = placeOf(left, bone);
          expect(vec3.distance(placeOf(right, bone), [-x, y, z])).toBeLessThan(1e-9);
        }
      }
    }
  });

  test.each([72, 90, 120])('at %i Hz the body moves as at 60', (hz) => {
    for (const seed of [1, 2, 3]) {
      const at = (rate: number) =>
        perform(createTrunkRun(body), 5, rate, (time, frame) => wanderingFrame(seed, time, frame));
      const [slow, fast] = [at(60), at(hz)];
      expect(vec3.distance(placeOf(slow, 'hips'), placeOf(fast, 'hips'))).toBeLessThan(0.004);
      expect(Math.abs(wrapAngle(slow.body.heading.yaw - fast.body.heading.yaw))).toBeLessThan(1 * DEG);
      expect(vec3.distance(slow.body.travel.velocityWorld, fast.body.travel.velocityWorld)).toBeLessThan(0.02);
    }
  });

  test('uneven frames and a stall of 200 ms end where even ones do', () => {
    for (const seed of [1, 2, 3]) {
      const even = perform(createTrunkRun(body), 6, 60, (time, frame) => wanderingFrame(seed, time, frame));
      const run = createTrunkRun(body);
      const frame = createJointFrame();
      const steps = [0.004, 0.02, 0.011, 0.016, 0.03];
      let time = 0;
      for (let i = 0; time < 6 - 1e-9; i++) {
        const dt = Math.min(6 - time, time > 5 && time < 5.02 ? 0.2 : steps[i % steps.length]);
        wanderingFrame(seed, time, frame);
        if (i === 0) stepTrunkRun(run, frame, dt);
        time += dt;
        wanderingFrame(seed, time, frame);
        stepTrunkRun(run, frame, dt);
      }
      expect(vec3.distance(placeOf(even, 'hips'), placeOf(run, 'hips'))).toBeLessThan(0.01);
    }
  });

  test('the same recording gives the same bits twice', () => {
    const run = () => perform(createTrunkRun(body), 3, 90, (time, frame) => wanderingFrame(4, time, frame)).body.pose;
    expect(run().worldPositions).toEqual(run().worldPositions);
  });

  test('time that stands still changes nothing', () => {
    const run = perform(createTrunkRun(body), 2, 90, (time, frame) => wanderingFrame(4, time, frame));
    const frame = createJointFrame();
    wanderingFrame(4, 2, frame);
    const before = run.body.pose.worldPositions.slice();
    stepTrunkRun(run, frame, 0);
    run.body.pose.worldPositions.forEach((value, i) => {
      expect(value).toBeCloseTo(before[i], 9);
    });
  });
});

describe('trackers on the trunk', () => {
  /** Where a run's bones are, as trackers would tell. */
  const track = (run: TrunkRun, bones: readonly ['hips' | 'chest', ...('hips' | 'chest')[]], frame: JointFrame) => {
    for (const bone of bones) setPoint(frame, bone, [...placeOf(run, bone), ...turnOf(run, bone)]);
  };

  test.each([[['hips']], [['chest']], [['hips', 'chest']]] as ['hips' | 'chest', ...('hips' | 'chest')[]][][])(
    'are followed exactly where the spine reaches: %s',
    (bones) => {
      // Another person's spine, of the same lengths: the thesis's rules bend otherwise.
      const other = createTrunkRun(body, thesisTrunkSettings);
      const run = createTrunkRun(body);
      for (const bone of bones) run.body.targets.weights[pointNumber[bone]] = 1;
      perform(
        run,
        5,
        60,
        (time, frame) => {
          wanderingFrame(3, time, frame);
          stepTrunkRun(other, frame, 1 / 60);
          track(other, bones, frame);
        },
        (now, frame) => {
          for (const bone of bones) {
            const wanted = poseOf(frame, bone);
            expect(vec3.distance(placeOf(now, bone), wanted.subarray(0, 3))).toBeLessThan(1e-6);
            expect(angleBetween(turnOf(now, bone), wanted.subarray(3))).toBeLessThan(1e-7);
          }
          expect(vec3.distance(placeOf(now, 'head'), poseOf(frame, 'head').subarray(0, 3))).toBeLessThan(1e-9);
          expect(largestBoneError(now)).toBeLessThan(1e-9);
        },
      );
    },
  );

  test('take over without a jump', () => {
    const other = createTrunkRun(body, thesisTrunkSettings);
    const run = createTrunkRun(body);
    let last: Float64Array | null = null;
    perform(
      run,
      4,
      60,
      (time, frame) => {
        wanderingFrame(3, time, frame);
        stepTrunkRun(other, frame, 1 / 60);
        track(other, ['hips', 'chest'], frame);
        const weight = Math.max(0, Math.min(1, time - 2));
        run.body.targets.weights[pointNumber.hips] = weight;
        run.body.targets.weights[pointNumber.chest] = weight;
      },
      (now) => {
        const place = placeOf(now, 'hips');
        if (last !== null) expect(vec3.distance(place, last)).toBeLessThan(0.04);
        last = place;
      },
    );
  });

  test('out of reach the head still wins', () => {
    const run = createTrunkRun(body);
    run.body.targets.weights[pointNumber.hips] = 1;
    perform(
      run,
      1,
      60,
      (_, frame) => {
        placePerson(frame, {});
        setPoint(frame, 'hips', [0.3, 0.2, 0.4, 0, 0, 0, 1]);
      },
      (now, frame) => {
        expect(vec3.distance(placeOf(now, 'head'), poseOf(frame, 'head').subarray(0, 3))).toBeLessThan(1e-9);
        expect(largestBoneError(now)).toBeLessThan(1e-9);
      },
    );
  });
});
