import { change, createHistory, endGesture, type History, type HumanoidBone, InputError, redo, undo } from '@leib/core';
import {
  filePoints,
  type MeshRig,
  parseRigPoints,
  placedPoints,
  type RigPoint,
  type RigPoints,
  rigPointsText,
  withRigPoint,
  writeRiggedGlb,
} from '@leib/mocap';
import { createStore } from 'zustand/vanilla';
import type { WorkerJob } from '../../../files/workerJob.js';
import type { Clock, Release } from '../../../time/clock.js';
import { explainFileError } from '../../../ui/explainError.js';
import type { PreviewBends } from './bendSurface.js';
import { callRigWorker } from './callRigWorker.js';
import { openRigDraft, type RigDraft, turnRigDraft, usualRigPoints } from './rigDraft.js';

/** What the section and the stage show. */
export interface RigView {
  readonly draft: RigDraft | null;
  readonly points: History<RigPoints>;
  /** A point that is moved takes its image on the other side along. */
  readonly isMirrored: boolean;
  /** The skin for the present points; null while it is worked out or cannot be. */
  readonly rig: MeshRig | null;
  /** Share of the work that is done; null when nothing is worked on. */
  readonly progress: number | null;
  readonly problem: string | null;
  readonly showsSegments: boolean;
  readonly bends: PreviewBends;
  /** Point under the pointer. */
  readonly marked: HumanoidBone | null;
}

const nothing: RigView = {
  draft: null,
  points: createHistory<RigPoints>({}),
  isMirrored: true,
  rig: null,
  progress: null,
  problem: null,
  showsSegments: true,
  bends: { elbows: 0, knees: 0 },
  marked: null,
};

/** A mesh on its way to an agent: points, their history, the skin that follows from them. */
export class RigController {
  readonly store = createStore<RigView>(() => nothing);
  readonly #clock: Clock;
  #work: WorkerJob<unknown> | null = null;
  #release: Release = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens a mesh, or joint points for the open one. */
  async open(file: File): Promise<void> {
    const release = this.#clock.hold();
    try {
      if (/\.json$/i.test(file.name)) return await this.#openPoints(file);
      const draft = await openRigDraft(file);
      this.#stop();
      const { isMirrored, showsSegments } = this.store.getState();
      this.store.setState({ ...nothing, isMirrored, showsSegments, draft, points: createHistory(draft.named ?? {}) });
      if (draft.named) this.#rig();
      else await this.propose();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.store.setState({ problem: explainFileError(file.name, error) });
    } finally {
      release();
    }
  }

  async #openPoints(file: File): Promise<void> {
    const { draft } = this.store.getState();
    const parsed = parseRigPoints(await file.text());
    if (!draft)
      this.store.setState({ problem: `${file.name}: expected an open mesh for its points; open the mesh first` });
    else if (!parsed.ok) this.store.setState({ problem: `${file.name}, ${parsed.path}: ${parsed.reason}` });
    else this.#setPoints(placedPoints(parsed.value.points, draft.placement), null);
  }

  /** Joint points from the shape; by usual proportions, with the reason, where no figure is recognised. */
  async propose(): Promise<void> {
    const { draft } = this.store.getState();
    if (!draft) return;
    const proposed = await this.#run(callRigWorker({ method: 'propose', surface: draft.surface }));
    if (proposed) this.#setPoints(proposed, null);
    else if (this.store.getState().draft === draft) {
      const { problem } = this.store.getState();
      this.#setPoints(usualRigPoints(draft), null);
      this.store.setState({ problem });
    }
  }

  turn(axis: 'y' | 'x'): void {
    const { draft } = this.store.getState();
    if (!draft) return;
    this.#stop();
    this.store.setState({ draft: turnRigDraft(draft, axis), points: createHistory<RigPoints>({}), rig: null });
    void this.propose();
  }

  /** Moves a point while it is dragged; endMove() makes the skin anew. */
  move(bone: HumanoidBone, point: RigPoint): void {
    const { draft, points, isMirrored } = this.store.getState();
    if (!draft) return;
    const middle = isMirrored ? draft.middle : null;
    const moved = withRigPoint(points.present, bone, point, middle);
    this.store.setState({ points: change(points, moved, `move ${bone}`), bends: nothing.bends });
  }

  endMove(): void {
    const { points } = this.store.getState();
    if (points.gesture === null) return;
    this.store.setState({ points: endGesture(points) });
    this.#rig();
  }

  cancelMove(): void {
    if (this.store.getState().points.gesture !== null) this.undo();
  }

  undo(): void {
    this.store.setState(({ points }) => ({ points: undo(points) }));
    this.#rig();
  }

  redo(): void {
    this.store.setState(({ points }) => ({ points: redo(points) }));
    this.#rig();
  }

  show(view: Partial<Pick<RigView, 'isMirrored' | 'showsSegments' | 'bends' | 'marked'>>): void {
    this.store.setState(view);
  }

  /** The rigged figure; null while there is none. */
  writeGlb(): File | null {
    const { draft, rig } = this.store.getState();
    if (!draft || !rig) return null;
    const bytes = writeRiggedGlb({ scene: draft.scene, placement: draft.placement, rig }, draft.name);
    return new File([bytes], `${draft.name}-rigged.glb`, { type: 'model/gltf-binary' });
  }

  /** The points as leib-rig-points/1, in the mesh file's own space. */
  writePoints(): string {
    const { draft, points } = this.store.getState();
    if (!draft) return '';
    const { placement } = draft;
    return rigPointsText({ unit: placement.unit, isMirrored: false, points: filePoints(points.present, placement) });
  }

  close(): void {
    this.#stop();
    this.store.setState(nothing);
  }

  #setPoints(points: RigPoints, gesture: string | null): void {
    this.store.setState((view) => ({ points: change(view.points, points, gesture), problem: null }));
    this.#rig();
  }

  /** Works out the skin for the present points, beside the picture. */
  #rig(): void {
    const { draft, points } = this.store.getState();
    if (!draft) return;
    const onProgress = (progress: number) => this.store.setState({ progress });
    const call = { method: 'rig', surface: draft.surface, points: points.present } as const;
    void this.#run(callRigWorker(call, onProgress)).then((rig) => {
      if (rig) this.store.setState({ rig, problem: null });
    });
  }

  /** The result of one piece of work, and an end to the one before; null where it failed or was ended. */
  async #run<Result>(work: WorkerJob<Result>): Promise<Result | null> {
    this.#stop();
    this.#work = work;
    this.#release = this.#clock.hold();
    this.store.setState({ progress: 0 });
    try {
      const result = await work.result;
      if (this.#work !== work) return null;
      this.#stop();
      return result;
    } catch (error) {
      if (this.#work !== work) return null;
      this.#stop();
      this.store.setState({ rig: null, problem: (error as Error).message });
      return null;
    }
  }

  #stop(): void {
    this.#work?.cancel();
    this.#work = null;
    this.#release();
    this.#release = () => {};
    if (this.store.getState().progress !== null) this.store.setState({ progress: null });
  }
}
