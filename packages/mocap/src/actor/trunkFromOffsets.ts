import { createQuat, type HumanoidBone, jointOfBone, type Skeleton, vec3 } from '@leib/core';
import type { MocapOffsets } from '../offsets/offsets.js';

type Place = readonly [number, number, number];

/** Places of joints in the T-pose, from one origin, as far as offsets tell them. */
type RestPlaces = ReadonlyMap<HumanoidBone, Place>;

/** The trunk body that names most joints: all of its places share one origin. */
function restPlacesOf({ bodies }: MocapOffsets): RestPlaces {
  const trunk = bodies.filter(({ bone }) => ['hips', 'spine', 'chest', 'upperChest'].includes(bone));
  const best = trunk.reduce((a, b) => (b.joints.length > a.joints.length ? b : a));
  const rotation = createQuat(...best.restRotation);
  return new Map(
    best.joints.map(({ bone, positionLocal }) => {
      const [x, y, z] = vec3.transformQuat([0, 0, 0], positionLocal as [number, number, number], rotation);
      return [bone, [x, y, z]];
    }),
  );
}

const middle = (a: Place, b: Place): Place => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];

function middleOf(places: RestPlaces, pair: readonly [HumanoidBone, HumanoidBone]): Place | null {
  const [left, right] = [places.get(pair[0]), places.get(pair[1])];
  return left && right ? middle(left, right) : null;
}

function skeletonPlaces(skeleton: Skeleton, bones: readonly HumanoidBone[]): RestPlaces {
  const { restWorldPositions: p } = skeleton;
  return new Map(
    bones.flatMap((bone): [HumanoidBone, Place][] => {
      const at = jointOfBone(skeleton, bone) * 3;
      return at < 0 ? [] : [[bone, [p[at], p[at + 1], p[at + 2]]]];
    }),
  );
}

const hips = ['leftUpperLeg', 'rightUpperLeg'] as const;
const shoulders = ['leftUpperArm', 'rightUpperArm'] as const;

/** What the offsets say of the actor's trunk, beside the skeleton's own proportions. */
export interface TrunkFit {
  /** Actor's trunk over the skeleton's. */
  readonly scale: number;
  /** New offsets at rest, from parent to joint. jointCount x 3. */
  readonly restOffsets: Float64Array;
}

/**
 * The skeleton at the actor's size as far as offsets tell it: everything is scaled by the height of the trunk (or the width of
 * shoulders or hips), then shoulders, hips and neck are moved to where the body on the back has them in the T-pose.
 */
export function fitTrunk(skeleton: Skeleton, offsets: MocapOffsets): TrunkFit {
  const told = restPlacesOf(offsets);
  const own = skeletonPlaces(skeleton, [...hips, ...shoulders, 'neck']);
  const scale = scaleOf(told, own);
  const restOffsets = skeleton.restOffsets.map((value) => value * scale);
  const toldHips = middleOf(told, hips);
  const ownHips = middleOf(own, hips);
  const root = skeleton.restOffsets.subarray(0, 3);
  if (toldHips === null || ownHips === null) return { scale, restOffsets };
  // Where the hips joint is in the frame of what was told: as high above the middle of the hips as on the skeleton.
  const pelvis = toldHips.map((value, i) => value - scale * (ownHips[i] - root[i]));
  const world = new Float64Array(restOffsets.length);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    for (let i = 0; i < 3; i++) {
      world[joint * 3 + i] = parent < 0 ? 0 : world[parent * 3 + i] + restOffsets[joint * 3 + i];
    }
    for (const [bone, place] of told) {
      if (parent < 0 || jointOfBone(skeleton, bone) !== joint) continue;
      for (let i = 0; i < 3; i++) {
        world[joint * 3 + i] = place[i] - pelvis[i];
        restOffsets[joint * 3 + i] = world[joint * 3 + i] - world[parent * 3 + i];
      }
    }
  }
  return { scale, restOffsets };
}

function scaleOf(told: RestPlaces, own: RestPlaces): number {
  const spans = [told, own].map((places) => {
    const [hipsAt, shouldersAt] = [middleOf(places, hips), middleOf(places, shoulders)];
    const width = (pair: readonly [HumanoidBone, HumanoidBone]) => {
      const [left, right] = [places.get(pair[0]), places.get(pair[1])];
      return left && right ? vec3.distance(left as Place, right as Place) : null;
    };
    return [hipsAt && shouldersAt ? vec3.distance(hipsAt, shouldersAt) : null, width(shoulders), width(hips)];
  });
  for (const [k, span] of spans[0].entries()) {
    const ownSpan = spans[1][k];
    if (span !== null && ownSpan !== null && ownSpan > 0) return span / ownSpan;
  }
  return 1;
}
