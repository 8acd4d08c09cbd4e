import { InputError, jointOfBone, quat, vec3 } from '@leib/core';
import { createBridgeSource, type FeedSource } from '@leib/feeds';
import { type CapturedActor, isCapturedActor, type Performer } from '@leib/mocap';
import type { SourceRef } from '@leib/stage';
import {
  createTrackerOffsets,
  type DeviceFrame,
  eyesInHead,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedSource,
} from '@leib/tracking';
import type { World } from '../../../world/world.js';
import { PERFORMER } from '../mocapDoc.js';

const HEAD = pointNumber.head;

/** Heads that can look at walls: the performer's, the page's own person's, and devices of the server's trackers. */
export class Heads {
  /** The trackers of the server. */
  readonly trackers: FeedSource;
  readonly #world: Pick<World, 'stage' | 'devices'>;

  constructor(world: Pick<World, 'stage' | 'devices'>, trackers: FeedSource = createBridgeSource(location.href)) {
    this.#world = world;
    this.trackers = trackers;
  }

  /** A head as a source of nothing else. Throws InputError for a reference of another kind. */
  open(ref: SourceRef): TrackedSource {
    switch (ref.kind) {
      case 'performer':
        return headSource('performer', (_dtSeconds, out) => this.#writePerformer(out));
      case 'you':
        return headSource('you', (_dtSeconds, out) => {
          const { devicePoses, quality: grades } = this.#world.devices;
          writeHead(out, devicePoses.subarray(HEAD * POSE_SIZE, (HEAD + 1) * POSE_SIZE), grades[HEAD]);
        });
      case 'device':
        return headSource(String(ref.id), (dtSeconds, out) => {
          // Stepping the trackers is what loses devices that have become silent.
          this.trackers.step(dtSeconds, out);
          const device = this.trackers.devices.find(({ id }) => id === ref.id);
          writeHead(out, device?.pose, device?.quality ?? quality.lost);
        });
      default:
        throw new InputError('source.kind', `expected performer, you or device, got ${ref.kind}`);
    }
  }

  dispose(): void {
    this.trackers.dispose();
  }

  #writePerformer(out: DeviceFrame): void {
    const actor = this.#world.stage.actors.get(PERFORMER);
    const isThere = isCapturedActor(actor) && actor.performer !== null;
    const pose = isThere && actor.performer ? eyesOf(actor.performer) : null;
    writeHead(out, pose ?? undefined, isThere ? gradeOfHead(actor) : quality.lost);
  }
}

function headSource(label: string, step: TrackedSource['step']): TrackedSource {
  return { label, offsets: createTrackerOffsets(), timeline: null, step, dispose() {} };
}

function writeHead(out: DeviceFrame, pose: ArrayLike<number> | undefined, grade: number): void {
  loseEverything(out);
  if (pose === undefined) return;
  out.devicePoses.set(pose, HEAD * POSE_SIZE);
  out.quality[HEAD] = grade;
}

/** Where bodies are solved, the one on the head is seen or not; a motion that is played is there in every moment. */
function gradeOfHead({ bodies: { names, quality: grades }, solver }: CapturedActor): number {
  if (solver === null) return quality.tracked;
  return grades[names.indexOf('head')] ?? quality.lost;
}

/** A head at rest faces +Z; a viewer's pose looks along -Z. */
const HALF_TURN = quat.fromValues(0, 1, 0, 0);

/** Pose between the eyes of a body; null without a head. 7 numbers. */
export function eyesOf({ skeleton, pose }: Pick<Performer, 'skeleton' | 'pose'>): Float64Array | null {
  const head = jointOfBone(skeleton, 'head');
  if (head < 0) return null;
  const [x, y, z, w] = pose.worldRotations.subarray(head * 4, head * 4 + 4);
  const turn = quat.fromValues(x, y, z, w);
  const [ex, ey, ez] = eyesInHead(skeleton);
  const eyes = vec3.transformQuat(vec3.create(), [ex, ey, ez], turn);
  const out = new Float64Array(POSE_SIZE);
  for (let k = 0; k < 3; k++) out[k] = pose.worldPositions[head * 3 + k] + eyes[k];
  out.set(quat.multiply(quat.create(), turn, HALF_TURN), 3);
  return out;
}
