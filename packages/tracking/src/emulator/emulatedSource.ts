import type { DeviceFrame } from '../frame/deviceFrame.js';
import { createTrackerOffsets, type TrackerOffsets } from '../frame/trackerOffsets.js';
import type { TrackedSource } from '../sources/trackedSource.js';
import type { EmulatedHeadset } from './emulatedHeadset.js';
import {
  createEmulatorState,
  defaultEmulatorParams,
  type EmulatorParams,
  type EmulatorState,
  resetEmulator,
} from './emulatorState.js';
import { stepEmulator, writeEmulatorFrame } from './stepEmulator.js';

/** A person steered from the screen. Commands act on `state`; the source only moves it on and reports it. */
export interface EmulatedSource extends TrackedSource {
  readonly params: EmulatorParams;
  readonly state: EmulatorState;
  /** When set, every step also moves this emulated device, so that an immersive session sees the same person. */
  headset: EmulatedHeadset | null;
  /** The person is of another height from now on, and goes back to the start. */
  setHeadHeight(standingHeadHeight: number): void;
}

class ScreenSource implements EmulatedSource {
  readonly label: string;
  readonly offsets: TrackerOffsets = createTrackerOffsets();
  readonly timeline = null;
  readonly isWorn = false;
  readonly state: EmulatorState;
  headset: EmulatedHeadset | null = null;
  #params: EmulatorParams;
  #timeSeconds = 0;

  constructor(params: EmulatorParams, label: string) {
    this.label = label;
    this.#params = params;
    this.state = createEmulatorState(params);
  }

  get params(): EmulatorParams {
    return this.#params;
  }

  setHeadHeight(standingHeadHeight: number): void {
    this.#params = { ...this.#params, standingHeadHeight };
    resetEmulator(this.#params, this.state);
  }

  step(dtSeconds: number, out: DeviceFrame): void {
    this.#timeSeconds += dtSeconds;
    stepEmulator(this.params, this.state, dtSeconds);
    writeEmulatorFrame(this.params, this.state, out);
    out.timeSeconds = this.#timeSeconds;
    this.headset?.writeJoints(out);
  }

  dispose(): void {
    this.headset?.dispose();
    this.headset = null;
  }
}

/** The source for visitors without a headset: mouse, keyboard and handles move an emulated one. */
export function createEmulatedSource(
  params: Partial<EmulatorParams> = {},
  label = 'Mouse and keyboard',
): EmulatedSource {
  return new ScreenSource({ ...defaultEmulatorParams, ...params }, label);
}
