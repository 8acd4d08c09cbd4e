import { type HumanoidBone, humanoidBones } from '@leib/core';
import {
  addFeedSample,
  composePoses,
  copyPoseSlice,
  type DeviceKind,
  type FeedPacket,
  isUsablePose,
  POSE_SIZE,
  quality,
  resetFeedPacket,
  type TrackedPoint,
} from '@leib/tracking';
import { createOscMessage, type OscMessage, readOscPacket } from '../osc/oscReader.js';
import type { FeedDecoder } from '../protocol/feedDecoder.js';
import { mirrorUnityPose } from '../protocol/unityAxes.js';
import { boneOfUnityName, boneParents } from './unityBones.js';

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
/** Most virtual devices of one sender. */
const MAX_DEVICES = 64;

interface VmcDevice {
  readonly key: string;
  readonly name: string;
  readonly kind: DeviceKind;
  /** It has sent raw poses; poses at the avatar's scale are ignored from then on. */
  isRaw: boolean;
}

const deviceAddresses: Readonly<Record<string, { kind: DeviceKind; prefix: string; isRaw: boolean }>> = {
  '/VMC/Ext/Hmd/Pos': { kind: 'headset', prefix: 'hmd/', isRaw: false },
  '/VMC/Ext/Con/Pos': { kind: 'controller', prefix: 'controller/', isRaw: false },
  '/VMC/Ext/Tra/Pos': { kind: 'tracker', prefix: 'tracker/', isRaw: false },
  '/VMC/Ext/Hmd/Pos/Local': { kind: 'headset', prefix: 'hmd/', isRaw: true },
  '/VMC/Ext/Con/Pos/Local': { kind: 'controller', prefix: 'controller/', isRaw: true },
  '/VMC/Ext/Tra/Pos/Local': { kind: 'tracker', prefix: 'tracker/', isRaw: true },
};

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
  readonly #root = identityPose();
  /** Poses in the parent bone's space, in our axes, 55 x 7, and which bones have been received. */
  readonly #locals = new Float64Array(humanoidBones.length * POSE_SIZE);
  readonly #hasBone = new Uint8Array(humanoidBones.length);
  /** Bones of the packet being read. */
  readonly #isNew = new Uint8Array(humanoidBones.length);
  readonly #devices = new Map<string, VmcDevice>();
  readonly #pose = new Float64Array(POSE_SIZE);
  #isLoaded = true;
  #quality: number = quality.tracked;
  #out: FeedPacket | null = null;

  decode(bytes: Uint8Array, out: FeedPacket): boolean {
    resetFeedPacket(out);
    this.#isNew.fill(0);
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
        if (this.#readPose(message)) this.#root.set(this.#pose);
        return;
      case '/VMC/Ext/Bone/Pos':
        this.#onBone(message);
        return;
      default:
        // Blend shapes, cameras, keys, lights and MIDI carry no body poses; the protocol says to ignore unknown addresses.
        if (address in deviceAddresses) this.#onDevice(message);
    }
  };

  /** i loaded [i calibration state, i mode] [i tracking status]. */
  #onOk({ values, argumentCount }: OscMessage): void {
    if (argumentCount < 1) return;
    this.#isLoaded = values[0] === 1;
    const isGood = argumentCount < 4 || values[3] !== 0;
    this.#quality = !this.#isLoaded ? quality.lost : isGood ? quality.tracked : quality.inferred;
  }

  #onBone(message: OscMessage): void {
    const name = message.values[0];
    const bone = typeof name === 'string' ? boneOfUnityName.get(name) : undefined;
    if (bone === undefined || !this.#readPose(message)) return;
    copyPoseSlice(this.#locals, bone * POSE_SIZE, this.#pose, 0);
    this.#hasBone[bone] = 1;
    this.#isNew[bone] = 1;
  }

  #onDevice(message: OscMessage): void {
    const { kind, prefix, isRaw } = deviceAddresses[message.address];
    const serial = message.values[0];
    if (typeof serial !== 'string' || this.#out === null || !this.#readPose(message)) return;
    const device = this.#deviceOf(prefix, kind, serial);
    if (device === null || (device.isRaw && !isRaw)) return;
    device.isRaw = isRaw;
    const point = kind === 'headset' ? 'head' : null;
    const sample = addFeedSample(this.#out, device.key, device.name, kind, point);
    sample?.pose.set(this.#pose);
  }

  #deviceOf(prefix: string, kind: DeviceKind, serial: string): VmcDevice | null {
    const known = this.#devices.get(prefix + serial);
    if (known !== undefined) return known;
    if (this.#devices.size >= MAX_DEVICES) return null;
    const device = { key: `${prefix}${serial.slice(0, 64)}`, name: serial.slice(0, 64), kind, isRaw: false };
    this.#devices.set(prefix + serial, device);
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
    for (let bone = 0; bone < humanoidBones.length; bone++) {
      if (this.#isNew[bone] === 0) continue;
      const name = humanoidBones[bone];
      const point = pointOfBone[name];
      if (point === undefined || (bone === CHEST && this.#hasBone[UPPER_CHEST] === 1)) continue;
      const sample = addFeedSample(out, boneKeys[bone], name, 'bone', point);
      if (sample === null) return;
      copyPoseSlice(sample.pose, 0, this.#locals, bone * POSE_SIZE);
      // Skip bones that the sender does not have: their children are relative to the next bone above.
      for (let above = boneParents[bone]; above >= 0; above = boneParents[above]) {
        if (this.#hasBone[above] === 1) composePoses(sample.pose, 0, this.#locals, above * POSE_SIZE, sample.pose, 0);
      }
      composePoses(sample.pose, 0, this.#root, 0, sample.pose, 0);
      sample.quality = this.#quality;
    }
  }
}

const boneKeys = humanoidBones.map((bone) => `bone/${bone}`);

function identityPose(): Float64Array {
  const pose = new Float64Array(POSE_SIZE);
  pose[6] = 1;
  return pose;
}
