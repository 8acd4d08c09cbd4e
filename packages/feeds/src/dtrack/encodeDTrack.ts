/** One body, in the tracked room's axes. */
export interface DTrackBodyToSend {
  readonly id: number;
  /** Metres, unit quaternion. 7 numbers. */
  readonly pose: ArrayLike<number>;
}

export interface DTrackFrameToSend {
  readonly frameNumber: number;
  /** Seconds since the Unix epoch. */
  readonly epochSeconds: number;
  readonly latencySeconds?: number;
  readonly calibratedBodyCount?: number;
  readonly bodies: readonly DTrackBodyToSend[];
}

/** A packet as DTrack sends it (fr, ts2, 6dcal, 6d), for programs that receive DTrack, tests and measurements. */
export function encodeDTrackFrame(frame: DTrackFrameToSend): Uint8Array<ArrayBuffer> {
  const seconds = Math.floor(frame.epochSeconds);
  const micros = Math.round((frame.epochSeconds - seconds) * 1e6);
  const latencyMicros = Math.round((frame.latencySeconds ?? 0) * 1e6);
  const lines = [
    `fr ${frame.frameNumber}`,
    `ts2 ${seconds} ${Math.min(micros, 999_999)} ${latencyMicros}`,
    `6dcal ${frame.calibratedBodyCount ?? frame.bodies.length}`,
    `6d ${frame.bodies.length}${frame.bodies.map(bodyText).join('')}`,
  ];
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}

function bodyText({ id, pose }: DTrackBodyToSend): string {
  const [x, y, z, w] = [pose[3], pose[4], pose[5], pose[6]];
  const columns = [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
  ];
  // R = Rx(eta) Ry(theta) Rz(phi), manual B.1.3.
  const theta = Math.asin(Math.max(-1, Math.min(1, columns[6])));
  const eta = Math.atan2(-columns[7], columns[8]);
  const phi = Math.atan2(-columns[3], columns[0]);
  const place = [0, 1, 2].map((k) => (pose[k] * 1000).toFixed(3));
  const angles = [eta, theta, phi].map((angle) => ((angle * 180) / Math.PI).toFixed(4));
  return ` [${id} 1.000][${[...place, ...angles].join(' ')}][${columns.map((value) => value.toFixed(6)).join(' ')}]`;
}
