import {
  easeBetween,
  type GripKey,
  type HandKey,
  handPoses,
  keysOf,
  mix,
  type PathKey,
  type Performance,
  restingWrist as rest,
  type Triple,
} from '../demo/performance.js';
import type { ClipId } from './clipList.js';

const { hanging, waving, wavingIn, wavingOut } = handPoses;

/** 16 beats, 116 a minute. */
const BEATS = 16;
const DANCE_SECONDS = (BEATS * 60) / 116;
const DANCE_HZ = 15;

interface HandHold {
  readonly at: Triple;
  readonly fingers: Triple;
  readonly palm: Triple;
  readonly grip: number;
  readonly trigger: number;
}

const beatAt = (time: number) => (time * BEATS) / DANCE_SECONDS;
/** Once a beat, 1 on the beat; and to and fro over two beats. */
const pulseAt = (beat: number) => Math.cos(2 * Math.PI * beat);
const swayAt = (beat: number) => Math.sin(Math.PI * beat);

/** Before the chest, in and out. */
function rolling(beat: number, side: 1 | -1): HandHold {
  return {
    at: [0.27 + 0.04 * swayAt(beat), -0.36 + 0.05 * side * swayAt(beat), 0.25 + 0.03 * pulseAt(beat)],
    fingers: [-0.35, 0.5, 0.75],
    palm: [-0.85, -0.35, -0.1],
    grip: 0.8,
    trigger: 0.8,
  };
}

/** One arm up, the index finger points. */
function pointing(beat: number): HandHold {
  return {
    at: [0.26, 0.09 + 0.05 * pulseAt(beat), 0.15],
    fingers: [0.12, 1, 0.1],
    palm: [-0.35, 0, 0.95],
    grip: 1,
    trigger: 0,
  };
}

function onHip(): HandHold {
  const { fingers, palm } = handPoses.onHip;
  return { at: [0.232, -0.53, -0.01], fingers, palm, grip: 0.2, trigger: 0.2 };
}

/** Arms wide, a wave goes through them. */
function wide(beat: number, side: 1 | -1): HandHold {
  return {
    at: [0.52, -0.24 + 0.09 * side * swayAt(beat), 0.13],
    fingers: [0.9, 0.15 + 0.3 * side * swayAt(beat - 0.35), 0.35],
    palm: [0.05, -1, 0.15],
    grip: 0.05,
    trigger: 0.05,
  };
}

/** Four beats each: rolling, one arm up, the other one, arms wide. */
function holdAt(time: number, side: 1 | -1): HandHold {
  const beat = beatAt(time);
  const [up, hip] = [pointing(beat), onHip()];
  const holds = [rolling(beat, side), side === -1 ? up : hip, side === -1 ? hip : up, wide(beat, side)];
  const bar = Math.floor(beat / 4) % 4;
  // The last beat of a bar goes over to the next one.
  const share = easeBetween(2.9, 4, beat % 4);
  const [a, b] = [holds[bar], holds[(bar + 1) % 4]];
  return {
    at: mix(a.at, b.at, share),
    fingers: mix(a.fingers, b.fingers, share),
    palm: mix(a.palm, b.palm, share),
    grip: a.grip + (b.grip - a.grip) * share,
    trigger: a.trigger + (b.trigger - a.trigger) * share,
  };
}

function handKeys(side: 1 | -1): HandKey[] {
  return keysOf(DANCE_SECONDS, DANCE_HZ, (time) => {
    const { at, fingers, palm } = holdAt(time, side);
    return { time, at, fingers, palm };
  });
}

function gripKeys(side: 1 | -1): GripKey[] {
  return keysOf(DANCE_SECONDS, DANCE_HZ, (time) => {
    const { grip, trigger } = holdAt(time, side);
    return { time, grip, trigger };
  });
}

