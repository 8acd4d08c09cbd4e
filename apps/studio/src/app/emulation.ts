import { jointOfBone } from '@leib/core';
import type { Avatar } from '@leib/three';
import {
  createDeviceFrame,
  createEmulatedHeadset,
  createEmulatedSource,
  type EmulatedSource,
  resetEmulator,
  type TrackerOffsets,
} from '@leib/tracking';
import { EmulatorInput } from '../world/emulatorInput.js';
import { createStageSource, type StageSource } from '../world/stageSource.js';
import type { World } from '../world/world.js';

/**
 * A person controlled from the screen: source, handles, keys, and an emulated headset for virtual reality. Its metres are
 * the avatar's own, so that the avatar stands straight for any stature setting.
 */
export class Emulation {
  readonly stage: StageSource;
  readonly source: EmulatedSource;
  /** Its handles and keys on the page. */
  readonly input: EmulatorInput;
  readonly #unread = createDeviceFrame();
  #hasBareHands = false;

  constructor(world: World, avatar: Avatar | null) {
    this.source = createEmulatedSource(avatar ? { standingHeadHeight: headHeight(avatar) } : {});
    this.stage = createStageSource(this.source, { stand: 'turned', measure: 'avatar', isWearer: true });
    this.input = new EmulatorInput(world, this.source);
  }

  /** Installs an emulated headset: from now on the browser's WebXR is this person's. */
  async wearHeadset(offsets: TrackerOffsets): Promise<void> {
    const headset = await createEmulatedHeadset({ offsets });
    headset.install();
    if (this.#hasBareHands) headset.setInputMode('hand');
    this.source.headset = headset;
    this.input.isImmersive = true;
  }

  /** Controllers or bare hands, while the headset is worn. */
  toggleHands(): void {
    this.#hasBareHands = !this.#hasBareHands;
    this.source.headset?.setInputMode(this.#hasBareHands ? 'hand' : 'controller');
  }

  /** Gives the person another avatar's height, back at the start. */
  fit(avatar: Avatar): void {
    this.source.setHeadHeight(headHeight(avatar));
  }

  takeHeadsetOff(): void {
    this.source.headset?.dispose();
    this.source.headset = null;
    this.input.isImmersive = false;
  }

  /** Advances the person while a session reads the headset instead of the source. */
  stepInHeadset(dtSeconds: number): void {
    this.source.step(dtSeconds, this.#unread);
  }

  goHome(): void {
    resetEmulator(this.source.params, this.source.state);
  }

  dispose(): void {
    this.input.dispose();
    this.source.dispose();
  }
}

/** Position of the avatar's head joint at rest. */
function headHeight({ skeleton }: Avatar): number {
  return skeleton.restWorldPositions[jointOfBone(skeleton, 'head') * 3 + 1];
}
