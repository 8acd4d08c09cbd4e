import type { BodyProfile, SeenSpaces, SessionInput } from '@leib/calibration';
import {
  composePoses,
  type FeedDevice,
  invertPose,
  POSE_SIZE,
  quality,
  type TrackedPoint,
  type TrackerOffsets,
} from '@leib/tracking';
import { type AlignedDevices, alignDevice } from './alignedDevices.js';

/** Spaces as they are filled, frame by frame. */
interface FilledSpaces extends SeenSpaces {
  reference: string;
  headId: string | null;
  readonly devices: FeedDevice[];
  readonly others: { readonly name: string; readonly devices: FeedDevice[] }[];
}

/** A feed's devices as calibration wants them: the head as a joint, everything else by id. */
export interface WearInput extends SessionInput {
  isHeadTracked: boolean;
  eyesY: number | null;
  floorY: number;
  /** In the space of the head. */
  readonly devices: FeedDevice[];
  /** Null where everything is tracked in one space. */
  spaces: FilledSpaces | null;
  /** Kept for the frames in which there are several. */
  readonly filled: FilledSpaces;
  readonly aligned: AlignedDevices;
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
    spaces: null,
    filled: { reference: '', headId: null, devices: [], others: [] },
    aligned: new Map(),
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
  spaces: BodyProfile['spaces'] = {},
): void {
  const head = findHead(devices, roleOf);
  input.headDevice = head;
  fillSpaces(input, devices, head);
  input.devices.length = 0;
  for (let i = 0; i < devices.length; i++) {
    const device = devices[i];
    if (device === head) continue;
    const isHere = head === null || device.feed === head.feed;
    input.devices.push(isHere ? device : alignDevice(input.aligned, device, spaces, head.feed));
  }
  input.isHeadTracked = head !== null && head.quality !== quality.lost;
  if (head === null || !input.isHeadTracked) return;
  input.eyesY = head.kind === 'headset' ? head.pose[1] : null;
  if (head.kind === 'bone') input.headWorld.set(head.pose);
  else {
    invertPose(jointInDevice, 0, headOffsets, 0);
    composePoses(input.headWorld, 0, head.pose, 0, jointInDevice, 0);
  }
}

/** Devices of one feed are tracked in one space; the head's is where everything is brought to. */
function fillSpaces(input: WearInput, devices: readonly FeedDevice[], head: FeedDevice | null): void {
  const { filled } = input;
  filled.devices.length = 0;
  for (let i = 0; i < filled.others.length; i++) filled.others[i].devices.length = 0;
  input.spaces = null;
  if (head === null) return;
  if (filled.reference !== head.feed) filled.others.length = 0;
  filled.reference = head.feed;
  filled.headId = head.id;
  for (let i = 0; i < devices.length; i++) {
    const device = devices[i];
    if (device.feed === head.feed) filled.devices.push(device);
    else otherSpace(filled, device.feed).devices.push(device);
  }
  for (let i = filled.others.length - 1; i >= 0; i--) {
    if (filled.others[i].devices.length === 0) filled.others.splice(i, 1);
  }
  if (filled.others.length > 0) input.spaces = filled;
}

function otherSpace({ others }: FilledSpaces, name: string) {
  for (let i = 0; i < others.length; i++) if (others[i].name === name) return others[i];
  const space = { name, devices: [] };
  others.push(space);
  return space;
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
