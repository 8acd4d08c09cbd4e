import type { CalibrationSession } from '@leib/calibration';
import { yawOf } from '@leib/core';
import { createPlacement, type Placement, placementFor } from '@leib/tracking';
import type { WearInput } from '../wearInput.js';

/** Where the tracked space is on the stage. */
export interface WearPlacement {
  readonly placement: Placement;
  /** Head pose and heading of the person when they were last placed in front of the mirror. */
  readonly headWorld: Float64Array;
  yaw: number;
  /** The roles with which they were placed: other roles place them again. */
  roles: CalibrationSession['roles'];
  isPlaced: boolean;
}

export function createWearPlacement(): WearPlacement {
  return {
    placement: createPlacement(),
    headWorld: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
    yaw: 0,
    roles: null,
    isPlaced: false,
  };
}

/** How the tracked space relates to the stage: simulated devices are on it, a headset's view is, others are placed. */
export type WearView = 'simulated' | 'headset' | 'screen';

/** Places the tracked space: in VR where the view is, else with the person in front of the mirror. */
export function stepWearPlacement(
  state: WearPlacement,
  view: WearView,
  { held, roles }: Pick<CalibrationSession, 'held' | 'roles'>,
  { headWorld, isHeadTracked, floorY }: WearInput,
  scale: number,
): void {
  const { placement } = state;
  const place = (head: Float64Array, yaw: number) => {
    state.headWorld.set(head);
    state.yaw = yaw;
    state.isPlaced = true;
    Object.assign(placement, placementFor(state.headWorld, yaw, floorY, scale, 0));
  };
  if (view !== 'screen') {
    placement.x = placement.y = placement.z = 0;
    // WebXR looks along -Z, the mirror is at +Z.
    placement.yaw = view === 'simulated' ? 0 : Math.PI;
    placement.scale = scale;
    state.isPlaced = false;
  } else if (held !== null && roles !== state.roles) {
    state.roles = roles;
    place(held.headWorld, roles?.headingYaw ?? 0);
  } else if (!state.isPlaced && isHeadTracked) {
    place(headWorld, yawOf([headWorld[3], headWorld[4], headWorld[5], headWorld[6]]));
  } else if (state.isPlaced && placement.scale !== scale) place(state.headWorld, state.yaw);
}
