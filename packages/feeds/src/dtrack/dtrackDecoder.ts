import { addFeedSample, type FeedDevice, type FeedPacket, quality, resetFeedPacket } from '@leib/tracking';
import {
  createKeyCache,
  type FeedDecoder,
  type KeyCache,
  keyOf,
  turnUpright,
  type UpAxis,
} from '../protocol/feedDecoder.js';
import { createDTrackFrame, type DTrackBody, type DTrackFrame, type Pool } from './dtrackFrame.js';
import { parseDTrack } from './parseDTrack.js';

type DeviceKind = FeedDevice['kind'];

export interface DTrackDecoderOptions {
  /** Z is up after a room calibration of the kind "normal", Y after "powerwall". */
  readonly up?: UpAxis;
}

/** Keys and names of one kind of devices, cached by number. */
interface Names {
  readonly kind: DeviceKind;
  readonly keys: KeyCache;
  readonly labels: KeyCache;
}

/** ART DTrack: bodies, flysticks, tools, hands and the joints of human models. */
export function createDTrackDecoder({ up = 'z' }: DTrackDecoderOptions = {}): FeedDecoder {
  const frame = createDTrackFrame();
  const bodies = createNames('tracker', 'body/', 'Body ');
  const flysticks = createNames('controller', 'flystick/', 'Flystick ');
  const tools = createNames('tool', 'tool/', 'Tool ');
  const references = createNames('tool', 'tool-reference/', 'Tool reference ');
  const hands = createNames('hand', 'hand/', 'Hand ');
  const joints = createNames('bone', 'joint/', 'Joint ');
  return {
    protocol: 'dtrack',
    decode(bytes, out) {
      if (!parseDTrack(bytes, frame)) return false;
      resetFeedPacket(out);
      out.frameNumber = frame.frameNumber;
      out.senderSeconds = Number.isNaN(frame.epochSeconds) ? frame.timeOfDaySeconds : frame.epochSeconds;
      out.senderLatencySeconds = frame.latencySeconds;
      out.isComplete = true;
      out.faults = describeDTrackFaults(frame);
      addAll(out, frame.bodies, bodies, up);
      addInertial(out, frame, bodies, up);
      addAll(out, frame.flysticks, flysticks, up);
      addAll(out, frame.tools, tools, up);
      addAll(out, frame.toolReferences, references, up);
      addAll(out, frame.hands, hands, up);
      for (let i = 0; i < frame.joints.count; i++) {
        const joint = frame.joints.items[i];
        // 256 numbers per human: "joint/261" is joint 5 of human 1.
        add(out, joint, joint.humanId * 256 + joint.id, joints, up);
      }
      return true;
    },
  };
}

function createNames(kind: DeviceKind, keyPrefix: string, namePrefix: string): Names {
  return { kind, keys: createKeyCache(keyPrefix), labels: createKeyCache(namePrefix) };
}

function addAll(out: FeedPacket, pool: Pool<DTrackBody>, names: Names, up: UpAxis): void {
  for (let i = 0; i < pool.count; i++) add(out, pool.items[i], pool.items[i].id, names, up);
}

/** The bodies of `6di`: same as `6d`, but a pose from inertial sensors alone is inferred. */
function addInertial(out: FeedPacket, frame: DTrackFrame, names: Names, up: UpAxis): void {
  for (let i = 0; i < frame.inertialBodies.count; i++) {
    const body = frame.inertialBodies.items[i];
    if (isListed(frame.bodies, body.id)) continue;
    const sample = add(out, body, body.id, names, up);
    if (sample !== null && body.isTracked && body.state === 1) sample.quality = quality.inferred;
  }
}

function isListed(bodies: Pool<DTrackBody>, id: number): boolean {
  for (let i = 0; i < bodies.count; i++) if (bodies.items[i].id === id) return true;
  return false;
}

function add(out: FeedPacket, body: DTrackBody, number: number, names: Names, up: UpAxis) {
  const sample = addFeedSample(out, keyOf(names.keys, number), keyOf(names.labels, number), names.kind);
  if (sample === null) return null;
  sample.quality = body.isTracked ? quality.tracked : quality.lost;
  if (body.isTracked) {
    sample.pose.set(body.pose);
    turnUpright(sample.pose, up);
  }
  return sample;
}

/**
 * What one packet had wrong, a sentence for each time: ids that come twice, bodies that are no numbers, damaged lines. The
 * rest of the packet holds. Empty for nearly all packets.
 */
export function describeDTrackFaults({ doubledIds, damagedItems, damagedLines }: DTrackFrame): readonly string[] {
  if (doubledIds.length === 0 && damagedItems === 0 && damagedLines === 0) return none;
  return [
    ...doubledIds.map(
      (id) =>
        `DTrack packet, body ${id}: expected each id once, got it twice; both bodies count as lost in this packet.`,
    ),
    ...Array<string>(damagedItems).fill(damagedItem),
    ...Array<string>(damagedLines).fill(damagedLine),
  ];
}

const none: readonly string[] = [];
const damagedItem =
  'DTrack packet: expected finite numbers in each body, got NaN; such a body counts as lost in its packet.';
const damagedLine = 'DTrack packet: expected whole lines, got a damaged one; it is left out from there on.';
