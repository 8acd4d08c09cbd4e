import { createPlacement, type Placement, placementFor } from '@leib/tracking';

/** How a wearer moved the tracked space on the stage: turned about +Y, then moved; the person's metres. */
export interface Recentring {
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
}

export const notRecentred: Recentring = { x: 0, z: 0, yaw: 0 };

/** A headset looks along -Z, the stage's start along +Z. */
const HEADSET_YAW = Math.PI;

/**
 * The recentring after which a headset that is now here stands on the start and looks ahead.
 * @param headTracked its pose in the tracked space: position, and the yaw of its view (0: along +Z)
 * @param scale tracked metres -> the person's
 */
export function recentringOf(
  headTracked: { readonly x: number; readonly z: number; readonly yaw: number },
  scale: number,
): Recentring {
  const { x, z, yaw } = placementFor([headTracked.x, 0, headTracked.z], headTracked.yaw, 0, scale, 0);
  return { x, z, yaw: yaw - HEADSET_YAW };
}

/** A placement of the tracked space that was recentred afterwards. */
export function recentredPlacement(placement: Placement, { x, z, yaw }: Recentring): Placement {
  if (x === 0 && z === 0 && yaw === 0) return placement;
  const cosine = Math.cos(yaw);
  const sine = Math.sin(yaw);
  return {
    ...createPlacement(),
    scale: placement.scale,
    heights: placement.heights ?? null,
    yaw: placement.yaw + yaw,
    x: cosine * placement.x + sine * placement.z + x,
    y: placement.y,
    z: cosine * placement.z - sine * placement.x + z,
  };
}
