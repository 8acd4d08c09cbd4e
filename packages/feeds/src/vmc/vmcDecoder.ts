import { type HumanoidBone, humanoidBones } from '@leib/core';
import {
  addFeedSample,
  composePoses,
  copyPoseSlice,
  type FeedDevice,
  type FeedPacket,
  isUsablePose,
  POSE_SIZE,
  quality,
  resetFeedPacket,
  type TrackedPoint,
} from '@leib/tracking';
import { createOscMessage, type OscMessage, readOscPacket } from '../osc/oscReader.js';
import type { FeedDecoder } from '../protocol/feedDecoder.js';
import { boneOfUnityName, boneParents, mirrorUnityPose } from '../vrchat/unityEuler.js';

/** Points by bone. The upper chest is nearer to a chest tracker than the chest below it. */
const pointOfBone: Readonly<Partial<Record<HumanoidBone, TrackedPoint>>> = {
  head: 'head',
  leftHand: 'leftHand',
  rightHand: 'rightHand',
  hips: 'hips',
  upperChest: 'chest',
  chest: 'chest',
  leftLowerArm: 'leftElbow',
  rightLowerArm: 'rightElbow',
  leftLowerLeg: 'leftKnee',
  rightLowerLeg: 'rightKnee',
  leftFoot: 'leftFoot',
  rightFoot: 'rightFoot',
};

const CHEST = humanoidBones.indexOf('chest');
const UPPER_CHEST = humanoidBones.indexOf('upperChest');
/** The root follows the bones. */
const ROOT = humanoidBones.length;
/** Most virtual devices of one sender. */
const MAX_DEVICES = 64;
const MAX_SERIAL = 64;

/** Poses at the avatar's scale that are ignored after a raw pose of the same device, unless another raw one comes. */
const RAW_MEMORY = 60;
/** A status is forgotten after this many frames without one. */
const STATUS_FRAMES = 300;

interface VmcDevice {
  readonly key: string;
  readonly name: string;
  /** Poses at the avatar's scale that are still ignored: it sends raw poses, too. */
  rawMemory: number;
}

interface DeviceAddress {
  readonly kind: FeedDevice['kind'];
  readonly prefix: string;
  readonly isRaw: boolean;
}

const deviceAddresses: ReadonlyMap<string, DeviceAddress> = new Map(
  Object.entries({
    '/VMC/Ext/Hmd/Pos': { kind: 'headset', prefix: 'hmd/', isRaw: false },
    '/VMC/Ext/Con/Pos': { kind: 'controller', prefix: 'controller/', isRaw: false },
    '/VMC/Ext/Tra/Pos': { kind: 'tracker', prefix: 'tracker/', isRaw: false },
    '/VMC/Ext/Hmd/Pos/Local': { kind: 'headset', prefix: 'hmd/', isRaw: true },
    '/VMC/Ext/Con/Pos/Local': { kind: 'controller', prefix: 'controller/', isRaw: true },
    '/VMC/Ext/Tra/Pos/Local': { kind: 'tracker', prefix: 'tracker/', isRaw: true },
  } as const),
);

/**
 * Virtual Motion Capture protocol V3.1 as a Marionette receives it: bones, root, virtual devices. Bones come in one
 * message each, in their parents' space, over several datagrams per frame; a packet holds the world poses of the tracked
 * points whose bones it contains.
 */
export function createVmcDecoder(): FeedDecoder {
  return new VmcDecoder();
}

class VmcDecoder implements FeedDecoder {
  readonly protocol = 'vmc';
  readonly #message = createOscMessage();
  /** Poses in the parent bone's space, in our axes, and the root's in the world, (55 + 1) x 7. */
  readonly #locals = new Float64Array((humanoidBones.length + 1) * POSE_SIZE);
  /** Which of them the sender has. */
  readonly #presence = createPresence(humanoidBones.length + 1);
  /** Bones of the packet being read. */
  readonly #isNew = new Uint8Array(humanoidBones.length);
  readonly #devices = new Map<string, VmcDevice>();
  readonly #pose = new Float64Array(POSE_SIZE);
  #quality: number = quality.tracked;
  #statusFrame = 0;
  #out: FeedPacket | null = null;

