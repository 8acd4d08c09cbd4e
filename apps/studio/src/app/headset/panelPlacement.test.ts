import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  AHEAD,
  ARM_LENGTH,
  createPanelPose,
  faceHead,
  type HeadPose,
  headingOf,
  keepFree,
  looksAtWrist,
  placeAhead,
  placeOnWrist,
  stepAhead,
} from './panelPlacement.js';

const up = new Vector3(0, 1, 0);

function headAt(yaw = 0, pitch = 0, at = new Vector3(0, 1.6, 0)): HeadPose {
  const rotation = new Quaternion().setFromAxisAngle(up, yaw);
  return { position: at, rotation: rotation.multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), pitch)) };
}

test('the heading is kept when one looks straight down or up', () => {
  for (const pitch of [-1.57, -0.8, 0, 0.8, 1.57]) expect(headingOf(headAt(0.7, pitch))).toBeCloseTo(0.7, 3);
});

test('ahead, the panel is at its distance, below the eyes, and faces them; its letters look the same anywhere', () => {
  const head = headAt(1.1);
  for (const distance of Object.values(AHEAD)) {
    const pose = createPanelPose();
    pose.position.copy(placeAhead(head, distance));
    faceHead(pose, head);
    expect(pose.position.distanceTo(head.position)).toBeCloseTo(distance, 6);
    expect(pose.position.y).toBeLessThan(head.position.y - 0.1);
    const face = new Vector3(0, 0, 1).applyQuaternion(pose.rotation);
    expect(face.angleTo(head.position.clone().sub(pose.position))).toBeLessThan(1e-6);
    expect(pose.scale / distance).toBeCloseTo(1 / ARM_LENGTH, 6);
  }
});

describe('floating', () => {
  test('it stays while the head looks about a little, and comes after when it has turned away', () => {
    const pose = createPanelPose();
    const state = { isFollowing: false };
    pose.position.copy(placeAhead(headAt(), 0.9));
    const before = pose.position.clone();
    const little = headAt(0.4);
    for (let i = 0; i < 90; i++) stepAhead(state, pose, little, placeAhead(little, 0.9), 1 / 90);
    expect(pose.position.distanceTo(before)).toBe(0);
    const away = headAt(1.5);
    for (let i = 0; i < 180; i++) stepAhead(state, pose, away, placeAhead(away, 0.9), 1 / 90);
    expect(pose.position.distanceTo(placeAhead(away, 0.9))).toBeLessThan(0.03);
  });

  test('it goes the same way at any frame rate', () => {
    const places = [60, 120].map((hz) => {
      const pose = createPanelPose();
      pose.position.copy(placeAhead(headAt(), 0.9));
      const away = headAt(2);
      const state = { isFollowing: false };
      for (let i = 0; i < hz / 4; i++) stepAhead(state, pose, away, placeAhead(away, 0.9), 1 / hz);
      return pose.position;
    });
    expect(places[0].distanceTo(places[1])).toBeLessThan(1e-9);
  });
});

describe('the wrist', () => {
  const wrist = new Vector3(-0.12, 1.3, -0.3);
  test('held up and looked at, it opens the panel; hanging down, or out of sight, it does not', () => {
    expect(looksAtWrist(wrist, headAt(0.3, -0.7), false)).toBe(true);
    expect(looksAtWrist(new Vector3(-0.25, 0.9, 0), headAt(), false)).toBe(false);
    expect(looksAtWrist(wrist, headAt(2), false)).toBe(false);
    // It stays open for eyes that wander over it.
    expect(looksAtWrist(wrist, headAt(-0.1, -0.3), true)).toBe(true);
    expect(looksAtWrist(wrist, headAt(-0.1, -0.1), false)).toBe(false);
  });

  test('the panel is above the wrist', () => {
    const place = placeOnWrist(wrist, headAt());
    expect(place.y).toBeGreaterThan(wrist.y + 0.1);
    expect(place.distanceTo(wrist)).toBeLessThan(0.25);
  });
});

describe('free of body and mirror', () => {
  const glass = { point: new Vector3(0, 0, -0.7), normal: new Vector3(0, 0, 1) };
  test('a panel that would be behind the glass is before it', () => {
    const place = new Vector3(0.2, 1.4, -0.95);
    keepFree(place, headAt(), glass);
    expect(place.z).toBeGreaterThan(-0.7);
    expect(place.x).toBe(0.2);
  });

  test('a panel that would be in the body is pushed out of it, ahead where it is in the very middle', () => {
    const place = new Vector3(0, 1.2, 0);
    keepFree(place, headAt(), null);
    expect(Math.hypot(place.x, place.z)).toBeCloseTo(0.32, 6);
    expect(place.z).toBeLessThan(0);
  });
});
