import { setTimeout } from 'node:timers/promises';
import { createPose, type Motion } from '@leib/core';
import type { MujocoModule } from '@leib/reembody/mujoco';
import {
  type BuiltRobot,
  buildRobotDescription,
  type JointStreamOptions,
  type RobotBones,
  type RobotRunner,
  robotAnglesAt,
  runRobotInline,
} from '@leib/reembody/robot';
import { readRobot } from './robotFolder.js';

/** Seconds between two messages that are sent while nothing moves. */
const PAUSE_SECONDS = 0.05;

export interface RobotWish {
  readonly gather: Parameters<typeof readRobot>[1];
  readonly bones: RobotBones;
  readonly motion: Motion;
  /** What its joints keep to. */
  readonly limits: JointStreamOptions;
}

/** A robot that is built for the motion's skeleton; dispose of its runner. `hungUp` resolves when no driver is connected any more. */
export async function openRobot(mujoco: MujocoModule, path: string, { gather, bones, motion, limits }: RobotWish) {
  const description = await buildRobotDescription(await readRobot(path, gather));
  let hungUp: Promise<unknown> = Promise.resolve();
  const { runner, output } = runRobotInline(mujoco, description, {
    bones,
    open(address) {
      const socket = new WebSocket(address);
      hungUp = new Promise((resolve) => socket.addEventListener('close', resolve));
      return socket;
    },
    nowSeconds: () => performance.now() / 1000,
    mostLines: Number.POSITIVE_INFINITY,
  });
  output.options = limits;
  const robot = runner() as RobotRunner;
  robot.step({ skeleton: motion.skeleton, pose: createPose(motion.skeleton) }, 0);
  return { robot, built: robot.built as BuiltRobot, output, hungUp: () => hungUp };
}

/** The robot follows the motion, frame by frame: its numbers (robotOutputAt). */
export function* framesOf(robot: RobotRunner, motion: Motion): Generator<Float64Array> {
  const { skeleton, hz, frameCount, localRotations } = motion;
  const pose = createPose(skeleton);
  const width = skeleton.jointCount * 4;
  for (let frame = 0; frame < frameCount; frame++) {
    pose.localRotations.set(localRotations.subarray(frame * width, (frame + 1) * width));
    robot.step({ skeleton, pose }, 1 / hz);
    if (robot.output) yield robot.output;
  }
}

/**
 * Plays the motion to the robot and gives the messages for its driver as JSON Lines, the header first. Where there is a driver's
 * address they are sent to it, each at its time. At the end the source is silent: messages go on until the robot has stopped.
 * Rejects where the driver cannot be reached or hangs up.
 */
export async function playAngles(
  { robot, built, output, hungUp }: Awaited<ReturnType<typeof openRobot>>,
  motion: Motion,
  address: string | null,
): Promise<string> {
  output.startRecording();
  if (address !== null) {
    output.connect(address);
    while (output.state === 'connecting') await setTimeout(10);
    if (output.state === 'lost') {
      const advice = 'expected a robot’s driver that listens there, got no connection; start it first';
      throw new Error(`${address}: ${advice}`);
    }
  }
  const startMs = performance.now();
  let dueSeconds = 0;
  const step = async (angles: ArrayLike<number> | null, dtSeconds: number) => {
    dueSeconds += dtSeconds;
    const waitMs = address === null ? 0 : dueSeconds * 1000 - (performance.now() - startMs);
    if (waitMs > 0) await setTimeout(waitMs);
    if (output.state === 'lost') throw new Error(`${address}: the connection ended after ${dueSeconds.toFixed(1)} s`);
    output.step(angles, dtSeconds);
  };
  const at = robotAnglesAt(built.report, built.shapes.length);
  const end = at + built.report.joints.length;
  for (const frame of framesOf(robot, motion)) await step(frame.subarray(at, end), 1 / motion.hz);
  const { staleSeconds, maxSpeed, maxAcceleration } = output.options;
  const brakingSeconds = staleSeconds + maxSpeed / maxAcceleration;
  for (let seconds = 0; seconds <= brakingSeconds + PAUSE_SECONDS; seconds += PAUSE_SECONDS) {
    await step(null, PAUSE_SECONDS);
  }
  output.disconnect();
  await hungUp();
  return output.takeRecording()?.text ?? '';
}
