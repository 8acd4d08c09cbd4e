import { defaultLedFeetSettings, type LedFeetSettings } from '../../gait/led/ledFeetSettings.js';

/** How much and how the body follows the learned prior. Probabilities 0..1, lengths in metres, times in seconds. */
export interface PriorSettings {
  /** Off: the rules alone. Without weights it makes no difference. */
  readonly isOn: boolean;
  /** Rules and prior hand over to each other in this time. */
  readonly handOverSeconds: number;
  /** Feet stand and step as the prior says; off: by the gait's rules, with the learned trunk above them. */
  readonly leadsFeet: boolean;
  /** Share of the prior in hips and spine, knees, collar bones, and in where the elbow is on its circle. */
  readonly trunkShare: number;
  readonly kneeShare: number;
  readonly collarShare: number;
  readonly elbowShare: number;
  /** What is left of these in hips and spine where the hips are tracked, and in the knee where the foot is as well. */
  readonly trackedShare: number;
  readonly smoothing: PriorSmoothing;
  readonly feet: LedFeetSettings;
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

export const defaultPriorSettings: PriorSettings = {
  isOn: true,
  handOverSeconds: 0.4,
  leadsFeet: true,
  trunkShare: 0.9,
  kneeShare: 1,
  collarShare: 0.7,
  elbowShare: 0,
  trackedShare: 0.4,
  smoothing: { isOn: true, cutoffAtRest: 6, cutoffPerSpeed: 6 },
  feet: defaultLedFeetSettings,
};
