import {
  createQuat,
  createVec3,
  fromRotationVector,
  type Quat,
  quat,
  rotationBetween,
  smoothStep,
  toRotationVector,
  type Vec3,
  vec3,
} from '@leib/core';
import type { BodyFilterState } from './bodyFilter.js';

/** What a lost body goes along with. */
export interface BodyNeighbours {
  /** Body that carries it: it stays in that one's frame. */
  readonly carrier: string | null;
  /** Whether it turns with the carrier; a back goes along with the head but does not turn with it. */
  readonly turnsAlong: boolean;
  /** Body at its far end: it keeps pointing there, as a forearm at the hand. */
  readonly end: string | null;
}

/** Of the ten bodies. Others have no neighbours: they are predicted and then stay where they are. */
export const bodyNeighbours: Readonly<Record<string, BodyNeighbours>> = {
  back: { carrier: 'head', turnsAlong: false, end: null },
  head: { carrier: 'back', turnsAlong: true, end: null },
  leftElbow: { carrier: 'back', turnsAlong: true, end: 'leftHand' },
  rightElbow: { carrier: 'back', turnsAlong: true, end: 'rightHand' },
  leftKnee: { carrier: 'back', turnsAlong: true, end: 'leftFoot' },
  rightKnee: { carrier: 'back', turnsAlong: true, end: 'rightFoot' },
  leftHand: { carrier: 'leftElbow', turnsAlong: true, end: null },
  rightHand: { carrier: 'rightElbow', turnsAlong: true, end: null },
  leftFoot: { carrier: 'leftKnee', turnsAlong: true, end: null },
  rightFoot: { carrier: 'rightKnee', turnsAlong: true, end: null },
};

/** Memory of one lost body: its place and motion in the carrier's frame (the world's where there is none). */
export interface LostBodyState {
  carrier: BodyFilterState | null;
  turnsAlong: boolean;
  readonly positionInCarrier: Vec3;
  readonly rotationInCarrier: Quat;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  /** Place of the end body in this body's frame when both were last seen. */
  end: BodyFilterState | null;
  readonly endInBody: Vec3;
}

export function createLostBody(): LostBodyState {
  return {
    carrier: null,
    turnsAlong: true,
    positionInCarrier: createVec3(),
    rotationInCarrier: createQuat(),
    velocity: createVec3(),
    angularVelocity: createVec3(),
    end: null,
    endInBody: createVec3(),
  };
}

// Scratch, written before it is read in every call.
const inverse = createQuat();
const turn = createQuat();
const arm = createVec3();
const reach = createVec3();

/** Remembers how a body sat on its carrier and moved against it, from the last frame in which it was seen. */
export function startLostBody(
  lost: LostBodyState,
  body: BodyFilterState,
  carrier: BodyFilterState | null,
  turnsAlong: boolean,
  end: BodyFilterState | null,
): void {
  lost.carrier = carrier;
  lost.turnsAlong = turnsAlong;
  lost.end = end;
  vec3.copy(lost.velocity, body.velocity);
  vec3.copy(lost.angularVelocity, body.angularVelocity);
  vec3.copy(lost.positionInCarrier, body.position);
  quat.copy(lost.rotationInCarrier, body.rotation);
  if (carrier !== null) {
    vec3.subtract(arm, body.position, carrier.position);
    vec3.copy(lost.positionInCarrier, arm);
    vec3.subtract(lost.velocity, lost.velocity, carrier.velocity);
    if (turnsAlong) {
      quat.conjugate(inverse, carrier.rotation);
      vec3.subtract(lost.velocity, lost.velocity, vec3.cross(reach, carrier.angularVelocity, arm));
      vec3.subtract(lost.angularVelocity, lost.angularVelocity, carrier.angularVelocity);
      vec3.transformQuat(lost.velocity, lost.velocity, inverse);
      vec3.transformQuat(lost.angularVelocity, lost.angularVelocity, inverse);
      vec3.transformQuat(lost.positionInCarrier, arm, inverse);
      quat.multiply(lost.rotationInCarrier, inverse, body.rotation);
    }
  }
  if (end !== null) {
    vec3.subtract(arm, end.position, body.position);
    vec3.transformQuat(lost.endInBody, arm, quat.conjugate(inverse, body.rotation));
  }
}

