import { createPose, type Pose, seekTimeline } from '@leib/core';
import { createPerson, type Person } from '@leib/embody';
import { buildMirrorJoints, inputAt, placeTarget, type TargetPlace } from '@leib/reembody';
import type { Avatar } from '@leib/three';
import { createDemoSource } from '../../../world/demo/demoMotion.js';
import { demoHeadHeight } from '../../../world/demo/stageDemo.js';
import { pagePriorWeights } from '../../../world/priorWeights.js';
import type { World } from '../../../world/world.js';
import type { ReembodyValues } from '../settings/reembodyShape.js';
import type { OtherBody } from '../simulation/remoteSimulation.js';
import { placeAround } from './placesAround.js';

/** Offset between two that play the demo, so that they do not move alike, seconds. */
const DEMO_SHIFT_SECONDS = 7;

/** Targets of the page's other bodies in every frame: a copy of the person's pose somewhere else, or the demo. */
export class OtherPeople {
  readonly #world: World;
  readonly #avatar: Avatar;
  readonly #mirrorJoints: Int16Array;
  readonly #target: Pose;
  /** They play the demo. */
  readonly #performers: Person[] = [];
  #places: readonly TargetPlace[] = [];
  /** What `#places` were made for. */
  #placedMetres = 0;
  #isPlacedMirrored = false;

  constructor(world: World, avatar: Avatar) {
    this.#world = world;
    this.#avatar = avatar;
    this.#mirrorJoints = buildMirrorJoints(avatar.skeleton);
    this.#target = createPose(avatar.skeleton);
  }

  /** Writes the targets of those of `others` that are the page's own. */
  write(
    input: Float64Array,
    others: readonly OtherBody[],
    targetPose: Pose,
    values: Pick<ReembodyValues, 'othersDo' | 'othersAway' | 'latencyMs' | 'delaysHips'>,
    dtSeconds: number,
  ): void {
    const { othersDo, othersAway, latencyMs, delaysHips } = values;
    const { skeleton } = this.#avatar;
    for (let i = 0; i < others.length; i++) {
      const { layout, isOwn } = others[i];
      if (!isOwn) continue;
      const pose = othersDo === 'demo' ? this.#perform(i, dtSeconds) : targetPose;
      placeTarget(skeleton, this.#mirrorJoints, pose, this.#place(i, othersAway, othersDo === 'mirror'), this.#target);
      const at = layout.input;
      input[at + inputAt.latencySeconds] = latencyMs / 1000;
      input[at + inputAt.delaysHips] = delaysHips ? 1 : 0;
      for (let k = 0; k < 3; k++) input[at + inputAt.targetRootPosition + k] = this.#target.rootPosition[k];
      const { localRotations } = this.#target;
      for (let k = 0; k < localRotations.length; k++) input[at + inputAt.targetRotations + k] = localRotations[k];
    }
  }

  dispose(): void {
    for (const { source } of this.#performers) source?.dispose();
  }

  #place(number: number, distance: number, isMirrored: boolean): TargetPlace {
    const metres = distance / this.#world.person.scale.x;
    if (metres !== this.#placedMetres || isMirrored !== this.#isPlacedMirrored) {
      this.#placedMetres = metres;
      this.#isPlacedMirrored = isMirrored;
      this.#places = [0, 1, 2, 3].map((each) => placeAround(each, metres, isMirrored));
    }
    return this.#places[number];
  }

  #perform(number: number, dtSeconds: number): Pose {
    while (this.#performers.length <= number) {
      this.#performers.push(createPerformer(this.#world, this.#avatar, this.#performers.length));
    }
    return this.#performers[number].step(dtSeconds);
  }
}

function createPerformer({ ground }: World, avatar: Avatar, number: number): Person {
  const source = createDemoSource();
  seekTimeline(source.timeline, (number * DEMO_SHIFT_SECONDS) % source.timeline.durationSeconds);
  // Of the person's size, in whose metres they are.
  return createPerson({
    avatar,
    source,
    prior: pagePriorWeights,
    ground,
    settings: { fit: { headHeight: demoHeadHeight, size: 'own' } },
  });
}
