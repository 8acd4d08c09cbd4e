import { type HumanoidBone, humanoidBones, InputError, mirrorBone, parentBone } from '@leib/core';

/** A place of a joint. */
export type RigPoint = readonly [x: number, y: number, z: number];

/** Joints of a mesh, by the humanoid bone that starts there: `leftUpperArm` is the left shoulder, `leftFoot` the ankle. */
export type RigPoints = { readonly [Bone in HumanoidBone]?: RigPoint };

/** A surface that has no skeleton yet. */
export type { Surface as RigSurface } from '@leib/formats/volume';

/** Bones that a rigged mesh can have. Eyes and jaw move parts of a face, which joint points do not separate. */
export const rigBones: readonly HumanoidBone[] = humanoidBones.filter((bone) => !/Eye$|^jaw$/.test(bone));

const limbPoints = (['left', 'right'] as const).flatMap((side): HumanoidBone[] => [
  `${side}UpperArm`,
  `${side}LowerArm`,
  `${side}Hand`,
  `${side}UpperLeg`,
  `${side}LowerLeg`,
  `${side}Foot`,
]);

/** Points that must be given; of neck and head one is enough. All others are worked out or left away. */
export const requiredRigPoints: readonly HumanoidBone[] = ['hips', ...limbPoints];

/** What people call the joint at which a bone starts. */
export function jointLabel(bone: HumanoidBone): string {
  const side = bone.startsWith('left') ? 'left ' : bone.startsWith('right') ? 'right ' : '';
  const part = side === '' ? bone : bone.slice(side.length - 1);
  return (
    side +
    (jointWords[part] ??
      part
        .replace(/([A-Z])/g, ' $1')
        .toLowerCase()
        .trim())
  );
}

const jointWords: Readonly<Record<string, string>> = {
  upperChest: 'upper chest',
  Shoulder: 'collar bone',
  UpperArm: 'shoulder',
  LowerArm: 'elbow',
  Hand: 'wrist',
  UpperLeg: 'hip',
  LowerLeg: 'knee',
  Foot: 'ankle',
  Toes: 'toes',
};

/** Points in the order of the bones: parents before children. */
export function listRigPoints(points: RigPoints): [HumanoidBone, RigPoint][] {
  return rigBones.flatMap((bone): [HumanoidBone, RigPoint][] => {
    const point = points[bone];
    return point ? [[bone, point]] : [];
  });
}

/** The bone that a bone hangs on among those that are there; null for the hips. */
export function presentParent(points: RigPoints, bone: HumanoidBone): HumanoidBone | null {
  let parent = parentBone(bone);
  while (parent !== null && points[parent] === undefined) parent = parentBone(parent);
  return parent;
}

/** The other side's image of a point in a body that faces +Z about the plane x = middle. */
export function mirrorRigPoint([x, y, z]: RigPoint, middle: number): RigPoint {
  return [2 * middle - x, y, z];
}

/** A point set, and its image on the other side where `middle` is given; a point of the trunk then lies in the middle. */
export function withRigPoint(
  points: RigPoints,
  bone: HumanoidBone,
  point: RigPoint,
  middle: number | null = null,
): RigPoints {
  if (middle === null) return { ...points, [bone]: point };
  const other = mirrorBone(bone);
  if (other === bone) return { ...points, [bone]: [middle, point[1], point[2]] };
  return { ...points, [bone]: point, [other]: mirrorRigPoint(point, middle) };
}

/** Joint points or a mesh that cannot be rigged, and why. */
export class RigError extends InputError {
  override readonly name = 'RigError';

  constructor(message: string) {
    super('', message);
  }
}
