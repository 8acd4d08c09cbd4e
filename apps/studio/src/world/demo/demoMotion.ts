import { KeyframeSource } from './keyframeSource.js';
import {
  type GripKey,
  type HandKey,
  type HeadKey,
  handPoses,
  type Performance,
  restingWrist as rest,
  type Sway,
} from './performance.js';

const { hanging, waving, wavingOut, wavingIn, readPalm, readEdge, readBack, offering, onThigh, onHip } = handPoses;

const head: readonly HeadKey[] = [
  { time: 0, at: [0, 0, 0], look: [0, 3, 0] },
  { time: 1.3, at: [0.004, 0, 0.004], look: [5, 3, 4] },
  { time: 2.4, at: [0.006, 0, 0.004], look: [-5, 5, 1] },
  // Weight on the left leg.
  { time: 3.5, at: [0.035, -0.004, 0], look: [-3, 4, -3] },
  { time: 4.5, at: [0.033, -0.004, 0.002], look: [-2, 3, -3] },
  // Waves.
  { time: 5.8, at: [0.012, -0.002, 0.006], look: [0, 2, 3] },
  { time: 8, at: [0.006, -0.001, 0.006], look: [-2, 1, 5] },
  // Looks at the right hand.
  { time: 9.3, at: [-0.006, -0.006, 0.008], look: [-10, 25, -2] },
  { time: 11.6, at: [-0.008, -0.007, 0.01], look: [-9, 27, -4] },
  { time: 12.8, at: [0, 0, 0], look: [2, 3, 0] },
  // A step to the left and back.
  { time: 13.3, at: [0.03, -0.006, 0], look: [8, 6, -2] },
  { time: 14.5, at: [0.255, -0.004, 0.01], look: [-4, 3, 0] },
  { time: 15.4, at: [0.27, -0.003, 0.01], look: [-9, 3, 3] },
  { time: 15.9, at: [0.245, -0.006, 0.01], look: [-10, 5, 2] },
  { time: 17.1, at: [0.012, -0.004, 0], look: [2, 4, 0] },
  // Opens the arms, chin up.
  { time: 18.4, at: [0, 0, -0.008], look: [0, -5, 0] },
  { time: 19.3, at: [0, 0, -0.008], look: [2, -5, 2] },
  { time: 20.5, at: [0, -0.002, 0], look: [0, 5, 0] },
  // A bow.
  { time: 21.8, at: [0, -0.095, 0.19], look: [0, 32, 0] },
  { time: 22.2, at: [0, -0.095, 0.19], look: [0, 32, 0] },
  { time: 23.4, at: [0, 0, 0], look: [0, 2, 0] },
  // Hands on the hips.
  { time: 24.6, at: [-0.022, -0.003, -0.004], look: [4, 2, 6] },
  { time: 26.2, at: [-0.026, -0.003, -0.004], look: [-4, 1, 4] },
  { time: 27.3, at: [-0.006, -0.001, 0], look: [-1, 3, 0] },
];

const rightHand: readonly HandKey[] = [
  { time: 0, at: rest, ...hanging },
  { time: 4.5, at: rest, ...hanging },
  { time: 5.15, at: [0.29, -0.46, 0.22], fingers: [0.1, 0.35, 0.9], palm: [-0.75, -0.4, 0.4] },
  { time: 5.8, at: [0.34, -0.05, 0.17], ...waving },
  { time: 6.15, at: [0.41, -0.07, 0.16], ...wavingOut },
  { time: 6.5, at: [0.3, -0.05, 0.18], ...wavingIn },
  { time: 6.85, at: [0.41, -0.07, 0.16], ...wavingOut },
  { time: 7.2, at: [0.3, -0.05, 0.18], ...wavingIn },
  { time: 7.55, at: [0.4, -0.07, 0.16], ...wavingOut },
  { time: 8, at: [0.33, -0.06, 0.18], ...waving },
  { time: 8.6, at: [0.25, -0.24, 0.27], fingers: [-0.15, 0.95, 0.25], palm: [-0.8, 0.1, 0.45] },
  // Comes down in front of the face, palm inwards, turns, closes, opens, turns back.
  { time: 9.3, at: [0.1, -0.29, 0.34], ...readPalm },
  { time: 9.7, at: [0.1, -0.29, 0.34], ...readPalm },
  { time: 10.1, at: [0.11, -0.29, 0.345], ...readEdge },
  { time: 10.5, at: [0.12, -0.28, 0.35], ...readBack },
  { time: 11.1, at: [0.12, -0.28, 0.35], ...readBack },
  { time: 11.7, at: [0.14, -0.31, 0.31], ...readEdge },
  { time: 12.2, at: [0.22, -0.45, 0.2], fingers: [-0.1, -0.2, 0.95], palm: [-0.95, -0.2, -0.1] },
  { time: 13, at: rest, ...hanging },
  { time: 14.4, at: [0.25, -0.652, 0.02], ...hanging },
  { time: 16.2, at: [0.24, -0.655, 0.0], ...hanging },
  { time: 17.3, at: rest, ...hanging },
  { time: 17.9, at: [0.38, -0.5, 0.17], fingers: [0.45, -0.2, 0.85], palm: [-0.75, 0.35, 0.3] },
  { time: 18.5, at: [0.53, -0.4, 0.15], ...offering },
  { time: 19.2, at: [0.54, -0.39, 0.15], ...offering },
  { time: 20.4, at: [0.25, -0.65, 0.03], ...hanging },
  // On the thighs while bowing.
  { time: 21.7, at: [0.16, -0.6, -0.11], ...onThigh },
  { time: 22.2, at: [0.16, -0.6, -0.11], ...onThigh },
  { time: 23.1, at: [0.24, -0.64, 0.02], ...hanging },
  { time: 23.6, at: [0.31, -0.58, 0.08], fingers: [-0.1, -0.7, 0.65], palm: [-0.95, -0.1, -0.3] },
  { time: 24.4, at: [0.225, -0.53, -0.02], ...onHip },
  { time: 26.2, at: [0.225, -0.53, -0.02], ...onHip },
  { time: 26.8, at: [0.3, -0.6, 0.06], fingers: [0, -0.85, 0.5], palm: [-0.95, -0.1, -0.3] },
  { time: 27.5, at: rest, ...hanging },
];

