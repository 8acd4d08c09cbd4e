import { createPose, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { SkinnedSurface } from '../colliders/skinnedSurface.js';
import {
  buildLatencyLine,
  createLatencyState,
  type LatencyLine,
  type LatencyState,
  setGroupDelays,
  setLatency,
  stepLatencyLine,
} from '../control/latencyLine.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { inputAt } from './remoteFrame.js';

/** What one body of a session is built from. */
export interface RemoteBodySetup {
  readonly skeleton: Skeleton;
  readonly skin: SkinnedSurface | null;
  readonly settings: RemoteBodySettings;
}

/** A hand that can close on things and on other hands. */
export interface SessionHand {
  readonly bone: 'leftHand' | 'rightHand';
  isClosed: boolean;
  /** Number for release(), and what is held: a thing by its number, or another body's hand. -1 and null for nothing. */
  grabNumber: number;
  object: number;
  other: HeldHand | null;
  /** A hand of the robot, by its number; -1 for none. */
  robotHand: number;
}

export interface HeldHand {
  readonly body: SessionBody;
  readonly bone: SessionHand['bone'];
}

/** State of one body in a session beside the simulation: target, latency line, hands. */
export interface SessionBody {
  readonly skeleton: Skeleton;
  readonly skin: SkinnedSurface | null;
  /** As last received, before the latency line. */
  readonly targetPose: Pose;
  /** Made anew where the settings name other groups. */
  line: LatencyLine;
  groups: RemoteBodySettings['groups'];
  readonly latency: LatencyState;
  readonly hands: readonly SessionHand[];
}

export function createSessionBody({ skeleton, skin, settings: { groups } }: RemoteBodySetup): SessionBody {
  const line = buildLatencyLine(skeleton, groups);
  return {
    groups,
    skeleton,
    skin,
    targetPose: createPose(skeleton),
    line,
    latency: createLatencyState(line),
    hands: (['leftHand', 'rightHand'] as const).map((bone) => ({
      bone,
      isClosed: false,
      grabNumber: -1,
      object: -1,
      other: null,
      robotHand: -1,
    })),
  };
}

/** Farther from the middle of the room than this is nowhere, metres: such a target is refused, as one that is no number is. */
const FARTHEST = 1000;

/** Reads a body's target pose from its block of a frame, `at`, and hands it on through the latency line. */
export function receiveTarget(
  person: SessionBody,
  state: RemoteBodyState,
  input: Float64Array,
  at: number,
  dtSeconds: number,
): void {
  const { skeleton, targetPose, latency } = person;
  const { settings } = state.body;
  if (settings.groups !== person.groups) {
    person.groups = settings.groups;
    person.line = buildLatencyLine(skeleton, settings.groups);
  }
  for (let k = 0; k < 3; k++) {
    const metres = input[at + inputAt.targetRootPosition + k];
    targetPose.rootPosition[k] = Math.abs(metres) <= FARTHEST ? metres : Number.NaN;
  }
  const { localRotations } = targetPose;
  for (let i = 0; i < localRotations.length; i++) localRotations[i] = input[at + inputAt.targetRotations + i];
  updateWorldPose(skeleton, targetPose);
  setLatency(latency, input[at + inputAt.latencySeconds], input[at + inputAt.delaysHips] > 0);
  setGroupDelays(latency, settings);
  stepLatencyLine(person.line, latency, targetPose, dtSeconds);
  setRemoteTarget(state, latency.targetPose);
}

export function partOfBone(body: RemoteBody, bone: SessionHand['bone']): number {
  for (let part = 0; part < body.parts.length; part++) if (body.parts[part].bone === bone) return part;
  return -1;
}
