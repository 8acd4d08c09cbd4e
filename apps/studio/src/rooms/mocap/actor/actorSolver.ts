import type { Pose, Skeleton } from '@leib/core';
import type { AgentAngles } from '@leib/core/pack';
import {
  type BodyConditioner,
  type BodyFrame,
  type BodyPlacement,
  type BodyResiduals,
  buildMocapModel,
  createBodyResiduals,
  createMocapState,
  defaultBodyConditionerParams,
  type MocapModel,
  type MocapOffsets,
  type MocapState,
  measureBodyResiduals,
  placeBodies,
  stepMocap,
} from '@leib/mocap';
import type { MocapSettings } from '../mocapShape.js';
import { dhOfFile } from '../settings/skeletonFile.js';

export type SolveSettings = Pick<MocapSettings, 'method' | 'smoothingMs' | 'predictMs' | 'swaps' | 'skeleton'>;

/** One actor being solved: bodies in, skeleton out, and how well the two fit. */
export class ActorSolver {
  /** Bodies do not tell of fingers. */
  readonly hasFingers = false;
  readonly model: MocapModel;
  readonly state: MocapState;
  /** By the frame's bodies; NaN where a body is not seen or has no offsets. */
  readonly residuals: BodyResiduals;
  #placements: readonly BodyPlacement[] = [];
  #placedOn: Skeleton | null = null;

  constructor(bodyNames: readonly string[], offsets: MocapOffsets, settings: SolveSettings) {
    const { method, smoothingMs, predictMs, swaps } = settings;
    const { filter, swaps: swapParams } = defaultBodyConditionerParams;
    this.model = buildMocapModel({
      bodyNames,
      offsets,
      skeleton: dhOfFile(settings.skeleton),
      method,
      conditioner: {
        filter: { ...filter, smoothingSeconds: smoothingMs / 1000 },
        predictSeconds: predictMs / 1000,
        swaps: { ...swapParams, mode: swaps },
      },
    });
    this.state = createMocapState(this.model);
    this.residuals = createBodyResiduals(bodyNames.length);
  }

  get bodies(): BodyConditioner {
    return this.state.bodies;
  }

  /** The actor's; another one with the same joints when lengths become known. */
  get skeleton(): Skeleton {
    return this.state.actor.skeleton;
  }

  get pose(): Pose {
    return this.state.pose;
  }

  get angles(): AgentAngles {
    return this.state.angles;
  }

  step(frame: BodyFrame, dtSeconds: number): void {
    stepMocap(this.model, this.state, frame, dtSeconds);
    if (this.skeleton !== this.#placedOn) {
      this.#placedOn = this.skeleton;
      this.#placements = placeBodies(this.skeleton, this.model.offsets);
    }
    measureBodyResiduals(this.#placements, this.pose, frame, this.bodies.swaps.slots, this.residuals);
  }
}