  decode(bytes: Uint8Array, out: FeedPacket): boolean {
    resetFeedPacket(out);
    this.#isNew.fill(0);
    beginPresencePacket(this.#presence);
    this.#out = out;
    const isWhole = readOscPacket(bytes, this.#message, this.#onMessage);
    this.#out = null;
    if (!isWhole) return false;
    this.#addBones(out);
    return true;
  }

  readonly #onMessage = (message: OscMessage): void => {
    const { address, values, argumentCount } = message;
    switch (address) {
      case '/VMC/Ext/OK':
        this.#onOk(message);
        return;
      case '/VMC/Ext/T':
        if (this.#out !== null && typeof values[0] === 'number' && argumentCount > 0)
          this.#out.senderSeconds = values[0];
        return;
      case '/VMC/Ext/Root/Pos':
        if (this.#readPose(message)) this.#setLocal(ROOT);
        return;
      case '/VMC/Ext/Bone/Pos':
        this.#onBone(message);
        return;
      default:
        // Blend shapes, cameras, keys, lights and MIDI carry no body poses; the protocol says to ignore unknown addresses.
        this.#onDevice(message);
    }
  };

  #setLocal(slot: number): void {
    copyPoseSlice(this.#locals, slot * POSE_SIZE, this.#pose, 0);
    notePresence(this.#presence, slot);
  }

  /** i loaded [i calibration state, i mode] [i tracking status]. */
  #onOk({ values, argumentCount }: OscMessage): void {
    if (argumentCount < 1) return;
    const isGood = argumentCount < 4 || values[3] !== 0;
    this.#quality = values[0] !== 1 ? quality.lost : isGood ? quality.tracked : quality.inferred;
    this.#statusFrame = this.#presence.frame;
  }

  #onBone(message: OscMessage): void {
    const name = message.values[0];
    const bone = typeof name === 'string' ? boneOfUnityName.get(name) : undefined;
    if (bone === undefined || !this.#readPose(message)) return;
    this.#setLocal(bone);
    this.#isNew[bone] = 1;
  }

  #onDevice(message: OscMessage): void {
    const address = deviceAddresses.get(message.address);
    const serial = message.values[0];
    if (address === undefined || typeof serial !== 'string') return;
    if (this.#out === null || !this.#readPose(message)) return;
    const { kind, prefix, isRaw } = address;
    const device = this.#deviceOf(prefix + serial.slice(0, MAX_SERIAL), serial.slice(0, MAX_SERIAL));
    if (isRaw) device.rawMemory = RAW_MEMORY;
    else if (device.rawMemory-- > 0) return;
    const point = kind === 'headset' ? 'head' : null;
    const sample = addFeedSample(this.#out, device.key, device.name, kind, point);
    sample?.pose.set(this.#pose);
  }

  /** In a full list a new device takes the place of the one that has been silent longest. */
  #deviceOf(key: string, name: string): VmcDevice {
    const device = this.#devices.get(key) ?? { key, name, rawMemory: 0 };
    // Maps keep the order of insertion: the first entry is the oldest.
    this.#devices.delete(key);
    if (this.#devices.size >= MAX_DEVICES) this.#devices.delete(this.#devices.keys().next().value ?? '');
    this.#devices.set(key, device);
    return device;
  }

  /** Reads name (s), position and quaternion (f) into #pose, in our axes; false when arguments are missing or wrong. */
  #readPose({ values, argumentCount }: OscMessage): boolean {
    if (argumentCount < 8) return false;
    for (let k = 0; k < POSE_SIZE; k++) {
      const value = values[1 + k];
      if (typeof value !== 'number') return false;
      this.#pose[k] = value;
    }
    if (!isUsablePose(this.#pose, 0)) return false;
    mirrorUnityPose(this.#pose);
    return true;
  }

  #addBones(out: FeedPacket): void {
    const presence = this.#presence;
    if (presence.frame - this.#statusFrame > STATUS_FRAMES) this.#quality = quality.tracked;
    for (let bone = 0; bone < humanoidBones.length; bone++) {
      if (this.#isNew[bone] === 0) continue;
      const name = humanoidBones[bone];
      const point = pointOfBone[name];
      if (point === undefined || (bone === CHEST && isPresent(presence, UPPER_CHEST))) continue;
      const sample = addFeedSample(out, boneKeys[bone], name, 'bone', point);
      if (sample === null) return;
      copyPoseSlice(sample.pose, 0, this.#locals, bone * POSE_SIZE);
      // Skip bones that the sender does not have: their children are relative to the next bone above.
      for (let above = boneParents[bone]; above >= 0; above = boneParents[above]) {
        if (isPresent(presence, above)) composePoses(sample.pose, 0, this.#locals, above * POSE_SIZE, sample.pose, 0);
      }
      if (isPresent(presence, ROOT)) composePoses(sample.pose, 0, this.#locals, ROOT * POSE_SIZE, sample.pose, 0);
      sample.quality = this.#quality;
    }
  }
}

const boneKeys = humanoidBones.map((bone) => `bone/${bone}`);

/**
 * Which parts a sender has, told by what it sends. All parts come once a frame, so a part that stays away is gone, and one
 * that turns up later counts after a few frames: a single forged or old packet must not add a bone for good.
 */
interface Presence {
  /** Frames so far. A part that comes again begins the next one, at most once in a packet. */
  frame: number;
  isFrameBegun: boolean;
  /** Frame in which each part came last; -1 before. */
  readonly lastFrame: Int32Array;
  /** Frame in which each part came first, since it was away. */
  readonly firstFrame: Int32Array;
  /** In how many frames it came since then. */
  readonly count: Int32Array;
}

/** A part that was away for this many frames is gone: half a second at 60 Hz. */
const MEMORY = 30;
/** A part that turns up later counts from this many frames on. */
const CONFIRMED = 3;

function createPresence(partCount: number): Presence {
  return {
    frame: 0,
    isFrameBegun: false,
    lastFrame: new Int32Array(partCount).fill(-1),
    firstFrame: new Int32Array(partCount),
    count: new Int32Array(partCount),
  };
}

/** Call before the parts of each packet. */
function beginPresencePacket(presence: Presence): void {
  presence.isFrameBegun = false;
}

function notePresence(presence: Presence, part: number): void {
  const { lastFrame, firstFrame, count } = presence;
  if (lastFrame[part] === presence.frame) {
    if (presence.isFrameBegun) return;
    presence.isFrameBegun = true;
    presence.frame++;
  }
  if (lastFrame[part] < 0 || presence.frame - lastFrame[part] > MEMORY) {
    firstFrame[part] = presence.frame;
    count[part] = 0;
  }
  lastFrame[part] = presence.frame;
  count[part]++;
}

function isPresent({ frame, lastFrame, firstFrame, count }: Presence, part: number): boolean {
  if (lastFrame[part] < 0 || frame - lastFrame[part] > MEMORY) return false;
  return count[part] >= CONFIRMED || firstFrame[part] < CONFIRMED;
}