const leftHand: readonly HandKey[] = [
  { time: 0, at: rest, ...hanging },
  { time: 3.5, at: [0.225, -0.657, 0.005], ...hanging },
  { time: 5.8, at: [0.235, -0.65, 0.02], ...hanging },
  { time: 8, at: [0.235, -0.65, 0.02], ...hanging },
  { time: 9.4, at: [0.228, -0.652, 0.03], ...hanging },
  { time: 13, at: rest, ...hanging },
  { time: 14.2, at: [0.25, -0.648, 0.035], ...hanging },
  { time: 16.2, at: [0.24, -0.655, 0.02], ...hanging },
  { time: 17.25, at: rest, ...hanging },
  { time: 17.85, at: [0.38, -0.5, 0.17], fingers: [0.45, -0.2, 0.85], palm: [-0.75, 0.35, 0.3] },
  { time: 18.45, at: [0.54, -0.39, 0.15], ...offering },
  { time: 19.2, at: [0.55, -0.38, 0.15], ...offering },
  { time: 20.4, at: [0.25, -0.65, 0.03], ...hanging },
  { time: 21.75, at: [0.16, -0.6, -0.11], ...onThigh },
  { time: 22.25, at: [0.16, -0.6, -0.11], ...onThigh },
  { time: 23.15, at: [0.24, -0.64, 0.02], ...hanging },
  { time: 23.7, at: [0.31, -0.58, 0.08], fingers: [-0.1, -0.7, 0.65], palm: [-0.95, -0.1, -0.3] },
  { time: 24.5, at: [0.225, -0.53, -0.02], ...onHip },
  { time: 26.25, at: [0.225, -0.53, -0.02], ...onHip },
  { time: 26.85, at: [0.3, -0.6, 0.06], fingers: [0, -0.85, 0.5], palm: [-0.95, -0.1, -0.3] },
  { time: 27.5, at: rest, ...hanging },
];

const rightGrip: readonly GripKey[] = [
  { time: 0, grip: 0 },
  { time: 10.5, grip: 0 },
  { time: 10.8, grip: 0.9 },
  { time: 11.2, grip: 0 },
];

/** Slow sway and breathing. */
const sway: readonly Sway[] = [
  { axis: 0, timesPerLoop: 4, metres: 0.004, phaseDeg: 0 },
  { axis: 0, timesPerLoop: 7, metres: 0.0025, phaseDeg: 70 },
  { axis: 1, timesPerLoop: 8, metres: 0.0008, phaseDeg: 20 },
  { axis: 2, timesPerLoop: 3, metres: 0.005, phaseDeg: 120 },
  { axis: 2, timesPerLoop: 8, metres: 0.0015, phaseDeg: 0 },
];

/** A person in front of a mirror. Written by hand for this project. */
export const demoPerformance: Performance = {
  label: 'Demo',
  seconds: 28,
  head,
  leftHand,
  rightHand,
  leftGrip: [{ time: 0, grip: 0 }],
  rightGrip,
  sway,
};

/** Our own little performance in front of the mirror. */
export function createDemoSource(): KeyframeSource {
  return new KeyframeSource(demoPerformance);
}
