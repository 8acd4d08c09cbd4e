import { InputError } from '@leib/core';
import { createWebXrSource, type TrackerOffsets } from '@leib/tracking';
import type { World } from './world.js';

/** Whether this browser can show virtual reality on a device of its own. */
export async function hasHeadset(): Promise<boolean> {
  try {
    return (await navigator.xr?.isSessionSupported('immersive-vr')) ?? false;
  } catch {
    return false;
  }
}

/**
 * Starts an immersive session on the world's renderer; the source reads it until the session ends. `offsets`: how
 * headset and controllers sit on the body.
 */
export async function startXrSession(world: World, offsets: TrackerOffsets) {
  if (!navigator.xr)
    throw new InputError('browser', 'expected WebXR, got none; open the page in a browser that has it, over https');
  const session = await navigator.xr.requestSession('immersive-vr', {
    requiredFeatures: ['local-floor'],
    optionalFeatures: ['hand-tracking', 'body-tracking', 'bounded-floor'],
  });
  world.renderer.xr.setReferenceSpaceType('local-floor');
  await world.renderer.xr.setSession(session);
  return createWebXrSource(session, await session.requestReferenceSpace('local-floor'), { offsets });
}
