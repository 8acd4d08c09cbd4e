/** How the network's inputs and outputs are laid out. Part of the weight file's version; lab/training/features.py is alike. */

/** The network runs at this rate whatever the display does, Hz. */
export const PRIOR_HZ = 60;

/** Tracked points it knows: head, left and right hand, hips, left and right foot. Index in trackedPoints. */
export const priorPoints = [0, 1, 2, 3, 9, 10] as const;
export const PRIOR_POINT_COUNT = priorPoints.length;

/** Ticks back at which head and hands are shown again. */
export const priorLags = [6, 12, 24, 48, 90] as const;

export const HEAD_FEATURES = 16;
export const POINT_FEATURES = 19;
export const LAG_FEATURES = 15;
export const PROPORTION_COUNT = 20;
export const FEATURE_COUNT =
  HEAD_FEATURES + (PRIOR_POINT_COUNT - 1) * POINT_FEATURES + priorLags.length * LAG_FEATURES + PROPORTION_COUNT;

/** Joints of the prior's body: SMPL's 22 and the lower back, which sits on the pelvis and carries spine1. */
export const PRIOR_JOINT_COUNT = 23;
export const LOWER_BACK = 22;
export const HEAD_JOINT = 15;
export const priorParents: readonly number[] = [
  -1, 0, 0, 22, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 0,
];

/** Parents before children: the lower back comes before the spine that hangs on it. */
export const priorOrder: readonly number[] = [
  0,
  LOWER_BACK,
  ...Array.from({ length: LOWER_BACK - 1 }, (_, i) => i + 1),
];

/** Outputs: two columns of the world rotation of every joint but the head, in the heading's frame... */
export const ROTATION_OUTPUTS = (PRIOR_JOINT_COUNT - 1) * 6;
/** ...logits of contact: left ankle, right ankle, left toes, right toes... */
export const CONTACT_OUTPUTS = 4;
/** ...and how far off upper and lower body are thought to be. */
export const ERROR_OUTPUTS = 2;
export const OUTPUT_COUNT = ROTATION_OUTPUTS + CONTACT_OUTPUTS + ERROR_OUTPUTS;

/** Share of the way to the head's yaw that the heading turns in a tick: a time constant of 0.25 s. */
export const HEADING_SHARE = 1 - Math.exp(-1 / (PRIOR_HZ * 0.25));

/** Normalised features are cut here. */
export const FEATURE_LIMIT = 8;
