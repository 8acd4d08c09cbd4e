import { type HumanoidBone, jointOfBone, type Pose, type Skeleton } from '@leib/core';
import {
  type BridgeOutput,
  type BridgeSource,
  createVmcEncoder,
  createVrChatEncoder,
  encodeVmcFrame,
  encodeVrChatFrame,
  type VmcEncoder,
} from '@leib/feeds';
import { createJointFrame, POSE_SIZE, pointNumber, quality, type TrackedPoint } from '@leib/tracking';
import type { World } from '../world/world.js';

/** The joints of VRChat's trackers. */
const boneOfPoint: Readonly<Partial<Record<TrackedPoint, HumanoidBone>>> = {
  head: 'head',
  hips: 'hips',
  chest: 'chest',
  leftElbow: 'leftLowerArm',
  rightElbow: 'rightLowerArm',
  leftKnee: 'leftLowerLeg',
  rightKnee: 'rightLowerLeg',
  leftFoot: 'leftFoot',
  rightFoot: 'rightFoot',
};

/** Sends the solved body to other programs if the server has outputs (--vmc-out, --vrchat-out). */
export class FeedOutput {
  readonly #bridge: BridgeSource;
  readonly #vrChat = createVrChatEncoder((datagram) => this.#bridge.send('vrchat', datagram));
  readonly #frame = createJointFrame();
  #vmc: VmcEncoder | null = null;
  #seconds = 0;
  /** The last checked outputs, and the kinds among them. */
  #outputs: readonly BridgeOutput[] = [];
  #hasVmc = false;
  #hasVrChat = false;

  constructor(bridge: BridgeSource) {
    this.#bridge = bridge;
  }

  /** Sends one solved frame. */
  append({ body }: World, dtSeconds: number): void {
    this.#seconds += dtSeconds;
    if (this.#outputs !== this.#bridge.outputs) this.#look();
    if (!body) return;
    const { skeleton } = body.avatar;
    if (this.#hasVmc) {
      if (this.#vmc?.skeleton !== skeleton) {
        this.#vmc = createVmcEncoder(skeleton, (datagram) => this.#bridge.send('vmc', datagram));
      }
      encodeVmcFrame(this.#vmc, body.pose, this.#seconds);
    }
    if (this.#hasVrChat) {
      readPoints(this.#frame, skeleton, body.pose);
      encodeVrChatFrame(this.#vrChat, this.#frame);
    }
  }

  #look(): void {
    this.#outputs = this.#bridge.outputs;
    this.#hasVmc = this.#outputs.some(({ protocol }) => protocol === 'vmc');
    this.#hasVrChat = this.#outputs.some(({ protocol }) => protocol === 'vrchat');
  }
}

function readPoints(out: ReturnType<typeof createJointFrame>, skeleton: Skeleton, pose: Pose): void {
  for (const point in boneOfPoint) {
    const bone = boneOfPoint[point as TrackedPoint];
    const joint = bone === undefined ? -1 : jointOfBone(skeleton, bone);
    const number = pointNumber[point as TrackedPoint];
    out.quality[number] = joint < 0 ? quality.lost : quality.tracked;
    if (joint < 0) continue;
    for (let k = 0; k < 3; k++) out.jointPoses[number * POSE_SIZE + k] = pose.worldPositions[joint * 3 + k];
    for (let k = 0; k < 4; k++) out.jointPoses[number * POSE_SIZE + 3 + k] = pose.worldRotations[joint * 4 + k];
  }
}
