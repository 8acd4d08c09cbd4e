import { InputError, type Motion, motionDuration, type Pose, type Skeleton } from '@leib/core';
import {
  appendTake,
  type Combination,
  type CombinedTakes,
  combinationText,
  combineTakes,
  createTakeRecorder,
  finishTake,
  parseCombination,
  type Take,
  type TakeRecorder,
  trimMotion,
} from '@leib/mocap';
import { openKeptFiles } from '../../../files/keptFiles.js';
import { saveFile } from '../../../files/saveFile.js';
import type { Clock } from '../../../time/clock.js';
import { explainError } from '../../../ui/explainError.js';
import { fileNameOf, readTake, type TakeFormat, takeFormats, takeOf, writeTake } from './takeFiles.js';

type Notify = (kind: 'info' | 'error', text: string) => void;

/** Takes in the browser's database are files of this kind: it keeps the whole skeleton. */
const KEPT_FORMAT = 'vrma';
/** Changes that can be undone. */
const UNDO_LIMIT = 50;

/** Takes of this visit and of earlier ones: recorded, opened, trimmed, combined. Kept in the browser. */
export class TakeShelf {
  readonly #clock: Clock;
  readonly #notify: Notify;
  readonly #kept = openKeptFiles('leib-mocap-takes');
  #takes: readonly Take[] = [];
  #past: readonly (readonly Take[])[] = [];
  #recorder: { readonly state: TakeRecorder; readonly source: string } | null = null;

  constructor(clock: Clock, notify: Notify) {
    this.#clock = clock;
    this.#notify = notify;
    void this.#hold(() => this.#readKept());
  }

  /** In the order in which they came. */
  get takes(): readonly Take[] {
    return this.#takes;
  }

  get isRecording(): boolean {
    return this.#recorder !== null;
  }

  get recordedSeconds(): number {
    const state = this.#recorder?.state;
    return state ? state.frameCount / state.hz : 0;
  }

  find(name: string): Take | null {
    return this.takes.find((take) => take.name === name) ?? null;
  }

  start(skeleton: Skeleton, source: string): void {
    this.#recorder = { state: createTakeRecorder(skeleton), source };
  }

