/** How much and how the body follows the learned prior. Probabilities 0..1, lengths in metres, times in seconds. */
export interface PriorSettings {
  /** Off: the rules alone. Without weights it makes no difference. */
  readonly isOn: boolean;
  /** Rules and prior hand over to each other in this time. */
  readonly handOverSeconds: number;
  /** Share of the prior in hips and spine, knees, collar bones, and in where the elbow is on its circle. */
  readonly trunkShare: number;
  readonly kneeShare: number;
  readonly collarShare: number;
  readonly elbowShare: number;
  /** What is left of these in hips and spine where the hips are tracked, and in the knee where the foot is as well. */
  readonly trackedShare: number;
  readonly smoothing: PriorSmoothing;
  readonly feet: PriorFeetSettings;
}

/**
 * A low pass whose cutoff rises with how fast a joint turns (the 1 Euro filter): what the network's answer trembles is
 * taken out at rest, and fast movement is not held back.
 */
export interface PriorSmoothing {
  readonly isOn: boolean;
  /** Hz. */
  readonly cutoffAtRest: number;
  /** Hz per radian per second. */
  readonly cutoffPerSpeed: number;
}

/** When a foot stands, and how it comes and goes. */
export interface PriorFeetSettings {
  /** Share of the gait's observer in the chance of contact, where the gait has one on. */
  readonly observerShare: number;
  /** Heel or toes stand from this chance of contact on... */
  readonly lockAbove: number;
  /** ...and let go below this. Lower than lockAbove: hysteresis. */
  readonly releaseBelow: number;
  /** A standing foot is put right when the prior wants it farther away than this, at the size of a person of 1.70 m... */
  readonly putRightBeyond: number;
  /** ...and than what the person goes in this time: who runs is past a standing foot before it can be known better... */
  readonly putRightBeyondSeconds: number;
  /** ...until it is this near, at 1.70 m... */
  readonly putRightUntil: number;
  /** ...and no faster than this, metres per second. */
  readonly putRightSpeed: number;
  /** It lets go instead where the prior moves it faster than this, metres per second: that is a step... */
  readonly stepSpeed: number;
  /** ...or wants it farther away than this, at 1.70 m. */
  readonly farthest: number;
  /** Half of what a foot that lets go is off by is made up for on this much of its way, at 1.70 m... */
  readonly releaseHalfWay: number;
  /** ...and, where it is hardly wished to go, in this time. */
  readonly releaseHalfLife: number;
  /** A foot that comes to stand comes to rest in this time, by a factor e. */
  readonly restSeconds: number;
  /** A standing foot lies down flat on the ground by half in this time. */
  readonly settleHalfLife: number;
}

export const defaultPriorSettings: PriorSettings = {
  isOn: true,
  handOverSeconds: 0.4,
  trunkShare: 0.9,
  kneeShare: 1,
  collarShare: 0.7,
  elbowShare: 0,
  trackedShare: 0.4,
  smoothing: { isOn: true, cutoffAtRest: 6, cutoffPerSpeed: 6 },
  feet: {
    observerShare: 0.35,
    lockAbove: 0.4,
    releaseBelow: 0.35,
    putRightBeyond: 0.1,
    putRightBeyondSeconds: 0.05,
    putRightUntil: 0.06,
    putRightSpeed: 0.18,
    stepSpeed: 0.4,
    farthest: 0.35,
    releaseHalfWay: 0.08,
    releaseHalfLife: 0.6,
    restSeconds: 0.002,
    settleHalfLife: 0.5,
  },
};
