import { boxGround } from '@leib/embody';
import { type JointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';

/** Tests only: a motion in which every part of the solve has something to do. */

export const HZ = 20;
export const SECONDS = 11;
/** From here on the person only drifts and turns, m/s and radians per second: slower than anybody walks. */
const DRIFTS_FROM = 7;
const DRIFT = { aside: -0.08, ahead: 0.01, turn: 0.15 };
/** How much faster than written the movements before are done. */
const TEMPO = 1.3;
/** A low box on the way. */
export const ground = boxGround([{ min: [-0.6, 0, 1.2], max: [0.6, 0.12, 1.9] }]);

/** A person who walks over a low box, looks around, steps aside, crouches, bends, and reaches far and across. */
export function writeMoment(frame: JointFrame, seconds: number): void {
  const t = TEMPO * Math.min(seconds, DRIFTS_FROM);
  const drift = Math.max(0, seconds - DRIFTS_FROM);
  const walked = 0.9 * Math.min(t, 3.2) + 0.3 * Math.sin(Math.max(0, t - 3.2));
  const lift = walked > 1.1 && walked < 2 ? 0.12 : 0;
  const down = t > 5 ? 0.45 * Math.sin(2 * (t - 5)) ** 2 : 0.015 * Math.cos(11 * t);
  const aside = t > 3.2 ? 0.35 * Math.sin(1.7 * (t - 3.2)) : 0.02 * Math.sin(5.6 * t);
  const yaw = (t > 3.2 ? 1.3 * Math.sin(1.1 * (t - 3.2)) : 0) + DRIFT.turn * drift;
  const nod = 0.1 + (t > 5 ? 1.4 * Math.sin(1.6 * (t - 5)) : 0);
  const roll = t > 4 ? 0.9 * Math.sin(2.3 * (t - 4)) : 0;
  writePoint(
    frame,
    'head',
    [aside + DRIFT.aside * drift, 1.52 + lift - down, walked + DRIFT.ahead * drift],
    [nod, yaw, roll],
  );
  for (const side of [1, -1]) {
    const swing = side * Math.sin(5.6 * t);
    const reach = drift > 0 ? 0.5 : t > 4 ? 0.45 + 0.45 * Math.sin(1.9 * t + side) : 0;
    const across = t > 6 && drift === 0 ? 0.5 * (1 + Math.sin(1.3 * t + 2 * side)) : 0;
    const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
    const [x, z] = [side * (0.26 - 0.5 * across), 0.05 + 0.2 * swing + 0.75 * reach - 0.25 * across - 0.5 * drift];
    const place = [
      aside + DRIFT.aside * drift + c * x + s * z,
      0.9 + lift - down + 0.95 * reach,
      walked - s * x + c * z,
    ] as const;
    writePoint(frame, side > 0 ? 'leftHand' : 'rightHand', place, [
      2.2 * Math.sin(1.4 * t),
      yaw,
      -side * (1.4 - 2 * reach),
    ]);
  }
}

function writePoint(
  frame: JointFrame,
  point: 'head' | 'leftHand' | 'rightHand',
  place: readonly [x: number, y: number, z: number],
  [pitch, yaw, roll]: readonly [pitch: number, yaw: number, roll: number],
): void {
  const [sx, cx] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
  const [sy, cy] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
  const [sz, cz] = [Math.sin(roll / 2), Math.cos(roll / 2)];
  // About Y, then X, then Z.
  const turn = [
    cy * sx * cz + sy * cx * sz,
    sy * cx * cz - cy * sx * sz,
    cy * cx * sz - sy * sx * cz,
    cy * cx * cz + sy * sx * sz,
  ];
  frame.jointPoses.set([...place, ...turn], pointNumber[point] * POSE_SIZE);
  frame.quality[pointNumber[point]] = quality.tracked;
}
