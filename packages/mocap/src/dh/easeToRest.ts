import { easeScalar } from '@leib/core';
import { type LinkPose, turnLink } from './aimLinks.js';

/** Time in which an angle that nothing tells goes half the way back to rest. */
const REST_HALF_LIFE_SECONDS = 0.3;

/** Turns a link that nothing is measured for: back to rest, smoothly. */
export function easeToRest(pose: LinkPose, link: number, dtSeconds: number): void {
  const { dof } = pose.links[link];
  const rest = Math.round(pose.angles[dof] / (2 * Math.PI)) * 2 * Math.PI;
  turnLink(pose, link, easeScalar(pose.angles[dof], rest, REST_HALF_LIFE_SECONDS, dtSeconds));
}
