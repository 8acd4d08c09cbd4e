import {
  addTrack,
  appendEvenly,
  createEvenTrack,
  createRecorder,
  decodeValue,
  doublesOf,
  findTrack,
  finishTrack,
  type GrowingTrack,
  InputError,
  type Recording,
  recordingOf,
  type Track,
} from '@leib/core';
import { appendHand, type HandSignal, handOfTrack, handTrackSpec, trackOfHand } from '@leib/tracking/hands';
import { array, number, object, string } from 'valibot';
import type { PuppetModel } from '../play/puppetModel.js';
import type { PuppetState } from '../play/puppetState.js';
import {
  createTakeFrame,
  JOINT_SIZE,
  MAX_TAKE_FRAMES,
  type PuppetTake,
  type TakeFrame,
  type TakeLayout,
  takeLayoutOf,
} from './puppetTake.js';

interface TakeOptions {
  readonly name: string;
  readonly hz?: number;
  /** Seconds of playing that become one second of the take: 2 is played at half speed and shown at full. */
  readonly slowness?: number;
}

/** A take while a puppet is played, whatever its frame rate. */
interface RunningTake {
  readonly name: string;
  readonly slowness: number;
  readonly layout: TakeLayout;
  readonly parts: ReturnType<typeof createEvenTrack>;
  readonly hands: readonly GrowingTrack[];
  readonly frame: TakeFrame;
}

export function beginTake(model: PuppetModel, { name, hz = 60, slowness = 1 }: TakeOptions): RunningTake {
  const layout = takeLayoutOf(model);
  const recorder = createRecorder();
  const channels = {
    joints: { kind: 'pose', count: layout.parts.length + 1 },
    spreads: { kind: 'line', count: layout.spreadParts.length * 3 },
  } as const;
  const spec = {
    name: 'parts',
    kind: 'parts',
    hz,
    about: { ...layout },
    channels,
    mostMoments: MAX_TAKE_FRAMES,
  } as const;
  return {
    name,
    slowness,
    layout,
    parts: createEvenTrack(addTrack(recorder, spec)),
    hands: model.hands.hands.map((_, i) => addTrack(recorder, handTrackSpec(handName(i), hz))),
    frame: createTakeFrame(layout),
  };
}

const handName = (hand: number) => `hand ${hand + 1}`;

/** Takes a frame after stepPuppet(). Returns false where the take is full. */
export function appendTakeFrame(
  take: RunningTake,
  state: PuppetState,
  signals: readonly (HandSignal | null)[],
  dtSeconds: number,
): boolean {
  const { parts, slowness, hands, frame } = take;
  readTakeFrame(state, frame);
  const hasRoom = appendEvenly(parts, { joints: frame.joints, spreads: frame.spreads }, dtSeconds / slowness);
  hands.forEach((hand, i) => {
    const signal = signals[i];
    if (signal) appendHand(hand, parts.seconds, signal);
  });
  return hasRoom;
}

/** What was recorded so far. */
export function finishTake({ name, layout, parts, hands }: RunningTake): PuppetTake {
  const track = finishTrack(parts.track);
  const recorded = hands.map((hand) => (hand.momentCount > 0 ? handOfTrack(finishTrack(hand)) : null));
  return takeOfTrack(track, layout, { name, hands: recorded });
}

function takeOfTrack(track: Track, layout: TakeLayout, about: Pick<PuppetTake, 'name' | 'hands'>): PuppetTake {
  const joints = doublesOf(track, 'joints', (layout.parts.length + 1) * JOINT_SIZE);
  const spreads = doublesOf(track, 'spreads', layout.spreadParts.length * 3);
  return { ...about, ...layout, hz: track.hz, frameCount: track.momentCount, joints, spreads };
}

/** A take as a recording: its parts, and what each hand did; numbers are shared, not copied. */
export function recordingOfTake(take: PuppetTake): Recording {
  const { name, hz, frameCount, parts, spreadParts, joints, spreads, hands } = take;
  const track: Track = {
    name: 'parts',
    kind: 'parts',
    hz,
    about: { name, parts, spreadParts, handCount: hands.length },
    momentCount: frameCount,
    times: Float64Array.from({ length: frameCount }, (_, frame) => frame / hz),
    channels: {
      joints: { kind: 'pose', count: parts.length + 1, values: joints },
      spreads: { kind: 'line', count: spreadParts.length * 3, values: spreads },
    },
  };
  return recordingOf([track, ...hands.map((hand, i) => hand && trackOfHand(hand, handName(i)))]);
}

const aboutSchema = object({
  name: string(),
  parts: array(string()),
  spreadParts: array(string()),
  handCount: number(),
});

/** The take of a recording; its clock begins with its first frame. Throws InputError where it has none. */
export function takeOfRecording(recording: Recording): PuppetTake {
  const track = findTrack(recording, 'parts');
  if (track === null) throw new InputError('', 'expected a take of a puppet, got a recording without parts');
  const about = decodeValue(track.about, aboutSchema);
  if (!about.ok) throw new InputError(`track "${track.name}", ${about.path}`, about.reason);
  const { name, parts, spreadParts, handCount } = about.value;
  const [start = 0] = track.times;
  const hands = Array.from({ length: Math.min(handCount, 2) }, (_, i) => {
    const hand = findTrack(recording, 'hand', handName(i));
    return hand && handOfTrack({ ...hand, times: hand.times.map((time) => time - start) });
  });
  return takeOfTrack(track, { parts, spreadParts }, { name, hands });
}

/** Where the parts of a puppet are now, as a take holds them. */
function readTakeFrame({ pose, partOffsets, hands }: PuppetState, out: TakeFrame): void {
  const { joints } = out;
  joints.set(pose.rootPosition);
  joints.set(pose.localRotations.subarray(0, 4), 3);
  for (let part = 0; part * 3 < partOffsets.length; part++) {
    const at = (part + 1) * JOINT_SIZE;
    joints.set(partOffsets.subarray(part * 3, part * 3 + 3), at);
    joints.set(pose.localRotations.subarray((part + 1) * 4, (part + 2) * 4), at + 3);
  }
  out.spreads.set(hands.spread.vectors);
}
