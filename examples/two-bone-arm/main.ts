import { createVec3, solveTwoBoneIk } from '@leib/core';

// An arm of 30 and 25 cm at the right shoulder; the elbow likes to point down and back.
const arm = { upperLength: 0.3, lowerLength: 0.25, rootWorld: [-0.2, 1.4, 0], poleWorld: [0, -1, -0.5] };
const out = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

for (const ahead of [0.2, 0.4, 0.6]) {
  solveTwoBoneIk({ ...arm, targetWorld: [-0.2, 1.3, ahead] }, out);
  console.log(`hand ${ahead} m ahead:`, out.reached ? 'reached,' : 'too far,', 'elbow at', ...out.midWorld);
}
