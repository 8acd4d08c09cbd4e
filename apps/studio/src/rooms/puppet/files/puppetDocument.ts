import type { PuppetFile, PuppetMesh } from '@leib/puppet';
import type { ExamplePuppetName } from '@leib/puppet/examples';
import { createStore } from 'zustand/vanilla';
import { change, createHistory, endGesture, type History, redo, undo } from '../../../files/history.js';

/** A mesh as the file that it came from. */
export interface MeshFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A puppet that was read: what it is and what it looks like. */
export interface OpenedPuppet {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
  /** null where the mesh was made by code. */
  readonly meshFile: MeshFile | null;
  /** The example that it is or was made from. */
  readonly example: ExamplePuppetName | null;
}

/** One state of the file, and the change that led to it in a few words: "connect thumb". */
export interface PuppetEdit {
  readonly file: PuppetFile;
  readonly label: string;
}

export interface PuppetDocumentState extends Omit<OpenedPuppet, 'file'> {
  readonly edits: History<PuppetEdit>;
}

/** The open puppet: its file with undo and redo, and its mesh. Edits are functions from a file to the next one. */
export class PuppetDocument {
  readonly store;

  constructor(opened: OpenedPuppet) {
    this.store = createStore<PuppetDocumentState>(() => stateOf(opened));
  }

  get file(): PuppetFile {
    return this.store.getState().edits.present.file;
  }

  get mesh(): PuppetMesh {
    return this.store.getState().mesh;
  }

  /** What would be undone and redone, in words; null where there is nothing. */
  get undoLabel(): string | null {
    const { past, present } = this.store.getState().edits;
    return past.length > 0 ? present.label : null;
  }

  get redoLabel(): string | null {
    return this.store.getState().edits.future[0]?.label ?? null;
  }

  /** Another puppet takes the place of this one; its history begins anew. */
  replace(opened: OpenedPuppet): void {
    this.store.setState(stateOf(opened), true);
  }

  /**
   * Changes the file as one step of the history. Changes with the same `gesture` (a slider that is dragged) are one step
   * until endGesture(). A change that returns the same file is none.
   */
  edit(label: string, changeFile: (file: PuppetFile) => PuppetFile, gesture: string | null = null): void {
    const file = changeFile(this.file);
    if (file === this.file) return;
    this.store.setState(({ edits }) => ({ edits: change(edits, { file, label }, gesture) }));
  }

  endGesture(): void {
    this.store.setState(({ edits }) => ({ edits: endGesture(edits) }));
  }

  undo(): void {
    this.store.setState(({ edits }) => ({ edits: undo(edits) }));
  }

  redo(): void {
    this.store.setState(({ edits }) => ({ edits: redo(edits) }));
  }
}

function stateOf({ file, ...rest }: OpenedPuppet): PuppetDocumentState {
  return { ...rest, edits: createHistory<PuppetEdit>({ file, label: 'open' }) };
}
