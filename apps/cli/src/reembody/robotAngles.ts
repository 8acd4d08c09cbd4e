import { setTimeout } from 'node:timers/promises';
import type { Motion } from '@leib/core';
import {
  type JointStreamOptions,
  RobotOutput,
  type RobotSession,
  robotAnglesAt,
  robotInputAt,
} from '@leib/reembody/robot';

/** Seconds between two messages that are sent while nothing moves. */
const PAUSE_SECONDS = 0.05;

/**
 * Plays a motion to a robot and gives the messages for its driver as JSON Lines, the header first. Where there is a driver's
 * address they are sent to it, each at its time. At the end the source is silent: messages go on until the robot has stopped.
 * Rejects where the driver cannot be reached or hangs up.
 */
export async function playAngles(
  session: RobotSession,
  robot: string,
  { skeleton, hz, frameCount, localRotations }: Motion,
  options: JointStreamOptions,
  address: string | null,
): Promise<string> {
  let ended: Promise<void> = Promise.resolve();
  const output = new RobotOutput({
    open: (url) => {
      const socket = new WebSocket(url);
      ended = new Promise((resolve) => {
        socket.addEventListener('close', () => resolve());
      });
      return socket;
    },
    nowSeconds: () => performance.now() / 1000,
    mostLines: Number.POSITIVE_INFINITY,
  });
  output.options = options;
  output.setRobot(robot, session.report);
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
  const input = new Float64Array(session.inputLength);
  const result = new Float64Array(session.outputLength);
  const width = skeleton.jointCount * 4;
  const at = robotAnglesAt(session.report, session.shapes.length);
  input[robotInputAt.dtSeconds] = 1 / hz;
  for (let frame = 0; frame < frameCount; frame++) {
    input.set(localRotations.subarray(frame * width, (frame + 1) * width), robotInputAt.rotations);
    session.step(input, result);
    await step(result.subarray(at, at + session.report.joints.length), 1 / hz);
  }
  const brakingSeconds = options.staleSeconds + options.maxSpeed / options.maxAcceleration;
  for (let seconds = 0; seconds <= brakingSeconds + PAUSE_SECONDS; seconds += PAUSE_SECONDS) {
    await step(null, PAUSE_SECONDS);
  }
  output.disconnect();
  await ended;
  return output.takeRecording()?.text ?? '';
}
