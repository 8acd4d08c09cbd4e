import type { PuppetInput } from '@leib/puppet';
import { Group } from 'three';
import type { KeptTakes } from '../../files/takes/keptTakes.js';
import type { World } from '../../world/world.js';
import { HeadsetDrags } from './drag/headsetDrags.js';
import { dragsOf, turnsOf } from './drag/heldThing.js';
import { PuppetDrags } from './drag/puppetDrags.js';
import { PuppetEditor } from './editor/puppetEditor.js';
import type { PuppetDocument } from './files/puppetDocument.js';
import { PuppetController } from './puppetController.js';
import type { PuppetStore } from './puppetShape.js';
import { StageThings } from './stage/stageThings.js';
import { PuppetTakes } from './takes/puppetTakes.js';
import { Tutorial } from './tutorial/tutorial.js';

/**
 * The open room, which scene and panels share: the puppet, and all that takes part in its frames. The scene makes and
 * steps it.
 */
export class PuppetWorkshop {
  readonly controller: PuppetController;
  /** The puppet's space: model space stands in it with its floor on the stage's. */
  readonly space = new Group();
  readonly editor: PuppetEditor;
  readonly takes: PuppetTakes;
  readonly things: StageThings;
  readonly drags: PuppetDrags;
  readonly headsetDrags: HeadsetDrags;
  readonly tutorial: Tutorial;

  constructor(
    world: World,
    settings: PuppetStore,
    first: ConstructorParameters<typeof PuppetController>[2],
    kept: KeptTakes,
  ) {
    const controller = new PuppetController(world, settings, first, {
      isPointing: () => this.drags.isHolding || this.drags.near !== null || this.editor.isPointing,
      onStep: (now, before) => this.takes.follow(now, before),
    });
    this.controller = controller;
    // Before the grips and the camera: what the editor takes is not theirs.
    this.editor = new PuppetEditor(controller, this.space);
    this.drags = new PuppetDrags(world, this.space, () => controller.player);
    this.headsetDrags = new HeadsetDrags(world, this.space, () => controller.player);
    this.takes = new PuppetTakes(controller, kept);
    this.things = new StageThings(controller);
    this.tutorial = new Tutorial(controller, () => this.takes.entries.length);
  }

  /** What the keys and the buttons of undo work on: takes in the tab Takes, else the puppet. */
  get steps(): PuppetDocument | PuppetTakes {
    const { document, shown } = this.controller;
    return shown.tab === 'takes' ? this.takes : document;
  }

  /** One frame: hands, what takes and editor make of them, the puppet, what follows from it. */
  step(dtSeconds: number): void {
    const { controller, takes, editor, drags, headsetDrags } = this;
    const held = [...drags.held, ...headsetDrags.held];
    const hands = controller.stepHands(dtSeconds, (slot) => headsetDrags.hands[slot].held !== null);
    const { player } = controller;
    const { isIdle: isIdleAllowed } = controller.settings.values();
    let input: PuppetInput = { hands, drags: dragsOf(player, held), turns: turnsOf(player, held), isIdleAllowed };
    input = takes.changeInput(input, dtSeconds);
    input = editor.changeInput(input, dtSeconds);
    controller.step(input, dtSeconds);
    takes.record(dtSeconds);
    this.things.step(dtSeconds);
    editor.update();
    this.tutorial.step();
  }

  /** Opens a take, a sound, a hand, a model or a puppet; false for files of other kinds. Throws InputError where it is wrong. */
  async openFile(file: File): Promise<boolean> {
    return (await this.takes.openFile(file)) || this.controller.openFile(file);
  }

  dispose(): void {
    this.drags.dispose();
    this.takes.dispose();
    this.things.dispose();
    this.editor.dispose();
    this.controller.dispose();
  }
}
