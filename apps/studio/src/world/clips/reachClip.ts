import { type HandKey, handPoses, type Performance, restingWrist as rest } from '../demo/performance.js';

const { hanging } = handPoses;
/** Around something that is held between both hands. */
const holding = { fingers: [-0.25, -0.35, 0.9], palm: [-1, 0.05, -0.2] } as const;
const holdingUp = { fingers: [-0.3, 0.75, 0.6], palm: [-1, 0, 0.1] } as const;
const opening = { fingers: [0.05, -0.75, 0.65], palm: [-0.95, -0.1, -0.1] } as const;

/** Both hands do the same; the left one a moment later. */
function handsFrom(late: number): HandKey[] {
  return [
    { time: 0, at: rest, ...hanging },
    { time: 0.9 + late, at: [0.24, -0.64, 0.04], ...hanging },
    { time: 1.8 + late, at: [0.26, -0.53, 0.2], ...opening },
    { time: 2.6 + late, at: [0.17, -0.45, 0.26], ...holding },
    { time: 3.1, at: [0.15, -0.45, 0.26], ...holding },
    { time: 4.2, at: [0.15, -0.42, 0.3], ...holding },
    { time: 5.2, at: [0.15, -0.1, 0.36], ...holdingUp },
    { time: 5.9, at: [0.15, 0.13, 0.3], ...holdingUp },
    { time: 6.7, at: [0.15, 0.14, 0.29], ...holdingUp },
    { time: 7.7, at: [0.15, -0.36, 0.31], ...holding },
    { time: 8.9, at: [0.15, -0.45, 0.26], ...holding },
    { time: 9.4, at: [0.16, -0.45, 0.26], ...holding },
    { time: 10.2 + late, at: [0.26, -0.53, 0.2], ...opening },
    { time: 11.4 + late, at: rest, ...hanging },
  ];
}

const grips = [
  { time: 0, grip: 0.1 },
  { time: 2.4, grip: 0.05 },
  { time: 3, grip: 0.55 },
  { time: 9.1, grip: 0.55 },
  { time: 9.7, grip: 0.05 },
  { time: 11.4, grip: 0.1 },
];

/** Crouches, picks something up with both hands, lifts it over the head and puts it back. */
export const reachClip: Performance = {
  label: 'Crouch and reach',
  seconds: 12.4,
  head: [
    { time: 0, at: [0, 0, 0], look: [0, 3, 0] },
    { time: 0.9, at: [0, -0.01, 0.01], look: [0, 22, 0] },
    { time: 1.8, at: [0, -0.22, 0.08], look: [0, 30, 0] },
    { time: 2.6, at: [0.005, -0.43, 0.14], look: [0, 32, 2] },
    { time: 3.1, at: [0.005, -0.44, 0.14], look: [0, 32, 2] },
    { time: 4.2, at: [0, -0.14, 0.06], look: [0, 22, 0] },
    { time: 5.2, at: [0, -0.01, 0], look: [0, -4, 0] },
    { time: 5.9, at: [0, 0.005, -0.012], look: [0, -20, 0] },
    { time: 6.7, at: [-0.008, 0.005, -0.014], look: [2, -20, 2] },
    { time: 7.7, at: [0, -0.12, 0.05], look: [0, 22, 0] },
    { time: 8.9, at: [0, -0.43, 0.14], look: [0, 32, 0] },
    { time: 9.4, at: [0, -0.43, 0.14], look: [0, 30, 0] },
    { time: 10.6, at: [0, -0.1, 0.04], look: [0, 14, 0] },
    { time: 11.6, at: [0, 0, 0], look: [0, 2, 0] },
  ],
  leftHand: handsFrom(0.1),
  rightHand: handsFrom(0),
  leftGrip: grips,
  rightGrip: grips,
  sway: [
    { axis: 0, timesPerLoop: 2, metres: 0.003, phaseDeg: 0 },
    { axis: 2, timesPerLoop: 3, metres: 0.003, phaseDeg: 60 },
  ],
};
