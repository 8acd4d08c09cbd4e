import { jointOfBone } from '@leib/core';
import type { Avatar } from '@leib/three';
import {
  createDeviceFrame,
  createEmulatedHeadset,
  createEmulatedSource,
  type EmulatedSource,
  type TrackerOffsets,
} from '@leib/tracking';
import { EmulatorInput } from '../world/emulatorInput.js';
import { createStageSource, type StageSource } from '../world/stageSource.js';
import type { World } from '../world/world.js';

/**
 * A person steered from the screen: the source, its handles and keys, and the headset that it wears in virtual reality.
 * Its metres are the avatar's own, so that the avatar stands straight whatever the visitor's stature is set to.
 */
export class Emulation {
  readonly stage: StageSource;
  readonly source: EmulatedSource;
  readonly #input: EmulatorInput;
  readonly #unread = createDeviceFrame();

  constructor(world: World, avatar: Avatar | null) {
    this.source = createEmulatedSource(avatar ? { standingHeadHeight: headHeight(avatar) } : {});
    this.stage = createStageSource(this.source, { stand: 'turned', measure: 'avatar' });
    this.#input = new EmulatorInput(world, this.source);
  }

  /** Puts an emulated headset on: the browser's WebXR is this person's from now on. */
  async wearHeadset(offsets: TrackerOffsets): Promise<void> {
    const headset = await createEmulatedHeadset({ offsets });
    headset.install();
    this.source.headset = headset;
    this.#input.isImmersive = true;
  }

  takeHeadsetOff(): void {
    this.source.headset?.dispose();
    this.source.headset = null;
    this.#input.isImmersive = false;
  }

  /** Moves the person on while a session reads the headset instead of the source itself. */
  stepInHeadset(dtSeconds: number): void {
    this.source.step(dtSeconds, this.#unread);
  }

  updateHandles(): void {
    this.#input.update();
  }

  dispose(): void {
    this.#input.dispose();
    this.source.dispose();
  }
}

/** Of the standing avatar: its head joint at rest. */
function headHeight({ skeleton }: Avatar): number {
  return skeleton.restWorldPositions[jointOfBone(skeleton, 'head') * 3 + 1];
}
