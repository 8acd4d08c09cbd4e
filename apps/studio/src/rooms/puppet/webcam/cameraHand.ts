import { DEG } from '@leib/core';
import { HAND_POINT_COUNT, type HandSignal, readHandPoints, readHandRotation } from '@leib/tracking/hands';
import type { FoundHand } from './trackerMessages.js';

/** Of the whole picture from left to right: webcams have 60 to 70 degrees. */
const FIELD_OF_VIEW = 65 * DEG;

export interface CameraView {
  /** Of the picture, pixels. */
  readonly width: number;
  readonly height: number;
}

const points = new Float64Array(HAND_POINT_COUNT * 3);

/** A camera sees no mirror image, and the tracker expects one: its right is the left hand. */
export function sideOf({ label }: FoundHand): 'left' | 'right' {
  return label === 'Left' ? 'right' : 'left';
}

/**
 * Bends, splay and pose of a hand in the player's space: right of the player is +x, and the camera is at the origin.
 * The distance comes from the size of the hand in the picture. False where the points are no hand.
 */
export function readCameraHand(hand: FoundHand, view: CameraView, out: HandSignal): boolean {
  // The camera faces the player: it stands turned round, half a turn about the vertical.
  for (let point = 0; point < HAND_POINT_COUNT; point++) {
    points[point * 3] = -hand.handPoints[point * 3];
    points[point * 3 + 1] = -hand.handPoints[point * 3 + 1];
    points[point * 3 + 2] = hand.handPoints[point * 3 + 2];
  }
  const side = sideOf(hand);
  const focalLength = view.width / 2 / Math.tan(FIELD_OF_VIEW / 2);
  const distance =
    (focalLength * spreadOf(hand.handPoints, 3, 1, 1)) / spreadOf(hand.picturePoints, 2, view.width, view.height);
  if (!(distance > 0.05 && distance < 5)) return false;
  if (!readHandPoints(points, side, out) || !readHandRotation(points, side, out.rotation)) return false;
  const right = (hand.picturePoints[0] - 0.5) * view.width;
  const up = (0.5 - hand.picturePoints[1]) * view.height;
  out.position[0] = (-right * distance) / focalLength;
  out.position[1] = (up * distance) / focalLength;
  out.position[2] = distance;
  out.confidence = hand.score;
  return true;
}

/** Root of the mean square distance of the points from their middle, seen along the camera. */
function spreadOf(values: Float32Array, size: number, scaleX: number, scaleY: number): number {
  let [x, y, square] = [0, 0, 0];
  for (let at = 0; at < HAND_POINT_COUNT * size; at += size) {
    const [px, py] = [values[at] * scaleX, values[at + 1] * scaleY];
    x += px;
    y += py;
    square += px * px + py * py;
  }
  return Math.sqrt(Math.max(0, square / HAND_POINT_COUNT - (x * x + y * y) / HAND_POINT_COUNT ** 2));
}
