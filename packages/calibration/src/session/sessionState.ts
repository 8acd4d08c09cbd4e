import {
  createJointFrame,
  createTrackerOffsets,
  type JointFrame,
  type TrackedPoint,
  type TrackerOffsets,
} from '@leib/tracking';

import { type CentreFinderState, createCentreFinder } from '../jointCentre/centreFinder.js';
import { type BodyProfile, offsetsOfProfile, rolesOfProfile } from '../profile/bodyProfile.js';
import {
  type CalibrationProposal,
  createProfileHistory,
  type ProfileHistory,
  reduceProfile,
} from '../profile/profileHistory.js';
import { averageBody, type BodyPriors } from '../proportions/bodyPriors.js';
import type { TPoseMeasures } from '../proportions/measureTPose.js';
import type { ProportionsRefiner } from '../proportions/proportionsRefiner.js';
import type { RolesResult } from '../roles/roleTypes.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import type { HeldPose } from './heldPose.js';
import { createHoldStill, type HoldStill } from './holdStill.js';
import type { PelvisDepths } from './offsetsFromTPose.js';
import { type SessionStep, sessionText } from './sessionText.js';
import { createSpaceStep, type SpaceStep } from './spaceStep.js';

export interface SessionSettings {
  /** Time that headset and trackers must be tracked for. */
  readonly putOnSeconds: number;
  /** Time that the T-pose must be held for. */
  readonly holdSeconds: number;
  /** Roles with less confidence than this do not end the T-pose. */
  readonly leastConfidence: number;
  /** Joints to be turned, in this order; those without a tracker are skipped. */
  readonly joints: readonly TrackerRole[];
  /** Time of movement for the proportions. */
  readonly proportionsSeconds: number;
  /** Depth of the pelvis joint under the skin on each side, from a personal body; null without one. */
  readonly pelvisDepths: PelvisDepths | null;
  /** Prior of the body before it is measured; with an avatar, priorsOfSkeleton() of it. */
  readonly priors: BodyPriors;
}

export const defaultSessionSettings: SessionSettings = {
  putOnSeconds: 1.5,
  holdSeconds: 1.5,
  leastConfidence: 0.5,
  joints: ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'],
  proportionsSeconds: 30,
  pelvisDepths: null,
  priors: averageBody,
};

/**
 * A guided calibration, from putting the trackers on to the mirror. stepCalibration() takes each frame,
 * commandCalibration() takes the person's decisions, and the user interface draws what is in this record.
 */
export interface CalibrationSession {
  readonly settings: SessionSettings;
  step: SessionStep;
  /** Instruction for the person. */
  text: string;
  /** Progress of the step (of the joint, in the step 'joints'), 0..1. */
  progress: number;
  /** Problems of the set-up, one sentence each. */
  problems: readonly string[];
  /** The profile with its history; a proposal in it waits for 'accept' or 'repeat'. */
  history: ProfileHistory;
  roles: RolesResult | null;
  /** Joints still to be turned, the current one first. */
  joints: readonly TrackerRole[];
  /** The step to return to after a single joint was turned again; null otherwise. */
  returnStep: SessionStep | null;
  /** Tracked spaces other than the head's. */
  readonly space: SpaceStep;
  readonly finder: CentreFinderState;
  refiner: ProportionsRefiner | null;
  /** Measures of the T-pose; null before the step 'proportions'. */
  measures: TPoseMeasures | null;
  readonly hold: HoldStill;
  /** Seconds that headset and trackers have been tracked. */
  wornSeconds: number;
  held: HeldPose | null;
  /** The joints that the shown profile gives: input of the avatar. */
  readonly jointFrame: JointFrame;
  roleOf: Readonly<Record<string, TrackedPoint | null>>;
  offsets: TrackerOffsets;
}

export function createCalibrationSession(
  profile: BodyProfile,
  settings: SessionSettings = defaultSessionSettings,
): CalibrationSession {
  const session: CalibrationSession = {
    settings,
    step: 'putOn',
    text: '',
    progress: 0,
    problems: [],
    history: createProfileHistory(profile),
    roles: null,
    joints: [],
    returnStep: null,
    space: createSpaceStep(),
    finder: createCentreFinder(),
    refiner: null,
    measures: null,
    hold: createHoldStill(),
    wornSeconds: 0,
    held: null,
    jointFrame: createJointFrame(),
    roleOf: {},
    offsets: createTrackerOffsets(),
  };
  showProfile(session);
  session.text = sessionText(session);
  return session;
}

/** Uses the roles and offsets of the proposal if there is one, so that the person sees it before accepting it. */
export function showProfile(session: CalibrationSession): void {
  const { present, proposal } = session.history;
  const shown = proposal?.profile ?? present;
  session.roleOf = rolesOfProfile(shown);
  session.offsets = offsetsOfProfile(shown);
}

export function propose(session: CalibrationSession, proposal: CalibrationProposal): void {
  session.history = reduceProfile(session.history, { type: 'propose', proposal });
  showProfile(session);
  session.text = sessionText(session);
}
