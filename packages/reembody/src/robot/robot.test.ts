import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { loadMujoco } from '../engine/loadMujoco.js';
import { personSkeleton } from '../person.testing.js';
import { guessRobotBone } from './guessRobotBone.js';
import { Robot } from './robot.js';

const mujoco = await loadMujoco();
const skeleton = personSkeleton();

/** A trunk with two arms and a leg; z up, facing x, arms hanging. */
const mjcf = `<mujoco><option timestep="0.002"/><worldbody><body name="torso" pos="0 0 1"><freejoint/><geom size="0.1" mass="20"/>
<body pos="0 0.2 0.3"><joint name="left_shoulder_pitch" axis="0 1 0" range="-170 90"/><geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.04" mass="2"/>
<body pos="0 0 -0.3"><joint name="left_elbow" axis="0 1 0" range="-140 0"/><geom type="capsule" fromto="0 0 0 0 0 -0.25" size="0.03" mass="1"/></body></body>
<body pos="0 -0.2 0.3"><joint name="right_shoulder_roll" axis="1 0 0" range="-170 20"/><geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.04" mass="2"/></body>
<body pos="0 0.1 -0.1"><joint name="left_knee" axis="0 1 0" range="0 140"/><geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" mass="3"/></body>
<body pos="0 0 0.4"><joint name="antenna" axis="0 0 1"/><geom size="0.02" mass="0.1"/></body>
</body></worldbody></mujoco>`;

const urdf = `<robot name="r"><link name="base"><inertial><mass value="5"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="shin"><inertial><origin xyz="0 0 -0.2"/><mass value="2"/><inertia ixx="0.02" iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="LKneePitch" type="revolute"><parent link="base"/><child link="shin"/><origin xyz="0 0.1 0"/><axis xyz="0 1 0"/><limit lower="0" upper="2" effort="100" velocity="10"/></joint></robot>`;

function posed(turns: readonly (readonly [Parameters<typeof jointOfBone>[1], number, number])[]) {
  const pose = createPose(skeleton);
  for (const [bone, axis, degrees] of turns) {
    const at = jointOfBone(skeleton, bone) * 4;
    pose.localRotations[at + axis] = Math.sin((degrees * Math.PI) / 360);
    pose.localRotations[at + 3] = Math.cos((degrees * Math.PI) / 360);
  }
  updateWorldPose(skeleton, pose);
  return pose;
}
const angles = (robot: Robot) =>
  Object.fromEntries(robot.joints.map(({ name, coordinate }) => [name, (robot.data.qpos[coordinate] * 180) / Math.PI]));

describe('a robot', () => {
  test('follows by the turns of the bones that its joints are named after', () => {
    const robot = new Robot(mujoco, mjcf);
    expect(robot.report.unmapped).toEqual(['antenna']);
    expect(robot.report.mapped).toHaveLength(4);
    // Both arms hang but the right one, which is lifted 40 degrees to the side; the left elbow and knee are bent.
    const pose = posed([
      ['leftUpperArm', 2, -90],
      ['rightUpperArm', 2, 50],
      ['leftLowerArm', 1, -70],
      ['leftLowerLeg', 0, 60],
    ]);
    for (let frame = 0; frame < 180; frame++) {
      robot.setTarget(skeleton, pose);
      robot.step(1 / 90);
    }
    const now = angles(robot);
    expect(now.left_shoulder_pitch).toBeCloseTo(0, 0);
    expect(now.left_elbow).toBeCloseTo(-70, 0);
    expect(now.right_shoulder_roll).toBeCloseTo(-40, 0);
    expect(now.left_knee).toBeCloseTo(60, 0);
    expect(robot.largestError()).toBeLessThan(0.02);
    // Its free base stays where the file puts it.
    expect([...robot.data.qpos.subarray(0, 3)]).toEqual([0, 0, 1]);
    robot.dispose();
  });

  test('stays within its limits, and its bones can be chosen by hand', () => {
    const robot = new Robot(mujoco, mjcf, { bones: { antenna: 'head', left_knee: null } });
    const pose = posed([
      ['leftUpperArm', 2, -90],
      ['head', 1, 30],
      ['leftLowerArm', 1, 60],
    ]);
    for (let frame = 0; frame < 180; frame++) {
      robot.setTarget(skeleton, pose);
      robot.step(1 / 90);
    }
    expect(angles(robot).antenna).toBeCloseTo(30, 0);
    expect(angles(robot).left_elbow).toBeLessThan(1);
    expect(robot.report.unmapped).toEqual(['left_knee']);
    robot.dispose();
  });

  test('may be a URDF', () => {
    const robot = new Robot(mujoco, urdf);
    const pose = posed([['leftLowerLeg', 0, 45]]);
    for (let frame = 0; frame < 180; frame++) {
      robot.setTarget(skeleton, pose);
      robot.step(1 / 90);
    }
    expect(Math.abs(angles(robot).LKneePitch - 45)).toBeLessThan(1);
    robot.dispose();
  });

  test.each([
    ['<mujoco><worldbody/></mujoco>', 'at least one hinge'],
    ['<mujoco><worldbody></mujoco>', 'could not be read'],
    ['a letter', 'could not be read'],
  ])('%s is an error that says so', (text, reason) => {
    expect(() => new Robot(mujoco, text)).toThrow(reason);
  });
});

test.each([
  ['left_hip_pitch', 'leftUpperLeg'],
  ['r_elbow', 'rightLowerArm'],
  ['RShoulderPitch', 'rightUpperArm'],
  ['LKneePitch', 'leftLowerLeg'],
  ['right_ankle_roll', 'rightFoot'],
  ['torso_yaw', 'spine'],
  ['HeadYaw', 'head'],
  ['abdomen_z', 'spine'],
  ['gripper', null],
])('%s is %s', (name, bone) => {
  expect(guessRobotBone(name)).toBe(bone);
});
