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
import type { SessionStep } from './sessionSteps.js';
import { sessionText } from './sessionText.js';
import { createSpaceStep, type SpaceStep } from './spaceStep.js';

export interface SessionSettings {
  /** Headset and trackers must be there for this long. */
  readonly putOnSeconds: number;
  /** The T-pose is held for this long. */
  readonly holdSeconds: number;
  /** Roles less certain than this do not end the T-pose by themselves. */
  readonly leastConfidence: number;
  /** Joints to be turned, in this order, as far as their trackers are worn. */
  readonly joints: readonly TrackerRole[];
  /** How long one moves about for the proportions. */
  readonly proportionsSeconds: number;
  /** From the personal body: how deep the pelvis joint lies under the skin, metres; null where there is no such body. */
  readonly pelvisDepth: number | null;
  /** What is believed of the body before it is measured: where there is an avatar, one that is built like it. */
  readonly priors: BodyPriors;
}

export const defaultSessionSettings: SessionSettings = {
  putOnSeconds: 1.5,
  holdSeconds: 1.5,
  leastConfidence: 0.5,
  joints: ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'],
  proportionsSeconds: 30,
  pelvisDepth: null,
  priors: averageBody,
};

/**
 * The guided way from "put it on" to the mirror. Whoever shows it only draws what stands here; a frame goes in by
 * stepCalibration(), what the person decides by commandCalibration().
 */
export interface CalibrationSession {
  readonly settings: SessionSettings;
  step: SessionStep;
  /** What the person reads now. */
  text: string;
  /** Of the step (of the joint, where several are turned), 0..1. */
  progress: number;
  /** What is impossible or unclear, a sentence each. */
  problems: readonly string[];
  /** The profile with its past; a proposal in it waits for 'accept' or 'repeat'. */
  history: ProfileHistory;
  roles: RolesResult | null;
  /** Joints still to be turned, the present one first. */
  joints: readonly TrackerRole[];
  /** Where one was when a single joint was to be turned again; null on the way through all steps. */
  returnStep: SessionStep | null;
  /** Tracked spaces besides that of the head. */
  readonly space: SpaceStep;
  readonly finder: CentreFinderState;
  refiner: ProportionsRefiner | null;
  /** What the T-pose told, as joints: stature, span. Known once proportions begin. */
  measures: TPoseMeasures | null;
  readonly hold: HoldStill;
  /** Seconds that headset and trackers have been there. */
  wornSeconds: number;
  held: HeldPose | null;
  /** Devices as joints, by the present profile: what an avatar is shown from. */
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

/** What is proposed is shown before it is accepted: nobody can judge what they do not see. */
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
