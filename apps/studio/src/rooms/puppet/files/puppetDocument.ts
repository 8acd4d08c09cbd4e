import { change, endGesture, type History, redo, undo } from '@leib/core';
import type { ExamplePuppetName, PuppetFile, PuppetMesh } from '@leib/puppet';
import type { StoreApi } from 'zustand/vanilla';

/** A mesh as the file that it came from. */
export interface MeshFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A puppet that was read: what it is and what it looks like. */
export interface OpenedPuppet {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
  /** null for an example, whose file comes with the page. */
  readonly meshFile: MeshFile | null;
  /** The example that it is or was made from. */
  readonly example: ExamplePuppetName | null;
}

/** A puppet that was kept in this browser, and goes on as what it was. */
export interface KnownPuppet extends OpenedPuppet {
  readonly id: string;
  readonly isEdited: boolean;
}

/** One state of the puppet, and the change that led to it in a few words: "connect thumb", "open Teddy". */
export interface PuppetStep extends KnownPuppet {
  readonly label: string;
}

/** Undo goes back through so many puppets: each holds its model. */
export const PUPPETS_TO_UNDO = 5;

/**
 * The open puppet: its file and its mesh, with undo and redo, which bring back the puppet that was open before, too. Edits
 * are functions from a file to the next one.
 */
export class PuppetDocument {
  readonly #state: StoreApi<{ readonly edits: History<PuppetStep> }>;

  /** @param state where its steps are: the room's (createRoomState) */
  constructor(state: StoreApi<{ readonly edits: History<PuppetStep> }>) {
    this.#state = state;
  }

  get #edits(): History<PuppetStep> {
    return this.#state.getState().edits;
  }

  get now(): PuppetStep {
    return this.#edits.present;
  }

  get file(): PuppetFile {
    return this.now.file;
  }

  get mesh(): PuppetMesh {
    return this.now.mesh;
  }

  /** What would be undone and redone, in words; null where there is nothing. */
  get undoLabel(): string | null {
    return this.#edits.past.length > 0 ? this.now.label : null;
  }

  get redoLabel(): string | null {
    return this.#edits.future[0]?.label ?? null;
  }

  /** Another puppet takes the place of this one, as one step of the history. */
  open(opened: OpenedPuppet | KnownPuppet): void {
    const next = change(this.#edits, stepOf(opened), null);
    const recent = [...new Set(next.past.map(({ id }) => id))].slice(-PUPPETS_TO_UNDO);
    this.#state.setState({ edits: { ...next, past: next.past.filter(({ id }) => recent.includes(id)) } });
  }

  /**
   * Changes the file as one step of the history. Changes with the same `gesture` (a slider that is dragged) are one step
   * until endGesture(). A change that returns the same file is none.
   */
  edit(label: string, changeFile: (file: PuppetFile) => PuppetFile, gesture: string | null = null): void {
    const file = changeFile(this.file);
    if (file === this.file) return;
    this.#state.setState({ edits: change(this.#edits, { ...this.now, file, label, isEdited: true }, gesture) });
  }

  endGesture(): void {
    this.#state.setState({ edits: endGesture(this.#edits) });
  }

  undo(): void {
    this.#state.setState({ edits: undo(this.#edits) });
  }

  redo(): void {
    this.#state.setState({ edits: redo(this.#edits) });
  }
}

/** A puppet as it was opened: the first step of a history, or of another puppet in it. */
export function stepOf(opened: OpenedPuppet | KnownPuppet): PuppetStep {
  return { id: crypto.randomUUID(), isEdited: false, ...opened, label: `open ${opened.file.name}` };
}