  /** Takes the actor's pose of this frame, while a recording runs. */
  append(skeleton: Skeleton, pose: Pose, dtSeconds: number): void {
    if (this.#recorder) appendTake(this.#recorder.state, skeleton, pose, dtSeconds);
  }

  /** Ends the recording; null where nothing was recorded. */
  stop(): Take | null {
    const recorder = this.#recorder;
    this.#recorder = null;
    if (!recorder || recorder.state.frameCount < 2) return null;
    return this.add(takeOf(finishTake(recorder.state, this.#freeName('Take')), recorder.source));
  }

  /** Puts a take on the shelf, under a name of its own, and keeps it in the browser. */
  add(take: Take): Take {
    const added = renamed(take, this.#freeName(take.name));
    this.#change([...this.#takes, added]);
    void this.#keep(added);
    return added;
  }

  rename(take: Take, wanted: string): Take {
    const name = wanted.trim();
    if (name === '' || name === take.name) return take;
    return this.#replace(take, renamed(take, this.#freeName(name)));
  }

  /** The take between two times, in its place. */
  trim(take: Take, fromSeconds: number, toSeconds: number): Take {
    return this.#replace(take, { ...take, motion: trimMotion(take.motion, fromSeconds, toSeconds) });
  }

  remove(take: Take): void {
    this.#change(this.#takes.filter((each) => each !== take));
    void this.#hold(() => this.#kept.remove(take.name));
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** The takes as they were before the last one was added, changed or deleted. */
  undo(): void {
    const takes = this.#past.at(-1);
    if (!takes) return;
    this.#past = this.#past.slice(0, -1);
    const gone = this.#takes.filter((take) => !takes.includes(take));
    const back = takes.filter((take) => !this.#takes.includes(take));
    this.#takes = takes;
    void this.#hold(async () => {
      for (const { name } of gone) await this.#kept.remove(name);
      for (const take of back) await this.#keep(take);
    });
  }

  /** Throws InputError with the place where the combination is wrong. */
  combine(combination: Combination): CombinedTakes & { readonly take: Take } {
    const combined = combineTakes(combination, new Map(this.takes.map((take) => [take.name, take])));
    return { ...combined, take: this.add(takeOf(combined.motion, 'combined')) };
  }

  /** As a file for `leib mocap combine`, which looks for the takes as BVH beside it. */
  saveCombination(combination: Combination): void {
    const name = fileNameOf(combination.name, 'json');
    saveFile(name, combinationText(combination), 'application/json');
    const files = Object.values(combination.takes).map(({ file }) => file);
    this.#notify('info', `Saved as ${name}. Export the takes as BVH beside it: ${files.join(', ')}.`);
  }

  /**
   * Combines takes of the shelf as a file says (leib-combination/1). Its takes are found by their names, or by the names of
   * their files. Throws InputError with the take that is not here.
   */
  combineFile(text: string): CombinedTakes & { readonly take: Take } {
    const decoded = parseCombination(text);
    if (!decoded.ok) throw new InputError(decoded.path, decoded.reason);
    const takes = new Map(
      Object.entries(decoded.value.takes).map(([name, { file }]) => [name, this.#named(name, file)]),
    );
    const combined = combineTakes(decoded.value, takes);
    return { ...combined, take: this.add(takeOf(combined.motion, 'combined')) };
  }

  #named(name: string, file: string): Take {
    const base = file.split(/[\\/]/).at(-1) ?? file;
    const ending = base.split('.').at(-1) ?? '';
    const isOf = (take: Take) => take.source === base || fileNameOf(take.name, ending) === base;
    const found = this.find(name) ?? this.takes.find(isOf);
    if (found) return found;
    throw new InputError(
      `takes.${name}`,
      `expected a take of that name, or from ${file}, got none; drop that file here first, or use leib mocap combine`,
    );
  }

  async open(bytes: Uint8Array, fileName: string): Promise<Take> {
    return this.add(await readTake(bytes, fileName));
  }

  async export(take: Take, format: TakeFormat): Promise<void> {
    await this.#hold(async () => {
      const type = takeFormats.find(({ id }) => id === format)?.type ?? '';
      const name = fileNameOf(take.name, format);
      saveFile(name, await writeTake(take, format), type);
      this.#notify('info', `Saved as ${name}.`);
    });
  }

  #change(takes: readonly Take[]): void {
    this.#past = [...this.#past, this.#takes].slice(-UNDO_LIMIT);
    this.#takes = takes;
  }

  #replace(take: Take, next: Take): Take {
    this.#change(this.#takes.map((each) => (each === take ? next : each)));
    void this.#hold(async () => {
      if (next.name !== take.name) await this.#kept.remove(take.name);
      await this.#keep(next);
    });
    return next;
  }

  async #keep(take: Take): Promise<void> {
    await this.#hold(async () => {
      const isKept = await this.#kept.put({ name: take.name, bytes: await writeTake(take, KEPT_FORMAT) });
      if (!isKept) this.#notify('info', `${take.name} is here until you leave: this browser keeps no files.`);
    });
  }

  async #readKept(): Promise<void> {
    for (const { name, bytes } of await this.#kept.list()) {
      const take = await readTake(bytes, `${name}.${KEPT_FORMAT}`);
      if (!this.find(name)) this.#takes = [...this.#takes, renamed(take, name)];
    }
  }

  /** Errors become one notice; a manual clock waits meanwhile. */
  async #hold(work: () => Promise<void>): Promise<void> {
    const release = this.#clock.hold();
    try {
      await work();
    } catch (error) {
      this.#notify('error', explainError(error));
    } finally {
      release();
    }
  }

  #freeName(wanted: string): string {
    if (wanted !== 'Take' && !this.find(wanted)) return wanted;
    let number = wanted === 'Take' ? 1 : 2;
    while (this.find(`${wanted} ${number}`)) number++;
    return `${wanted} ${number}`;
  }
}

function renamed(take: Take, name: string): Take {
  return { ...take, name, motion: { ...take.motion, name } };
}

export function secondsOf({ motion }: { readonly motion: Motion }): number {
  return motionDuration(motion);
}
