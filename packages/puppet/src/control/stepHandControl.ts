import {
  createQuat,
  createVec3,
  fromRotationVector,
  type Quat,
  quat,
  smoothStep,
  toRotationVector,
  twistAngle,
  type Vec3,
  vec3,
} from '@leib/core';
import { FINGER_COUNT, type HandSignal } from '@leib/tracking/hands';
import type { Magnets } from '../file/puppetFile.js';
import { applyMagnets, fingerShare, fingerSlope, magnetForce } from './fingerCurve.js';
import type { ControlModel, DraggedEffector, FingerTurn, HandControl } from './handControl.js';
import { createHandReading, defaultHandReadingParams, type HandReading, stepHandReading } from './handReading.js';
import { createSpreadTurns, type SpreadTurns } from './spreadTurns.js';

/** What the hands ask for in this frame, and what is kept of them. */
export interface ControlState {
  readonly readings: readonly HandReading[];
  /** How hard each finger is held back, 0..1, thumb first; one array per hand, for gloves that can. */
  readonly forces: readonly Float64Array[];
  /** Of the whole puppet. */
  readonly rootPosition: Float64Array;
  readonly rootRotation: Quat;
  /** Rotation vector of each part, in its frame at rest. Parts x 3. */
  readonly partVectors: Float64Array;
  /** 1 where a hand moves the part now. */
  readonly isTurned: Uint8Array;
  readonly spread: SpreadTurns;
  /** Goals of the effectors that fingers move, hand by hand. */
  readonly drags: readonly ControlledEffector[];
}

/** Where fingers want an effector to be. */
export interface ControlledEffector {
  readonly effector: number;
  /** False: no finger moves it now. */
  isActive: boolean;
  readonly positionWorld: Vec3;
  /** null: any rotation will do. */
  readonly rotationWorld: Quat | null;
}

export function createControlState(model: ControlModel): ControlState {
  return {
    readings: model.hands.map(createHandReading),
    forces: model.hands.map(() => new Float64Array(FINGER_COUNT)),
    rootPosition: new Float64Array(3),
    rootRotation: createQuat(),
    partVectors: new Float64Array(model.partCount * 3),
    isTurned: new Uint8Array(model.partCount),
    spread: createSpreadTurns(model.spreadTurns),
    drags: model.hands.flatMap(({ effectors }) =>
      effectors.map(({ effector, turns }) => ({
        effector,
        isActive: false,
        positionWorld: createVec3(),
        rotationWorld: turns ? createQuat() : null,
      })),
    ),
  };
}

/** Reads all hands: relative to rest, smoothed, lost ones on their way to rest. */
export function readHands(
  model: ControlModel,
  state: ControlState,
  signals: readonly (HandSignal | null)[],
  dtSeconds: number,
): void {
  for (let i = 0; i < model.hands.length; i++) {
    const { rest } = model.hands[i].hand;
    stepHandReading(defaultHandReadingParams, rest, state.readings[i], signals[i] ?? null, dtSeconds);
  }
}

/** From readings to what the hands ask for: parts, spread turns, effectors, forces. After carryPuppet(). */
export function updateHandControl(model: ControlModel, state: ControlState): void {
  state.partVectors.fill(0);
  state.isTurned.fill(0);
  state.spread.vectors.fill(0);
  let firstDrag = 0;
  for (let i = 0; i < model.hands.length; i++) {
    const control = model.hands[i];
    const reading = state.readings[i];
    state.forces[i].fill(0);
    turnCarriedPart(control, reading, state);
    for (let k = 0; k < control.turns.length; k++) {
      turnByFinger(model, control.turns[k], reading, state, state.forces[i]);
    }
    dragByFingers(control, reading, state, firstDrag);
    firstDrag += control.effectors.length;
  }
}

// Scratch, written before it is read in every call.
const vector = createVec3();
const turned = createQuat();
const yawed = createQuat();

/** The whole puppet goes and turns with the hand; it turns about the hand's rotation point. */
export function carryPuppet({ hands }: ControlModel, { readings, rootPosition, rootRotation }: ControlState): void {
  rootPosition.fill(0);
  quat.identity(rootRotation);
  for (let i = 0; i < hands.length; i++) {
    const { carries, rotationPoint } = hands[i].hand;
    if (carries.kind !== 'puppet') continue;
    const { position, rotation } = readings[i];
    for (let k = 0; k < 3; k++) rootPosition[k] += carries.positionScale * position[k];
    if (!carries.turns) continue;
    vec3.transformQuat(vector, rotationPoint, rotation);
    for (let k = 0; k < 3; k++) rootPosition[k] += rotationPoint[k] - vector[k];
    quat.multiply(rootRotation, rotation, rootRotation);
  }
}

