import type { Skeleton } from '@leib/core';
import {
  buildBaseline,
  type Crowd,
  type CrowdMember,
  createBaselineCrowdSolver,
  createCrowd,
  createEmbodyCrowdSolver,
  defaultLodSettings,
  detailLevel,
  type EmbodyModel,
  type Ground,
  stepCrowd,
} from '@leib/embody';
import {
  copyJointFrame,
  createJointFrame,
  createPlacement,
  type JointFrame,
  type Placement,
  placeJoints,
} from '@leib/tracking';
import { createMotionHistory, frameBefore, nextFrame } from '../../mocap/agents/motionHistory.js';

/** How far back the motion is remembered, frames, and how much later than the one before each person moves, seconds. */
const REMEMBERED = 360;
const DELAY = 0.37;
const LONGEST_DELAY = 2.4;
/** Nearest to the start, and from one to the next, metres. */
const NEAREST = 2.4;
const APART = 1.25;
/** Of the golden angle, radians: it fills a disc evenly. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** What a crowd goes by. */
export interface CrowdSettings {
  readonly people: number;
  /** All of them together may take this long per frame, milliseconds. */
  readonly budgetMs: number;
  /** Nearer than this they are worked out in full, and nearer than the second seldom; metres. */
  readonly fullDistance: number;
  readonly reducedDistance: number;
}

/** The body that all have: the whole solve with its settings, or (null) the baseline. */
export interface CrowdBody {
  readonly skeleton: Skeleton;
  readonly model: EmbodyModel | null;
}

/** People of each level of detail. */
export interface LevelCounts {
  full: number;
  reduced: number;
  far: number;
}

/** Where a person of the crowd stands and which way it faces: on free ground, around the start. */
export function crowdPlacements(people: number, ground: Ground): readonly Placement[] {
  const placements: Placement[] = [];
  const hit = { height: 0, normal: [0, 1, 0] } as unknown as Parameters<Ground['query']>[3];
  for (let i = 0; placements.length < people; i++) {
    const radius = NEAREST + APART * Math.sqrt(i);
    const angle = i * GOLDEN;
    const [x, z] = [radius * Math.sin(angle), radius * Math.cos(angle)];
    const isFree = !ground.query(x, z, 3, hit) || Math.abs(hit.height) < 0.01;
    if (isFree) placements.push({ ...createPlacement(), x, z, yaw: 1.7 * i });
  }
  return placements;
}

/** Many people who move as the one on the stage, each a little later and elsewhere, as detailed as they are near. */
export class CrowdMotion {
  readonly crowd: Crowd;
  readonly #placements: readonly Placement[];
  readonly #frames: readonly JointFrame[];
  readonly #distances: Float64Array;
  readonly #history = createMotionHistory(REMEMBERED, createJointFrame);
  #seconds = 0;

  /** @param ground what is in the way of standing somewhere */
  constructor(body: CrowdBody, settings: CrowdSettings, ground: Ground) {
    const { people } = settings;
    const { skeleton } = body;
    const baseline = body.model === null ? buildBaseline(skeleton) : null;
    const members = Array.from({ length: people }, (): CrowdMember => {
      const solver = baseline
        ? createBaselineCrowdSolver(baseline)
        : createEmbodyCrowdSolver(body.model as EmbodyModel);
      return { skeleton, solver };
    });
    this.crowd = createCrowd(members, lodSettingsOf(settings));
    this.#placements = crowdPlacements(people, ground);
    this.#frames = Array.from({ length: people }, createJointFrame);
    this.#distances = new Float64Array(people);
  }

  /** How many are worked out in how much detail now. */
  get levels(): LevelCounts {
    const counts: LevelCounts = { full: 0, reduced: 0, far: 0 };
    for (const { level } of this.crowd.avatars) {
      if (level === detailLevel.full) counts.full++;
      else if (level === detailLevel.reduced) counts.reduced++;
      else counts.far++;
    }
    return counts;
  }

  /**
   * One frame. `joints`: of the person on the stage, before anything carries them. `eyes`: where the viewer is, the
   * person's metres. `clockMs`: measures what levels cost; null: as assumed, and the same input gives the same bits.
   */
  step(
    joints: JointFrame,
    eyes: readonly [x: number, z: number],
    dtSeconds: number,
    clockMs: (() => number) | null,
  ): void {
    this.#seconds += dtSeconds;
    copyJointFrame(nextFrame(this.#history, this.#seconds), joints);
    for (let i = 0; i < this.#frames.length; i++) {
      const frame = this.#frames[i];
      copyJointFrame(frame, frameBefore(this.#history, delayOf(i)) ?? joints);
      placeJoints(frame, this.#placements[i]);
      const { x, z } = this.#placements[i];
      this.#distances[i] = Math.hypot(x - eyes[0], z - eyes[1]);
    }
    stepCrowd(this.crowd, this.#frames, this.#distances, dtSeconds, clockMs);
  }
}

/** How much later than the person on the stage a person of the crowd moves, seconds. */
export function delayOf(index: number): number {
  return (DELAY * (index + 1)) % LONGEST_DELAY;
}

function lodSettingsOf({ budgetMs, fullDistance, reducedDistance }: CrowdSettings): typeof defaultLodSettings {
  return { ...defaultLodSettings, budgetMicros: 1000 * budgetMs, fullDistance, reducedDistance };
}
