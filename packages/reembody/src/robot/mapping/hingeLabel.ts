import type { RobotPart, RobotSide } from './readRobotName.js';

export type LimbKind = 'arm' | 'leg' | 'torso' | 'head' | 'finger' | 'other';

/** The limb that a hinge belongs to, and the part that its name says. */
export interface HingeLabel {
  readonly limb: LimbKind | null;
  readonly side: RobotSide | null;
  readonly part: RobotPart | null;
}

export const noLabel: HingeLabel = { limb: null, side: null, part: null };
