import { requireDecoded } from '@leib/core';
import { createStage, decodeStageDoc, type Stage, type StageDoc } from '@leib/stage';
import { createDeviceFrame } from '@leib/tracking';
import { type FakeKeptFiles, fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { createSettingsStore } from '../../files/settingsStore.js';
import { KeptTakes } from '../../files/takes/keptTakes.js';
import type { World } from '../../world/world.js';
import { MocapController } from './mocapController.js';
import { createMocapKinds } from './mocapKinds.js';
import { type MocapSettings, mocapShape } from './mocapShape.js';

const empty: StageDoc = requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors: {} }));

/** The room Mocap on a stage that the test steps, without a page. */
export class MocapOnStage {
  readonly controller: MocapController;
  readonly stage: Stage;
  readonly databases = { list: fakeKeptFiles(), files: fakeKeptFiles() } as const satisfies Record<
    string,
    FakeKeptFiles
  >;
  /** What the page's own person measures. */
  readonly devices = createDeviceFrame();
  /** How many wait for frames, whether the page is seen or not. */
  waiting = 0;

  constructor(values: Partial<MocapSettings> = {}) {
    const kinds = createMocapKinds(() => this.controller);
    this.stage = createStage({ ...kinds }, empty);
    const clock = { hold: () => () => {}, nowSeconds: 0 };
    const loop = {
      keepGoing: () => {
        this.waiting++;
        return () => void this.waiting--;
      },
    };
    const { stage, devices } = this;
    const world = { clock, loop, stage, devices, renderer: null, onNotice() {} } as unknown as World;
    const settings = createSettingsStore('mocap', mocapShape, { getItem: () => null, setItem() {} });
    for (const [key, value] of Object.entries(values)) settings.set(key as keyof MocapSettings, value as never);
    const kept = new KeptTakes(world.clock, () => {}, this.databases);
    this.controller = new MocapController(world, settings, kept);
    this.tell();
  }

  /** The stage's document is made as the room has it now. */
  tell(): void {
    this.stage.load({ ...empty, actors: this.controller.doc.actors });
  }

  play(frames: number): void {
    for (let i = 0; i < frames; i++) {
      this.tell();
      this.stage.step(1 / 60);
    }
  }

  dispose(): void {
    this.stage.dispose();
    this.controller.dispose();
  }
}
