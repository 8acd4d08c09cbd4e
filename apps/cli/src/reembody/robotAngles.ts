import type { Motion } from '@leib/core';
import {
  createJointStream,
  type JointStreamOptions,
  jointStreamHeader,
  jointStreamMessage,
  type RobotSession,
  robotAnglesAt,
  robotInputAt,
  stepJointStream,
} from '@leib/reembody/robot';

/** Seconds between two messages that are sent while nothing moves. */
const PAUSE_SECONDS = 0.05;

/**
 * Plays a motion to a robot and gives the messages for its driver, the header first. At the end of the motion the source is
 * silent: messages go on until the robot has stopped.
 */
export function* angleMessages(
  session: RobotSession,
  robot: string,
  { skeleton, hz, frameCount, localRotations }: Motion,
  options: JointStreamOptions,
): Generator<{ readonly text: string; readonly dtSeconds: number }, void, void> {
  const { report, shapes } = session;
  const stream = createJointStream(
    report.joints.map(({ joint, low, high }) => ({ joint, low, high })),
    options,
  );
  yield { text: jointStreamHeader(stream, robot), dtSeconds: 0 };
  const input = new Float64Array(session.inputLength);
  const output = new Float64Array(session.outputLength);
  const width = skeleton.jointCount * 4;
  const at = robotAnglesAt(report, shapes.length);
  input[robotInputAt.dtSeconds] = 1 / hz;
  for (let frame = 0; frame < frameCount; frame++) {
    input.set(localRotations.subarray(frame * width, (frame + 1) * width), robotInputAt.rotations);
    session.step(input, output);
    stepJointStream(stream, output.subarray(at, at + report.joints.length), 1 / hz);
    yield { text: jointStreamMessage(stream), dtSeconds: 1 / hz };
  }
  const brakingSeconds = options.staleSeconds + options.maxSpeed / options.maxAcceleration;
  for (let seconds = 0; seconds <= brakingSeconds + PAUSE_SECONDS; seconds += PAUSE_SECONDS) {
    stepJointStream(stream, null, PAUSE_SECONDS);
    yield { text: jointStreamMessage(stream), dtSeconds: PAUSE_SECONDS };
  }
}

/** Sends messages over a WebSocket, each at its time. Rejects where the driver cannot be reached or hangs up. */
export async function sendMessages(
  address: string,
  messages: Iterable<{ readonly text: string; readonly dtSeconds: number }>,
  sleep: (ms: number) => Promise<void>,
): Promise<number> {
  const socket = await connect(address);
  const startMs = performance.now();
  let dueSeconds = 0;
  let count = 0;
  for (const { text, dtSeconds } of messages) {
    dueSeconds += dtSeconds;
    const waitMs = dueSeconds * 1000 - (performance.now() - startMs);
    if (waitMs > 0) await sleep(waitMs);
    if (socket.readyState !== WebSocket.OPEN)
      throw new Error(`${address}: the connection ended after ${count} messages`);
    socket.send(text);
    count++;
  }
  await new Promise<void>((resolve) => {
    socket.addEventListener('close', () => resolve());
    socket.close();
  });
  return count;
}

function connect(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () =>
      reject(new Error(`${address}: expected a robot’s driver that listens there, got no connection; start it first`)),
    );
  });
}
