import {
  composePoses,
  type FeedDevice,
  invertPose,
  POSE_SIZE,
  quality,
  type SessionInput,
  type TrackedPoint,
  type TrackerOffsets,
} from '@leib/tracking';

/** A feed's devices as calibration wants them: the head as a joint, everything else by id. */
export interface WearInput extends SessionInput {
  isHeadTracked: boolean;
  eyesY: number | null;
  floorY: number;
  readonly devices: FeedDevice[];
  /** The device that is the head; null while none is known. */
  headDevice: FeedDevice | null;
}

export function createWearInput(): WearInput {
  return {
    headWorld: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
    isHeadTracked: false,
    eyesY: null,
    floorY: 0,
    devices: [],
    headDevice: null,
  };
}

const jointInDevice = new Float64Array(POSE_SIZE);

/**
 * Takes over what is seen now. Which device is the head is chosen by hand, else what the protocol says. A headset's pose
 * is between the eyes (`headOffsets`); a bone is the joint itself. Allocates only when devices come.
 */
export function updateWearInput(
  input: WearInput,
  devices: readonly FeedDevice[],
  roleOf: Readonly<Record<string, TrackedPoint | null>>,
  headOffsets: TrackerOffsets,
): void {
  const head = findHead(devices, roleOf);
  input.headDevice = head;
  input.devices.length = 0;
  for (let i = 0; i < devices.length; i++) if (devices[i] !== head) input.devices.push(devices[i]);
  input.isHeadTracked = head !== null && head.quality !== quality.lost;
  if (head === null || !input.isHeadTracked) return;
  input.eyesY = head.kind === 'headset' ? head.pose[1] : null;
  if (head.kind === 'bone') input.headWorld.set(head.pose);
  else {
    invertPose(jointInDevice, 0, headOffsets, 0);
    composePoses(input.headWorld, 0, head.pose, 0, jointInDevice, 0);
  }
}

function findHead(
  devices: readonly FeedDevice[],
  roleOf: Readonly<Record<string, TrackedPoint | null>>,
): FeedDevice | null {
  for (let i = 0; i < devices.length; i++) if (roleOf[devices[i].id] === 'head') return devices[i];
  let suggested: FeedDevice | null = null;
  for (let i = 0; i < devices.length; i++) {
    const device = devices[i];
    if (device.suggestedPoint !== 'head' || roleOf[device.id] !== undefined) continue;
    if (suggested === null || (suggested.quality === quality.lost && device.quality !== quality.lost)) {
      suggested = device;
    }
  }
  return suggested;
}
