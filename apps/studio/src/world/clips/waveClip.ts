import { type HandKey, handPoses, type Performance, restingWrist as rest } from '../demo/performance.js';

const { hanging, waving, wavingIn, wavingOut } = handPoses;
const raising = { fingers: [0.1, 0.35, 0.9], palm: [-0.75, -0.4, 0.4] } as const;

/** A wave of one hand that starts at a time: up, three times out and in, down. */
function waveFrom(start: number): HandKey[] {
  const swings = [0, 1, 2].flatMap((i): HandKey[] => [
    { time: start + 1.65 + 0.7 * i, at: [0.41, -0.07, 0.16], ...wavingOut },
    { time: start + 2 + 0.7 * i, at: [0.3, -0.05, 0.18], ...wavingIn },
  ]);
  return [
    { time: start, at: rest, ...hanging },
    { time: start + 0.65, at: [0.29, -0.46, 0.22], ...raising },
    { time: start + 1.3, at: [0.34, -0.05, 0.17], ...waving },
    ...swings,
    { time: start + 4.2, at: [0.33, -0.07, 0.18], ...waving },
    { time: start + 4.9, at: [0.29, -0.44, 0.2], ...raising },
    { time: start + 5.7, at: rest, ...hanging },
  ];
}

/** Says hello with the right hand, then with both. */
export const waveClip: Performance = {
  label: 'Wave',
  seconds: 13,
  head: [
    { time: 0, at: [0, 0, 0], look: [0, 3, 0] },
    { time: 1.8, at: [0.012, -0.002, 0.006], look: [-3, 1, 4] },
    { time: 4.4, at: [0.008, -0.002, 0.006], look: [-2, 2, 5] },
    { time: 6.2, at: [-0.004, 0, 0], look: [2, 4, 0] },
    { time: 8, at: [0, -0.004, 0.012], look: [0, -2, -3] },
    { time: 10.4, at: [-0.006, -0.004, 0.012], look: [3, -1, 3] },
    { time: 12, at: [0, 0, 0], look: [0, 5, 0] },
  ],
  rightHand: [...waveFrom(0.3), ...waveFrom(6.6)],
  leftHand: [{ time: 0, at: rest, ...hanging }, { time: 3, at: [0.238, -0.652, 0.015], ...hanging }, ...waveFrom(6.8)],
  leftGrip: [{ time: 0, grip: 0.1 }],
  rightGrip: [{ time: 0, grip: 0.1 }],
  sway: [
    { axis: 0, timesPerLoop: 2, metres: 0.004, phaseDeg: 0 },
    { axis: 1, timesPerLoop: 4, metres: 0.0008, phaseDeg: 20 },
    { axis: 2, timesPerLoop: 3, metres: 0.004, phaseDeg: 90 },
  ],
};