/**
 * Moves a lost body on: its own motion fades to about a third in each `predictSeconds` (0: it stops at once), the carrier
 * takes it along, and it keeps pointing at its end body.
 */
export function stepLostBody(
  lost: LostBodyState,
  body: BodyFilterState,
  dtSeconds: number,
  predictSeconds: number,
  isEndSeen: boolean,
): void {
  const fade = predictSeconds > 0 ? Math.exp(-dtSeconds / predictSeconds) : 0;
  // Exact integral of the fading velocity over the frame, so that the frame rate does not matter.
  const step = predictSeconds * (1 - fade);
  vec3.scaleAndAdd(lost.positionInCarrier, lost.positionInCarrier, lost.velocity, step);
  fromRotationVector(turn, vec3.scale(reach, lost.angularVelocity, step));
  quat.normalize(lost.rotationInCarrier, quat.multiply(lost.rotationInCarrier, turn, lost.rotationInCarrier));
  vec3.scale(lost.velocity, lost.velocity, fade);
  vec3.scale(lost.angularVelocity, lost.angularVelocity, fade);

  const { carrier, turnsAlong } = lost;
  vec3.copy(body.position, lost.positionInCarrier);
  quat.copy(body.rotation, lost.rotationInCarrier);
  if (carrier !== null) {
    if (turnsAlong) {
      vec3.transformQuat(body.position, body.position, carrier.rotation);
      quat.multiply(body.rotation, carrier.rotation, body.rotation);
    }
    vec3.add(body.position, body.position, carrier.position);
  }
  if (lost.end !== null && isEndSeen) meetEnd(lost, body, lost.end);
  vec3.scale(body.velocity, body.velocity, fade);
  vec3.scale(body.angularVelocity, body.angularVelocity, fade);
}

/** Turns the body about its own place until it points at the end body, then moves it until the end is where it was. */
function meetEnd({ endInBody }: LostBodyState, body: BodyFilterState, end: BodyFilterState): void {
  vec3.transformQuat(arm, endInBody, body.rotation);
  vec3.subtract(reach, end.position, body.position);
  if (vec3.length(arm) < 0.02 || vec3.length(reach) < 0.02) return;
  quat.multiply(
    body.rotation,
    rotationBetween(turn, vec3.normalize(arm, arm), vec3.normalize(reach, reach)),
    body.rotation,
  );
  vec3.transformQuat(arm, endInBody, body.rotation);
  vec3.subtract(body.position, end.position, arm);
}

/** Memory of a body that has come back: how far it was held from where it is, and how much of that is left. */
export interface ReturnState {
  readonly offset: Vec3;
  /** Rotation vector, world space. */
  readonly turn: Vec3;
  durationSeconds: number;
  elapsedSeconds: number;
}

export function createReturn(): ReturnState {
  return { offset: createVec3(), turn: createVec3(), durationSeconds: 0, elapsedSeconds: 0 };
}

/** At most this long; small differences fade sooner, at about these speeds (metres and radians per second). */
const RETURN_SECONDS = 0.15;
const SHORTEST_RETURN_SECONDS = 0.03;
const RETURN_SPEED = 1;
const RETURN_TURN_SPEED = 4;

export function startReturn(state: ReturnState, held: BodyFilterState, seen: BodyFilterState): void {
  vec3.subtract(state.offset, held.position, seen.position);
  quat.multiply(turn, held.rotation, quat.conjugate(inverse, seen.rotation));
  toRotationVector(state.turn, turn);
  const needed = vec3.length(state.offset) / RETURN_SPEED + vec3.length(state.turn) / RETURN_TURN_SPEED;
  state.durationSeconds = Math.min(RETURN_SECONDS, Math.max(SHORTEST_RETURN_SECONDS, needed));
  state.elapsedSeconds = 0;
}

/** Adds what is left of the difference to a pose; returns the share that has come back, 0..1. */
export function stepReturn(state: ReturnState, position: Vec3, rotation: Quat, dtSeconds: number): number {
  state.elapsedSeconds = Math.min(state.elapsedSeconds + dtSeconds, state.durationSeconds);
  const share = state.durationSeconds > 0 ? smoothStep(state.elapsedSeconds / state.durationSeconds) : 1;
  vec3.scaleAndAdd(position, position, state.offset, 1 - share);
  fromRotationVector(turn, vec3.scale(reach, state.turn, 1 - share));
  quat.multiply(rotation, turn, rotation);
  return share;
}
