import {
  createPose,
  createTimeline,
  type Motion,
  motionDuration,
  type Pose,
  type Skeleton,
  sampleMotion,
  stepTimeline,
  type Timeline,
  updateWorldPose,
} from '@leib/core';
import { movesFingers } from '@leib/core/pack';

type FaceReader = (seconds: number) => ArrayLike<number>;

/** A motion that was solved before, played instead of bodies: a take, fitted markers. */
export class MotionPlayer {
  /** For people: the file, or the name of the take. */
  readonly label: string;
  readonly motion: Motion;
  readonly pose: Pose;
  readonly timeline: Timeline;
  readonly hasFingers: boolean;
  /** Weights at this moment; null where no face was recorded. */
  face: ArrayLike<number> | null = null;
  readonly #readFace: FaceReader | null;

  constructor(motion: Motion, label = motion.name, readFace: FaceReader | null = null) {
    this.label = label;
    this.#readFace = readFace;
    this.motion = motion;
    this.pose = createPose(motion.skeleton);
    this.timeline = createTimeline(motionDuration(motion));
    this.hasFingers = movesFingers(motion);
  }

  get skeleton(): Skeleton {
    return this.motion.skeleton;
  }

  /** Frame of the motion that is nearest to now. */
  get frame(): number {
    return Math.min(this.motion.frameCount - 1, Math.round(this.timeline.timeSeconds * this.motion.hz));
  }

  step(dtSeconds: number): void {
    stepTimeline(this.timeline, dtSeconds);
    sampleMotion(this.motion, this.timeline.timeSeconds, this.pose);
    updateWorldPose(this.motion.skeleton, this.pose);
    this.face = this.#readFace?.(this.timeline.timeSeconds) ?? null;
  }

  /** It has nothing open. */
  dispose(): void {}
}
