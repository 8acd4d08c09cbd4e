import { type HumanoidBone, parentBone } from '../skeleton/humanoid.js';
import type { NamedRig } from './namedRig.js';

/** Tests only: a small body in the T-pose, Y up, facing +Z, metres, under any names. */

const places: readonly (readonly [bone: HumanoidBone, x: number, y: number, z: number])[] = [
  ['hips', 0, 1, 0],
  ['spine', 0, 1.12, 0],
  ['chest', 0, 1.28, 0],
  ['neck', 0, 1.5, 0],
  ['head', 0, 1.58, 0],
  ['leftShoulder', 0.03, 1.45, 0],
  ['leftUpperArm', 0.18, 1.45, 0],
  ['leftLowerArm', 0.45, 1.45, 0],
  ['leftHand', 0.7, 1.45, 0],
  ['rightShoulder', -0.03, 1.45, 0],
  ['rightUpperArm', -0.18, 1.45, 0],
  ['rightLowerArm', -0.45, 1.45, 0],
  ['rightHand', -0.7, 1.45, 0],
  ['leftUpperLeg', 0.09, 0.95, 0],
  ['leftLowerLeg', 0.09, 0.52, 0],
  ['leftFoot', 0.09, 0.08, 0],
  ['leftToes', 0.09, 0.02, 0.13],
  ['rightUpperLeg', -0.09, 0.95, 0],
  ['rightLowerLeg', -0.09, 0.52, 0],
  ['rightFoot', -0.09, 0.08, 0],
  ['rightToes', -0.09, 0.02, 0.13],
];

export interface PlacedRig extends NamedRig {
  readonly names: string[];
  readonly parents: number[];
  readonly restWorldPositions: number[];
  /** The true bone of each joint; null for joints that are none. */
  readonly bones: (HumanoidBone | null)[];
}

export interface PlacedRigOptions {
  readonly nameOf: (bone: HumanoidBone, index: number) => string;
  /** Bones that the rig does not have; what hangs on them hangs on the next bone above. */
  readonly without?: RegExp;
  /** Bones that hang on a root of their own name instead of their parent. */
  readonly onRoot?: RegExp;
}

export function placedRig({ nameOf, without, onRoot }: PlacedRigOptions): PlacedRig {
  const kept = places.filter(([bone]) => !without?.test(bone));
  const names = ['Root'];
  const parents = [-1];
  const restWorldPositions = [0, 0, 0];
  const bones: (HumanoidBone | null)[] = [null];
  kept.forEach(([bone, x, y, z], index) => {
    let above = parentBone(bone);
    while (above !== null && !bones.includes(above)) above = parentBone(above);
    names.push(nameOf(bone, index));
    parents.push(above === null || onRoot?.test(bone) ? 0 : bones.indexOf(above));
    restWorldPositions.push(x, y, z);
    bones.push(bone);
  });
  return { names, parents, restWorldPositions, bones };
}

/** Names of two sides from one list: part -> name with `*` for the side. */
export function sidedNames(
  trunk: Readonly<Record<string, string>>,
  sided: Readonly<Record<string, string>>,
  sides: readonly [left: string, right: string],
): (bone: HumanoidBone) => string {
  return (bone) => {
    const part = /^(left|right)(.*)$/.exec(bone);
    if (!part) return trunk[bone] ?? bone;
    return (sided[part[2]] ?? part[2]).replace('*', part[1] === 'left' ? sides[0] : sides[1]);
  };
}

/** Names as Quaternius writes them: "UpperArm.L". */
export function quaternius(bone: HumanoidBone): string {
  const part = /^(left|right)(.*)$/.exec(bone);
  return part ? `${part[2]}.${part[1] === 'left' ? 'L' : 'R'}` : bone;
}