/** Sways from leg to leg, bounces on the beat, arms in four figures. */
const danceClip: Performance = {
  label: 'Dance',
  seconds: DANCE_SECONDS,
  head: keysOf(DANCE_SECONDS, DANCE_HZ, (time) => {
    const beat = beatAt(time);
    return {
      time,
      at: [0.07 * swayAt(beat), -0.035 - 0.022 * pulseAt(beat), 0.012 * pulseAt(beat / 2)],
      look: [7 * swayAt(beat), 3 + 3 * pulseAt(beat), -5 * swayAt(beat)],
    };
  }),
  leftHand: handKeys(1),
  rightHand: handKeys(-1),
  leftGrip: gripKeys(1),
  rightGrip: gripKeys(-1),
  sway: [],
};

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
const reachClip: Performance = {
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

const WALK_SECONDS = 14;
const WALK_HZ = 10;
/** Both steps of a stride together, metres. */
const STRIDE = 1.15;

/** Way to the left of the start at a time, metres: one metre out, two back, one out. */
function wayAt(time: number): number {
  return easeBetween(1, 3.2, time) - 2 * easeBetween(4.4, 8, time) + easeBetween(9.2, 11.6, time);
}

/** Turned to the left, degrees: along the way, back, along it again, to the mirror. */
function headingAt(time: number): number {
  const quarter = 90 * easeBetween(0.2, 1.5, time);
  const back = 180 * easeBetween(2.9, 4.7, time);
  const forth = 180 * easeBetween(7.6, 9.5, time);
  return quarter + back + forth - 90 * easeBetween(11.3, 12.8, time);
}

/** All that was walked until a time, metres. */
function walkedAt(time: number): number {
  return easeBetween(1, 3.2, time) + 2 * easeBetween(4.4, 8, time) + easeBetween(9.2, 11.6, time);
}

/** How much the arms swing: with the speed, 0..1. */
function swingAt(time: number): number {
  const h = 0.05;
  return Math.min(1, (walkedAt(time + h) - walkedAt(time - h)) / (2 * h) / 0.6);
}

function phaseAt(time: number): number {
  return (2 * Math.PI * walkedAt(time)) / STRIDE;
}

/** @param side 1 for the left hand, -1 for the right: arms swing against each other */
function handAt(time: number, side: 1 | -1): HandKey {
  const swing = swingAt(time) * Math.sin(phaseAt(time)) * side;
  return {
    time,
    at: [0.236, -0.65 + 0.05 * swing * swing + 0.01 * swing, 0.02 + 0.16 * swing],
    fingers: [0.03, -1, 0.16 + 0.55 * swing],
    palm: [-0.9, 0, -0.35],
  };
}

/** Walks to and fro before the mirror. */
const walkClip: Performance = {
  label: 'Walk and turn',
  seconds: WALK_SECONDS,
  path: keysOf(WALK_SECONDS, WALK_HZ, (time): PathKey => ({ time, at: [wayAt(time), 0], headingDeg: headingAt(time) })),
  head: keysOf(WALK_SECONDS, WALK_HZ, (time) => ({
    time,
    at: [
      0.012 * swingAt(time) * Math.sin(phaseAt(time)),
      -0.012 * swingAt(time) * (1 + Math.cos(2 * phaseAt(time))),
      0.02 * swingAt(time),
    ],
    // Looks where it goes next: the head turns a little before the body.
    look: [0.35 * (headingAt(Math.min(time + 0.25, WALK_SECONDS)) - headingAt(time)), 4 + 3 * swingAt(time), 0],
  })),
  leftHand: keysOf(WALK_SECONDS, WALK_HZ, (time) => handAt(time, 1)),
  rightHand: keysOf(WALK_SECONDS, WALK_HZ, (time) => handAt(time, -1)),
  leftGrip: [{ time: 0, grip: 0.2 }],
  rightGrip: [{ time: 0, grip: 0.2 }],
  sway: [{ axis: 0, timesPerLoop: 3, metres: 0.004, phaseDeg: 0 }],
};

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
const waveClip: Performance = {
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

export const clips: Readonly<Record<ClipId, Performance>> = {
  wave: waveClip,
  walk: walkClip,
  reach: reachClip,
  dance: danceClip,
};
