import { clamp } from '@leib/core';
import { flatGround, type Ground } from './ground.js';

/** A box along the world's axes, metres. */
export interface GroundBox {
  readonly min: readonly [x: number, y: number, z: number];
  readonly max: readonly [x: number, y: number, z: number];
}

/** Boxes standing on other ground: steps, tables, walls. Their tops are stood upon, their sides are in the way. */
export function boxGround(boxes: readonly GroundBox[], below: Ground = flatGround()): Ground {
  return {
    query(x, z, belowY, out) {
      let isFound = below.query(x, z, belowY, out);
      for (let i = 0; i < boxes.length; i++) {
        const { min, max } = boxes[i];
        if (x < min[0] || x > max[0] || z < min[2] || z > max[2] || max[1] > belowY) continue;
        if (isFound && max[1] <= out.height) continue;
        isFound = true;
        out.height = max[1];
        out.normal[0] = 0;
        out.normal[1] = 1;
        out.normal[2] = 0;
      }
      return isFound;
    },
    sphereContact(sphere, out) {
      const { centre, radius, stepY } = sphere;
      out.depth = 0;
      if (below.sphereContact !== undefined) below.sphereContact(sphere, out);
      for (let i = 0; i < boxes.length; i++) {
        const { min, max } = boxes[i];
        if (max[1] <= stepY || min[1] >= centre[1] + radius) continue;
        // The sphere is kept off as a pillar: what is overhead or underfoot is not run into.
        const x = centre[0] - clamp(centre[0], min[0], max[0]);
        const z = centre[2] - clamp(centre[2], min[2], max[2]);
        const distance = Math.sqrt(x * x + z * z);
        if (distance >= radius) continue;
        if (distance > 1e-9) {
          const depth = radius - distance;
          if (depth <= out.depth) continue;
          out.depth = depth;
          out.normal[0] = x / distance;
          out.normal[1] = 0;
          out.normal[2] = z / distance;
          continue;
        }
        // The middle is inside: out through the nearest side.
        const left = centre[0] - min[0];
        const right = max[0] - centre[0];
        const back = centre[2] - min[2];
        const front = max[2] - centre[2];
        const least = Math.min(left, right, back, front);
        if (least + radius <= out.depth) continue;
        out.depth = least + radius;
        out.normal[0] = least === left ? -1 : least === right ? 1 : 0;
        out.normal[1] = 0;
        out.normal[2] = out.normal[0] !== 0 ? 0 : least === back ? -1 : 1;
      }
      return out.depth > 0;
    },
  };
}
