import { InputError } from '@leib/core';
import { type MocapOffsets, offsetsText, parseOffsets } from '@leib/mocap';
import { saveFile } from '../../../files/saveFile.js';
import type { MocapStore } from '../mocapShape.js';
import { fileOfOffsets, type OffsetsFile, offsetsOfFile } from './offsetsFile.js';

/** Whose offsets are edited: those of the simulated bodies, or those of a real tracker. Each has its own setting. */
export type OffsetsOwner = 'simulatedOffsets' | 'trackerOffsets';

/** The offsets in use, and every way in which they change. A field, a drag, a file is one step of undo. */
export class OffsetsEdits {
  /** What was found without the visitor's doing; used until they set their own. */
  found: MocapOffsets | null = null;
  owner: OffsetsOwner = 'simulatedOffsets';
  readonly #settings: MocapStore;
  /** The file before a drag. */
  #before: OffsetsFile | null = null;

  constructor(settings: MocapStore) {
    this.#settings = settings;
  }

  /** Set by the visitor; null where they are the found ones, or there are none. */
  get own(): OffsetsFile | null {
    return this.#settings.values()[this.owner];
  }

  get file(): OffsetsFile | null {
    return this.own ?? (this.found && fileOfOffsets(this.found));
  }

  get offsets(): MocapOffsets | null {
    return offsetsOfFile(this.own) ?? this.found;
  }

  /** Where they come from, in words. */
  get words(): string {
    const { file } = this;
    if (!file) return 'No offsets yet: load a file, or find them.';
    const joints = Object.values(file.bodies).reduce((sum, body) => sum + Object.keys(body.joints).length, 0);
    const bodies = Object.keys(file.bodies).length;
    return `${joints} joints on ${bodies} bodies, ${this.own ? 'yours' : 'found in a T-pose at the start'}.`;
  }

  /** Takes other offsets, as one step; null: the found ones again. */
  set(file: OffsetsFile | null): void {
    this.#settings.endGesture();
    this.#settings.set(this.owner, file);
    this.#settings.endGesture();
  }

  /** Reads a file's text; throws InputError with the place where it is wrong. */
  load(text: string): void {
    const decoded = parseOffsets(text);
    if (!decoded.ok) throw new InputError(decoded.path, decoded.reason);
    this.set(fileOfOffsets(decoded.value));
  }

  save(): void {
    const { offsets } = this;
    if (offsets) saveFile('leib-offsets.json', offsetsText(offsets), 'application/json');
  }

  beginDrag(): void {
    this.#settings.endGesture();
    this.#before = this.own;
  }

  /** All moves of a drag are one step. */
  drag(file: OffsetsFile): void {
    this.#settings.set(this.owner, file);
  }

  endDrag(): void {
    this.#settings.endGesture();
  }

  cancelDrag(): void {
    this.#settings.set(this.owner, this.#before);
    this.#settings.endGesture();
  }
}
