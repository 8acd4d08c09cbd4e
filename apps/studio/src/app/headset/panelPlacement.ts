import { Matrix4, Quaternion, Vector3 } from 'three';

/** Where the panel is and how it is turned: its face looks along +Z. In the tracked space, metres. */
export interface PanelPose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** Metres at arm's length -> metres here: what is farther away is larger, so that its letters look the same. */
  scale: number;
}

/** The head: between the eyes, looking along -Z. */
export interface HeadPose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

/** The panel is laid out for this distance from the eyes, metres. */
export const ARM_LENGTH = 0.5;
/** How far the panel floats ahead: where hands reach it, and where there are none. */
export const AHEAD = { withHands: 0.5, withGaze: 0.92 } as const;
/** It floats this much below the eyes, radians: the mirror is seen above it. */
const BELOW_EYES = 0.26;
/** The small "Menu" button floats lower, radians. */
export const MENU_BELOW_EYES = 0.56;
/** The panel stays where it is until the head has turned or gone this far away from it, radians and metres... */
const SLACK = { turn: 0.6, metres: 0.3 } as const;
/** ...then it goes after, half of the way in this time, seconds. */
const FOLLOW_HALF_LIFE = 0.16;
/** A panel before the wrist: towards the eyes and up from it, metres. */
const FROM_WRIST = { up: 0.16, towards: 0.05 } as const;
/** Nothing of the panel is nearer to the middle of the body than this, metres over the floor. */
const BODY_RADIUS = 0.32;
/** Nor nearer to the mirror than this, metres. */
const GLASS_DISTANCE = 0.06;

const up = new Vector3(0, 1, 0);

export function createPanelPose(): PanelPose {
  return { position: new Vector3(), rotation: new Quaternion(), scale: 1 };
}

/** Heading of a head, radians: 0 looks along -Z, positive to the left. Steep looks up or down keep the heading of the head's top. */
export function headingOf({ rotation }: HeadPose): number {
  const forward = new Vector3(0, 0, -1).applyQuaternion(rotation);
  if (Math.hypot(forward.x, forward.z) < 0.2) {
    // Looking down, the top of the head points ahead; looking up, backwards.
    forward.set(0, -Math.sign(forward.y), 0).applyQuaternion(rotation);
  }
  return Math.atan2(-forward.x, -forward.z);
}

/** Turns the panel to the eyes, upright. */
export function faceHead(pose: PanelPose, head: HeadPose): void {
  const matrix = new Matrix4().lookAt(head.position, pose.position, up);
  pose.rotation.setFromRotationMatrix(matrix);
  pose.scale = Math.max(0.8, pose.position.distanceTo(head.position) / ARM_LENGTH);
}

/** Where a panel belongs that floats ahead. */
export function placeAhead(head: HeadPose, distance: number, below = BELOW_EYES): Vector3 {
  const heading = headingOf(head);
  const across = Math.cos(below) * distance;
  return new Vector3(
    head.position.x - Math.sin(heading) * across,
    head.position.y - Math.sin(below) * distance,
    head.position.z - Math.cos(heading) * across,
  );
}

/** A panel that floats ahead: whether it is on its way, for it waits until the head has gone off. */
export interface AheadState {
  isFollowing: boolean;
}

/** Lets the panel go after the head: not while it is still in view, and then gently. */
export function stepAhead(state: AheadState, pose: PanelPose, head: HeadPose, goal: Vector3, dtSeconds: number): void {
  const turn = angleAbout(head.position, pose.position, goal);
  const gap = pose.position.distanceTo(goal);
  if (turn > SLACK.turn || gap > SLACK.metres + Math.sin(SLACK.turn) * goal.distanceTo(head.position)) {
    state.isFollowing = true;
  }
  if (!state.isFollowing) return;
  pose.position.lerp(goal, 1 - 2 ** (-dtSeconds / FOLLOW_HALF_LIFE));
  if (gap < 0.02) state.isFollowing = false;
}

/** Before the wrist: above it, a little towards the eyes. */
export function placeOnWrist(wrist: Vector3, head: HeadPose): Vector3 {
  const towards = head.position.clone().sub(wrist).setY(0);
  if (towards.lengthSq() > 1e-6) towards.normalize();
  return wrist.clone().addScaledVector(towards, FROM_WRIST.towards).addScaledVector(up, FROM_WRIST.up);
}

/** Whether the wearer looks at a wrist that is held up before them. */
export function looksAtWrist(wrist: Vector3, head: HeadPose, isShown: boolean): boolean {
  const way = wrist.clone().sub(head.position);
  const distance = way.length();
  const forward = new Vector3(0, 0, -1).applyQuaternion(head.rotation);
  // Hysteresis: it is harder to open than to keep open.
  const [most, angle] = isShown ? [0.75, 0.85] : [0.55, 0.42];
  return distance > 0.12 && distance < most && forward.angleTo(way) < angle;
}

/** The mirror in the tracked space: a point of the glass, and the way it faces. */
export interface Glass {
  readonly point: Vector3;
  readonly normal: Vector3;
}

/** Keeps the panel out of the body and before the mirror. */
export function keepFree(position: Vector3, head: HeadPose, glass: Glass | null): void {
  if (glass) {
    const isHeadBefore = head.position.clone().sub(glass.point).dot(glass.normal) > 0;
    const before = position.clone().sub(glass.point).dot(glass.normal);
    if (isHeadBefore && before < GLASS_DISTANCE) position.addScaledVector(glass.normal, GLASS_DISTANCE - before);
  }
  const away = new Vector3(position.x - head.position.x, 0, position.z - head.position.z);
  const distance = away.length();
  if (distance >= BODY_RADIUS) return;
  if (distance < 1e-3) away.set(-Math.sin(headingOf(head)), 0, -Math.cos(headingOf(head)));
  else away.divideScalar(distance);
  position.x = head.position.x + away.x * BODY_RADIUS;
  position.z = head.position.z + away.z * BODY_RADIUS;
}

function angleAbout(centre: Vector3, a: Vector3, b: Vector3): number {
  const from = a.clone().sub(centre).setY(0);
  const to = b.clone().sub(centre).setY(0);
  return from.lengthSq() > 1e-9 && to.lengthSq() > 1e-9 ? from.angleTo(to) : Math.PI;
}
