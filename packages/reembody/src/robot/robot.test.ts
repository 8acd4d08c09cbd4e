import { createPose, type HumanoidBone, jointOfBone, type Pose, updateWorldPose } from '@leib/core';
import { randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { fileSetOfBytes } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import { loadMujoco } from '../mujoco.js';
import { personSkeleton } from '../person.testing.js';
import { buildRobotDescription } from './reading/buildRobotDescription.js';
import { type GatherOptions, gatherRobot, MissingMeshesError } from './reading/gatherRobot.js';
import { Robot, type RobotOptions } from './robot.js';
import { type MadeRobot, makeRobot, type RobotMakerOptions, schemes } from './robotMaker.testing.js';

const mujoco = await loadMujoco();
const skeleton = personSkeleton();
const DEG = Math.PI / 180;

async function load(
  { set }: Pick<MadeRobot, 'set'>,
  options: RobotOptions = {},
  gather: GatherOptions = {},
): Promise<Robot> {
  return new Robot(mujoco, await buildRobotDescription(await gatherRobot(set, gather)), options);
}

const ofText = (text: string, name = 'robot.xml') => ({
  set: fileSetOfBytes(name, [[name, new TextEncoder().encode(text)]]),
});

/** A pose in which every bone is turned somehow, as a person could: elbows and knees bend, nothing is over its head. */
function somePose(seed: number, amount = 1): Pose {
  const random = seededRandom(seed);
  const pose = createPose(skeleton);
  const turn = (bone: HumanoidBone, most: number) => {
    const at = jointOfBone(skeleton, bone) * 4;
    const [x, y, z] = randomQuat(random);
    const length = Math.hypot(x, y, z) || 1;
    const half = (most * DEG * amount * random()) / 2;
    pose.localRotations.set(
      [(x / length) * Math.sin(half), (y / length) * Math.sin(half), (z / length) * Math.sin(half), Math.cos(half)],
      at,
    );
  };
  for (const bone of ['spine', 'chest', 'neck', 'head'] as const) turn(bone, 25);
  for (const side of ['left', 'right'] as const) {
    turn(`${side}UpperArm`, 70);
    turn(`${side}UpperLeg`, 50);
    turn(`${side}Hand`, 30);
    turn(`${side}Foot`, 20);
    const elbow = jointOfBone(skeleton, `${side}LowerArm`) * 4;
    const bend = (-100 * DEG * random() * (side === 'left' ? 1 : -1)) / 2;
    pose.localRotations.set([0, Math.sin(bend), 0, Math.cos(bend)], elbow);
    const knee = (80 * DEG * random()) / 2;
    pose.localRotations.set([Math.sin(knee), 0, 0, Math.cos(knee)], jointOfBone(skeleton, `${side}LowerLeg`) * 4);
  }
  updateWorldPose(skeleton, pose);
  return pose;
}

/** Unit direction between two joints of the person, seen from the hips: x left, y up, z ahead. */
function personDirection(pose: Pose, from: HumanoidBone, to: HumanoidBone): number[] {
  const [a, b] = [jointOfBone(skeleton, from) * 3, jointOfBone(skeleton, to) * 3];
  const d = [0, 1, 2].map((k) => pose.worldPositions[b + k] - pose.worldPositions[a + k]);
  return d.map((each) => each / Math.hypot(...d));
}

/** The same of the robot, from the engine's own positions of its links. */
function robotDirection(robot: Robot, from: string, to: string): number[] {
  const place = (name: string) => {
    const body = mujoco.mj_name2id(robot.model, 1, name);
    return [0, 1, 2].map((k) => robot.data.xpos[body * 3 + k]);
  };
  const [a, b] = [place(from), place(to)];
  const { left, up, ahead } = robot.frame;
  const d = [left, up, ahead].map((axis) => axis.reduce((sum, each, k) => sum + each * (b[k] - a[k]), 0));
  return d.map((each) => each / Math.hypot(...d));
}

const angleOf = (a: readonly number[], b: readonly number[]) =>
  Math.acos(
    Math.min(
      1,
      a.reduce((sum, each, k) => sum + each * b[k], 0),
    ),
  ) / DEG;

function settle(robot: Robot, pose: Pose, frames = 90): void {
  for (let frame = 0; frame < frames; frame++) {
    robot.setTarget(skeleton, pose);
    robot.step(1 / 60);
  }
  mujoco.mj_forward(robot.model, robot.data);
  robot.measure(pose);
}

const segments = (['left', 'right'] as const).flatMap(
  (side) =>
    [
      {
        bone: `${side}UpperArm`,
        ends: [`${side}UpperArm`, `${side}LowerArm`],
        links: [`${side} upper arm`, `${side} forearm`],
      },
      { bone: `${side}LowerArm`, ends: [`${side}LowerArm`, `${side}Hand`], links: [`${side} forearm`, `${side} hand`] },
      {
        bone: `${side}UpperLeg`,
        ends: [`${side}UpperLeg`, `${side}LowerLeg`],
        links: [`${side} thigh`, `${side} shin`],
      },
      { bone: `${side}LowerLeg`, ends: [`${side}LowerLeg`, `${side}Foot`], links: [`${side} shin`, `${side} foot`] },
    ] as const,
);

/** Every segment of the robot points as the person's, and the readout says what the engine has. */
function expectFollowed(robot: Robot, pose: Pose): void {
  for (const { bone, ends, links } of segments) {
    const angle = angleOf(robotDirection(robot, links[0], links[1]), personDirection(pose, ends[0], ends[1]));
    const shown = robot.segmentAngles[robot.report.segments.indexOf(bone)] / DEG;
    expect(angle, bone).toBeLessThan(2);
    expect(Math.abs(shown - angle), `${bone}: readout`).toBeLessThan(0.1);
  }
}

const schemeNames = Object.keys(schemes) as RobotMakerOptions['scheme'][];

describe('a robot with any zero pose, order of axes and names', () => {
  test.each(seeds(24))('points its arms and legs as the person does (seed %i)', async (seed) => {
    const scheme = schemeNames[seed % schemeNames.length];
    const made = makeRobot(seed, {
      format: seed % 2 === 0 ? 'mjcf' : 'urdf',
      scheme,
      // Without names it has to stand upright to be told apart.
      isTurned: seed % 3 === 0 && scheme !== 'numbered',
      hasMeshes: seed % 4 === 1,
    });
    const robot = await load(made);
    const found = Object.fromEntries(robot.report.joints.map(({ joint, bone }) => [joint, bone]));
    for (const [name, bone] of made.bones) {
      // Which of the trunk's hinges are neck and which head, and which twist belongs to the elbow, is a matter of taste.
      const plain = (each: HumanoidBone | null | undefined) => each?.replace('neck', 'head');
      expect(plain(found[name]), name).toBe(plain(bone));
    }
    const pose = somePose(seed);
    settle(robot, pose);
    expectFollowed(robot, pose);
    robot.dispose();
  });

  test('stays with the person while they move, without jumps', async () => {
    const robot = await load(makeRobot(7, { format: 'mjcf', scheme: 'unitree' }));
    const [a, b] = [somePose(1), somePose(2)];
    const pose = createPose(skeleton);
    let jump = 0;
    for (let frame = 0; frame < 120; frame++) {
      const share = 0.5 - 0.5 * Math.cos(frame / 20);
      for (let i = 0; i < pose.localRotations.length; i += 4) {
        const mixed = [0, 1, 2, 3].map((k) => a.localRotations[i + k] * (1 - share) + b.localRotations[i + k] * share);
        pose.localRotations.set(
          mixed.map((each) => each / Math.hypot(...mixed)),
          i,
        );
      }
      updateWorldPose(skeleton, pose);
      const before = robot.targets.slice();
      robot.setTarget(skeleton, pose);
      robot.step(1 / 60);
      if (frame > 0) jump = Math.max(jump, ...robot.targets.map((each, i) => Math.abs(each - before[i])));
    }
    expect(jump / DEG).toBeLessThan(12);
    robot.measure(pose);
    for (const { bone } of segments) {
      expect(robot.segmentAngles[robot.report.segments.indexOf(bone)] / DEG, bone).toBeLessThan(3);
    }
    robot.dispose();
  });
});

test('hinges stay within their limits, and the readout says what that costs', async () => {
  const made = makeRobot(4, { format: 'mjcf', scheme: 'unitree' });
  const limited = made.text.replace(/name="left_elbow_pitch_joint"/, '$& range="-5 5"');
  const robot = await load(ofText(limited));
  const pose = somePose(3);
  pose.localRotations.set([0, -Math.SQRT1_2, 0, Math.SQRT1_2], jointOfBone(skeleton, 'leftLowerArm') * 4);
  updateWorldPose(skeleton, pose);
  settle(robot, pose);
  const elbow = robot.tree.hinges.find(({ name }) => name === 'left_elbow_pitch_joint');
  expect(Math.abs(robot.data.qpos[elbow?.coordinate ?? 0])).toBeLessThan(6 * DEG);
  const angle = angleOf(
    robotDirection(robot, 'left forearm', 'left hand'),
    personDirection(pose, 'leftLowerArm', 'leftHand'),
  );
  const shown = robot.segmentAngles[robot.report.segments.indexOf('leftLowerArm')] / DEG;
  expect(angle).toBeGreaterThan(10);
  expect(Math.abs(shown - angle)).toBeLessThan(0.1);
  robot.dispose();
});

test('bones can be chosen by hand, over what is guessed', async () => {
  const made = makeRobot(2, { format: 'mjcf', scheme: 'unitree' });
  const robot = await load(made, { bones: { left_elbow_pitch_joint: null } });
  const report = robot.report.joints.find(({ joint }) => joint === 'left_elbow_pitch_joint');
  expect(report).toMatchObject({ joint: 'left_elbow_pitch_joint', bone: null, guess: 'leftLowerArm' });
  const pose = somePose(5);
  settle(robot, pose);
  expect(robot.report.segments).not.toContain('leftLowerArm');
  robot.dispose();
});

test.each(['__proto__', 'constructor', 'toString'])('a joint named %s is a joint like any other', async (name) => {
  const made = makeRobot(2, { format: 'mjcf', scheme: 'unitree' });
  const contents = await Promise.all(
    made.set.files.map(async ({ path, read }) => {
      const text = new TextDecoder().decode(await read()).replaceAll('left_elbow_pitch_joint', name);
      return [path, new TextEncoder().encode(text)] as const;
    }),
  );
  const robot = await load({ set: fileSetOfBytes('robot', contents) });
  expect(robot.report.joints.find(({ joint }) => joint === name)).toMatchObject({ joint: name });
  settle(robot, somePose(5));
  expect(Array.from(robot.data.qpos).every(Number.isFinite)).toBe(true);
  expect(Array.from(robot.segmentAngles).every(Number.isFinite)).toBe(true);
  robot.dispose();
});

describe('loading', () => {
  test.each(seeds(6))(
    'all missing meshes are named at once, and it can be loaded without them (seed %i)',
    async (seed) => {
      const made = makeRobot(seed, { format: seed % 2 ? 'urdf' : 'mjcf', scheme: 'unitree', hasMeshes: true });
      const gone = made.meshNames.filter((_, i) => i % 3 === 0);
      const left = made.set.files.filter(({ path }) => !gone.some((name) => path.endsWith(`/${name}`)));
      const contents = await Promise.all(left.map(async ({ path, read }) => [path, await read()] as const));
      const set = fileSetOfBytes('robot', contents);
      const error = await gatherRobot(set).catch((reason) => reason);
      expect(error).toBeInstanceOf(MissingMeshesError);
      for (const name of gone) expect(error.message).toContain(name);
      for (const name of made.meshNames) if (!gone.includes(name)) expect(error.message).not.toContain(name);
      const robot = await load({ set }, {}, { isWithoutMissing: true });
      expect(robot.report.notes.join()).toContain(gone[0]);
      robot.dispose();
    },
  );

  test('of a scene and the robot that it includes, the user says which; masses are the file’s', async () => {
    const made = makeRobot(3, { format: 'mjcf', scheme: 'nao', hasMeshes: true, isIncluded: true });
    await expect(gatherRobot(made.set)).rejects.toMatchObject({ candidates: ['robot/made.xml', 'robot/scene.xml'] });
    for (const chosen of ['robot/made.xml', 'robot/scene.xml']) {
      const robot = await load(made, {}, { chosen });
      expect(robot.report.joints).toHaveLength(made.bones.size);
      const total = robot.model.body_mass.reduce((sum, mass) => sum + mass, 0);
      expect(total).toBeCloseTo(made.meshNames.length, 6);
      robot.dispose();
    }
  });

  test('where a link has no <inertial>, its mesh gives the mass, and that is said', async () => {
    const cube =
      'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';
    const text = `<mujoco><asset><mesh name="c" file="c.obj" scale="0.1 0.1 0.1"/></asset><worldbody><body><joint name="left_elbow"/>
<geom type="mesh" mesh="c" density="500"/></body></worldbody></mujoco>`;
    const encode = (each: string) => new TextEncoder().encode(each);
    const robot = await load({
      set: fileSetOfBytes('r', [
        ['r.xml', encode(text)],
        ['c.obj', encode(cube)],
      ]),
    });
    expect(robot.model.body_mass[1]).toBeCloseTo(0.5, 4);
    expect(robot.report.notes.join()).toContain('masses');
    robot.dispose();
  });

  test.each([
    ['<mujoco><worldbody/></mujoco>', 'at least one hinge'],
    ['<mujoco><worldbody></mujoco>', 'expected </worldbody>, got </mujoco>'],
    ['<mujoco><worldbody><body><joint type="screw"/></body></worldbody></mujoco>', 'could not be read'],
    ['a letter', 'expected MJCF'],
  ])('%s is an error that says so', async (text, reason) => {
    await expect(load(ofText(text))).rejects.toThrow(reason);
  });

  test('a robot dog is refused', async () => {
    const leg = (
      name: string,
      x: number,
      y: number,
    ) => `<body pos="${x} ${y} 0"><joint name="${name}_hip" axis="1 0 0"/><joint name="${name}_thigh" axis="0 1 0"/>
<geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.2" mass="1"/><body pos="0 0 -0.2"><joint name="${name}_calf" axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.2" mass="1"/></body></body>`;
    const dog = `<mujoco><worldbody><body pos="0 0 0.4"><geom type="box" size="0.3 0.1 0.05" mass="5"/>${leg('FL', 0.3, 0.1)}${leg('FR', 0.3, -0.1)}${leg('RL', -0.3, 0.1)}${leg('RR', -0.3, -0.1)}</body></worldbody></mujoco>`;
    await expect(load(ofText(dog))).rejects.toThrow('goes on 4 legs');
    // Without names, too: what looks like arms points as the legs do.
    await expect(load(ofText(dog.replace(/name="\w+"/g, '')))).rejects.toThrow('goes on 4 legs');
  });
});
