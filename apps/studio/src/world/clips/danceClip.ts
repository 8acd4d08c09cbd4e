import {
  easeBetween,
  type GripKey,
  type HandKey,
  handPoses,
  keysOf,
  mix,
  type Performance,
  type Triple,
} from '../demo/performance.js';

/** 16 beats, 116 a minute. */
const BEATS = 16;
const SECONDS = (BEATS * 60) / 116;
const HZ = 15;

interface HandHold {
  readonly at: Triple;
  readonly fingers: Triple;
  readonly palm: Triple;
  readonly grip: number;
  readonly trigger: number;
}

const beatAt = (time: number) => (time * BEATS) / SECONDS;
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
  return keysOf(SECONDS, HZ, (time) => {
    const { at, fingers, palm } = holdAt(time, side);
    return { time, at, fingers, palm };
  });
}

function gripKeys(side: 1 | -1): GripKey[] {
  return keysOf(SECONDS, HZ, (time) => {
    const { grip, trigger } = holdAt(time, side);
    return { time, grip, trigger };
  });
}

/** Sways from leg to leg, bounces on the beat, arms in four figures. */
export const danceClip: Performance = {
  label: 'Dance',
  seconds: SECONDS,
  head: keysOf(SECONDS, HZ, (time) => {
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
