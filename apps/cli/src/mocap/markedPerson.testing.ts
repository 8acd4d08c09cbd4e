import { defaultSkeleton } from '@leib/body';
import { type HumanoidBone, jointOfBone } from '@leib/core';
import { writeC3d } from '@leib/formats';

/** Tests only: markers on the default body. */

/** Left of the body; the right side is its mirror image. */
const sided: readonly (readonly [label: string, joint: string, offset: readonly [number, number, number]])[] = [
  ['SHO', 'UpperArm', [0, 0.055, 0]],
  ['ELB', 'LowerArm', [0, 0.045, 0]],
  ['WRA', 'Hand', [0, 0.01, 0.045]],
  ['WRB', 'Hand', [0, 0.01, -0.045]],
  ['KNE', 'LowerLeg', [0.055, 0, 0]],
  ['ANK', 'Foot', [0.045, 0, -0.01]],
  ['TOE', 'Toes', [0, 0.02, 0]],
  ['HEE', 'Foot', [0, -0.045, -0.065]],
];

/** A person in the T-pose who sinks a little: markers at the joints, Z up. */
export function standingPerson(labelOf: (label: string) => string): Uint8Array {
  const rest = (bone: string) => {
    const joint = jointOfBone(defaultSkeleton, bone as HumanoidBone) * 3;
    return [0, 1, 2].map((k) => defaultSkeleton.restWorldPositions[joint + k]);
  };
  const points = (['left', 'right'] as const).flatMap((side) =>
    sided.map(([label, joint, offset]) => {
      const [x, y, z] = rest(side + joint);
      const sign = side === 'left' ? 1 : -1;
      return {
        label: labelOf((side === 'left' ? 'L' : 'R') + label),
        world: [x + sign * offset[0], y + offset[1], z + offset[2]],
      };
    }),
  );
  const frameCount = 4;
  const positions = Array.from({ length: frameCount }, (_, frame) =>
    points.flatMap(({ world: [x, y, z] }) => [z, x, y - 0.01 * frame]),
  ).flat();
  return writeC3d({ rate: 50, labels: points.map(({ label }) => label), frameCount, positions });
}
