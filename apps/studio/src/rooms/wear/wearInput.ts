import type { BodyProfile, SessionInput } from '@leib/calibration';
import { looksBack } from '@leib/feeds';
import {
  composePoses,
  type FeedDevice,
  invertPose,
  POSE_SIZE,
  quality,
  type TrackedPoint,
  type TrackerOffsets,
} from '@leib/tracking';

/** Spaces, rewritten every frame. */
interface FilledSpaces extends NonNullable<SessionInput['spaces']> {
  reference: string;
  headId: string | null;
  readonly devices: FeedDevice[];
  readonly others: { readonly name: string; readonly devices: FeedDevice[] }[];
}

/** Copies of devices in other spaces, moved to the space of the head; the feed's own poses stay unchanged. */
type AlignedDevices = Map<string, FeedDevice>;

/** A feed's devices as input of the calibration: the head as a joint, other devices by id. */
export interface WearInput extends SessionInput {
  isHeadTracked: boolean;
  eyesY: number | null;
  floorY: number;
  jointOffsets: TrackerOffsets | undefined;
  /** In the space of the head. */
  readonly devices: FeedDevice[];
  /** Null when there is one space only. */
  spaces: FilledSpaces | null;
  /** The record that `spaces` refers to when there are several. */
  readonly filled: FilledSpaces;
  readonly aligned: AlignedDevices;
  /** The device that is the head; null when there is none. */
  headDevice: FeedDevice | null;
}

export function createWearInput(): WearInput {
  return {
    headWorld: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
    isHeadTracked: false,
    eyesY: null,
    floorY: 0,
    jointOffsets: undefined,
    devices: [],
    spaces: null,
    filled: { reference: '', headId: null, devices: [], others: [] },
    aligned: new Map(),
    headDevice: null,
  };
}

/**
 * Updates the input from the devices of this frame. The head is the device with that role, else the one that its protocol
 * gives. A headset's pose is between the eyes (`headOffsets`); a bone is the joint itself.
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
    const isInHeadSpace = head === null || device.feed === head.feed;
    input.devices.push(isInHeadSpace ? device : alignDevice(input.aligned, device, spaces, head.feed));
  }
  input.isHeadTracked = head !== null && head.quality !== quality.lost;
  if (head === null || !input.isHeadTracked) return;
  input.eyesY = head.kind === 'headset' ? head.pose[1] : null;
  if (head.kind === 'bone') input.headWorld.set(head.pose);
  else {
    const jointInDevice = new Float64Array(POSE_SIZE);
    invertPose(
      jointInDevice,
      0,
      looksBack(head) || head.kind !== 'headset' ? headOffsets : withoutTurn(headOffsets),
      0,
    );
    composePoses(input.headWorld, 0, head.pose, 0, jointInDevice, 0);
  }
}

/** The offset of a headset that looks along +Z: at the eyes, turned as the head is. */
function withoutTurn(headOffsets: TrackerOffsets): Float64Array {
  const [x, y, z] = headOffsets;
  return Float64Array.of(x, y, z, 0, 0, 0, 1);
}

/** Sorts devices by their feed: each feed has one space, the head's is the reference. */
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

/** The device with its space's alignment applied; the device itself when its space is not aligned. */
function alignDevice(
  copies: AlignedDevices,
  device: FeedDevice,
  spaces: BodyProfile['spaces'],
  reference: string,
): FeedDevice {
  const space = spaces[device.feed];
  if (space === undefined || space.reference !== reference) return device;
  let copy = copies.get(device.id);
  if (copy === undefined) {
    copy = { ...device, pose: new Float64Array(POSE_SIZE) };
    copies.set(device.id, copy);
  }
  copy.name = device.name;
  copy.kind = device.kind;
  copy.suggestedPoint = device.suggestedPoint;
  copy.quality = device.quality;
  copy.rateHz = device.rateHz;
  copy.latencyMs = device.latencyMs;
  copy.lastSeenMs = device.lastSeenMs;
  composePoses(copy.pose, 0, Float64Array.from(space.pose), 0, device.pose, 0);
  return copy;
}