function turnCarriedPart({ hand, carriedPart }: HandControl, reading: HandReading, state: ControlState): void {
  if (hand.carries.kind !== 'part' || reading.presence.value === 0) return;
  toRotationVector(vector, reading.rotation);
  addTurn(state, carriedPart, vector, hand.carries.turns);
}

/** The half sphere that yaw and splay may turn a part over. */
const halfSphere: Magnets = { low: -Math.PI / 2, high: Math.PI / 2, softness: Math.PI / 4 };

/** Bends per second: a slower finger throws nothing (it would tremble), a quicker one all of its speed. */
const THROW_FROM = 0.3;
const THROW_FULL = 1.5;

function turnByFinger(
  model: ControlModel,
  turn: FingerTurn,
  reading: HandReading,
  state: ControlState,
  forces: Float64Array,
): void {
  const presence = reading.presence.value;
  if (presence === 0) return;
  const { finger, axis, curve, magnets, spreadIndex } = turn;
  const bend = reading.bends[finger];
  const rate = reading.bendRates[finger];
  const slope = fingerSlope(curve, bend);
  const thrown = slope * rate * turn.carrySeconds * smoothStep(Math.abs(rate), THROW_FROM, THROW_FULL);
  const wanted = turn.angle * (fingerShare(curve, bend) + thrown);
  // What a hand at rest asks for (a stopper may lie at rest) comes and goes with the hand.
  const angle = (magnets ? applyMagnets(magnets, wanted) : wanted) - (1 - presence) * turn.restAngle;
  if (magnets) {
    const force = presence * magnetForce(magnets, wanted, turn.angle * slope >= 0);
    forces[finger] = Math.max(forces[finger], force);
  }
  for (let k = 0; k < 3; k++) vector[k] = axis[k] * angle;
  if (turn.yaw !== 0 || turn.splay !== 0) {
    const sideways = turn.yaw * twistAngle(reading.rotation, up) + turn.splay * reading.splays[finger];
    const yaw = applyMagnets(halfSphere, sideways);
    quat.multiply(turned, quat.setAxisAngle(yawed, up, yaw), fromRotationVector(turned, vector));
    toRotationVector(vector, turned);
  }
  if (spreadIndex < 0) {
    addTurn(state, turn.part, vector, 1);
    return;
  }
  for (let k = 0; k < 3; k++) state.spread.vectors[spreadIndex * 3 + k] = vector[k];
  addTurn(state, turn.part, vector, model.spreadTurns[spreadIndex].meanShare);
}

const up = createVec3(0, 1, 0);

function addTurn({ partVectors, isTurned }: ControlState, part: number, turn: Vec3, share: number): void {
  for (let k = 0; k < 3; k++) partVectors[part * 3 + k] += turn[k] * share;
  isTurned[part] = 1;
}

/** Bend moves an effector along its travel, distance outward on it, yaw about the beginning of its chain. */
function dragByFingers(control: HandControl, reading: HandReading, state: ControlState, firstDrag: number): void {
  for (let i = 0; i < control.effectors.length; i++) {
    const drag = state.drags[firstDrag + i];
    drag.isActive = reading.presence.value > 0;
    if (drag.isActive) placeEffector(control, control.effectors[i], reading, state, drag);
  }
}

function placeEffector(
  control: HandControl,
  { effector, rest, chainStart }: DraggedEffector,
  { bends, position, rotation }: HandReading,
  { rootPosition, rootRotation }: ControlState,
  drag: ControlledEffector,
): void {
  const handYaw = twistAngle(rotation, up);
  let yaw = 0;
  vec3.subtract(vector, rest, chainStart);
  for (const { finger, effector: moved, travel, outward, yaw: gain, distance } of control.drags) {
    if (moved !== effector) continue;
    // Away from the performer: along -z of the source's space.
    const far = -position[2] * distance;
    for (let k = 0; k < 3; k++) vector[k] += travel[k] * bends[finger] + outward[k] * far;
    yaw += gain * handYaw;
  }
  quat.setAxisAngle(yawed, up, yaw);
  vec3.transformQuat(vector, vector, yawed);
  vec3.add(vector, vector, chainStart);
  vec3.transformQuat(vector, vector, rootRotation);
  vec3.add(drag.positionWorld, vector, rootPosition);
  if (drag.rotationWorld) quat.multiply(drag.rotationWorld, rootRotation, yawed);
}
