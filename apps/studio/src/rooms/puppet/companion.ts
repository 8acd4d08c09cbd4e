import type { PuppetInput } from '@leib/puppet';
import type { Object3D } from 'three';
import type { TabUndoable } from './undoable.js';

/** Something that takes part in every frame beside the puppet: takes that are played, things on the stage. */
export interface PuppetCompanion {
  /** How many takes it holds; the tutorial looks at it. */
  readonly takeCount?: number;
  /** Undo works on these steps while the tab is open. */
  readonly undoableInTab?: TabUndoable;
  /** What it draws, in the puppet's space; hidden in the further views. */
  readonly root?: Object3D;
  /** Changes what moves the puppet in this frame. */
  changeInput?(input: PuppetInput, dtSeconds: number): PuppetInput;
  /** After the puppet was stepped. */
  afterStep?(dtSeconds: number): void;
  /** Opens a file of its own; false for any other. */
  openFile?(file: File): Promise<boolean>;
  /** Where a named thing of it is, puppet's space; null where it has none of that name. For measurements. */
  thingPlace?(name: string): readonly [x: number, y: number, z: number] | null;
  dispose(): void;
}
