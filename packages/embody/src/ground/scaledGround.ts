import { createVec3 } from '@leib/core';
import type { Ground, GroundSphere } from './ground.js';

/** The stage's ground in a person's measure: bodies are solved in the metres that their avatar is made in. */
export function scaledGround(groundOf: () => Ground, metresOf: () => number): Ground {
  const sphereWorld: GroundSphere = { centre: createVec3(), radius: 0.5, stepY: 0.5 };
  return {
    query(x, z, belowY, out) {
      const metres = metresOf();
      const isFound = groundOf().query(x * metres, z * metres, belowY * metres, out);
      out.height /= metres;
      return isFound;
    },
    sphereContact({ centre, radius, stepY }, out) {
      const metres = metresOf();
      for (let k = 0; k < 3; k++) sphereWorld.centre[k] = centre[k] * metres;
      sphereWorld.radius = radius * metres;
      sphereWorld.stepY = stepY * metres;
      const isTouched = groundOf().sphereContact?.(sphereWorld, out) ?? false;
      out.depth = isTouched ? out.depth / metres : 0;
      return isTouched;
    },
  };
}
