import { mat3, quat, vec3 } from 'gl-matrix';
import type { NeutralBody } from './neutralBody.ts';
import { boneIndex, keptBones } from './rig.ts';
import type { DenseWeights } from './skinWeights.ts';

type Vec = [number, number, number];
type Rotation = [number, number, number, number];

/** Double precision: gl-matrix's own create() gives single. */
const createMat3 = (): mat3 => new Float64Array(9);

/** The body in the T-pose: the same vertices and joints, elsewhere. */
export interface TPose {
  readonly positions: Float64Array;
  readonly joints: Float64Array;
}

/** Fingers spread in the T-pose, degrees towards the thumb; the thumb lies half way between X and Z as VRM asks. */
const fingerYawDeg = { Index: 4, Middle: 0, Ring: -4, Little: -9 } as const;
const thumbYawDeg = { Metacarpal: 46, Proximal: 40, Distal: 34 } as const;

/**
 * Takes the standing pose to the T-pose by skinning backwards: the T-pose vertex is the one that the file's own
 * weights, turned back into the standing pose, put exactly where MakeHuman's artists modelled it. So arms that hang
 * half down look as they were sculpted, and errors of linear skinning appear in the T-pose instead, which is rarely seen.
 *
 *   v_standing = (sum_b w_b M_b) v_T,  M_b = standing pose of bone b relative to the T   =>   v_T by inversion
 */
export function poseAsT(body: NeutralBody, weights: DenseWeights): TPose {
  const boneCount = keptBones.length;
  const joint = (bone: string): Vec => {
    const at = boneIndex[bone] * 3;
    return [body.joints[at], body.joints[at + 1], body.joints[at + 2]];
  };
  const rotations = findRotations(joint, (name) => body.tips.get(name) as Vec);

  const joints = new Float64Array(boneCount * 3);
  keptBones.forEach(({ parent }, index) => {
    const here = vec3.clone(body.joints.subarray(index * 3, index * 3 + 3)) as Vec;
    if (parent === null) {
      joints.set(here, index * 3);
      return;
    }
    const parentIndex = boneIndex[parent];
    const offset = vec3.sub([0, 0, 0], here, joint(parent));
    vec3.transformQuat(offset, offset, rotations[parentIndex]);
    for (let k = 0; k < 3; k++) joints[index * 3 + k] = joints[parentIndex * 3 + k] + offset[k];
  });

  // M_b = standing <- T: v = Rt (v_T - joint_T) + joint, with Rt the inverse of the rotation into the T.
  const matrices = rotations.map((rotation) => [...mat3.fromQuat(createMat3(), quat.invert([0, 0, 0, 1], rotation))]);
  const positions = new Float64Array(body.positions.length);
  const blend = createMat3();
  const inverse = createMat3();
  for (let vertex = 0; vertex * 3 < positions.length; vertex++) {
    for (let k = 0; k < 9; k++) blend[k] = 0;
    const rest: Vec = [body.positions[vertex * 3], body.positions[vertex * 3 + 1], body.positions[vertex * 3 + 2]];
    for (let bone = 0; bone < boneCount; bone++) {
      const weight = weights[vertex * boneCount + bone];
      if (weight === 0) continue;
      const m = matrices[bone];
      const [x, y, z] = joints.subarray(bone * 3, bone * 3 + 3);
      for (let k = 0; k < 9; k++) blend[k] += weight * m[k];
      for (let k = 0; k < 3; k++) {
        rest[k] -= weight * (body.joints[bone * 3 + k] - (m[k] * x + m[k + 3] * y + m[k + 6] * z));
      }
    }
    mat3.invert(inverse, blend);
    positions.set(vec3.transformMat3([0, 0, 0], rest, inverse), vertex * 3);
  }
  return { positions, joints };
}

/** World rotation of each kept bone from the standing pose into the T-pose. */
function findRotations(joint: (bone: string) => Vec, tip: (name: string) => Vec): Rotation[] {
  const rotations: Rotation[] = keptBones.map(() => [0, 0, 0, 1]);
  const turn = (bone: string) => rotations[boneIndex[bone]];
  // Later bones start from their parent's rotation, so a bone that is not named here follows it.
  const inherit = (bone: string) => {
    const { parent } = keptBones[boneIndex[bone]];
    if (parent) quat.copy(turn(bone), turn(parent));
  };

  for (const side of ['left', 'right'] as const) {
    const outward = side === 'left' ? 1 : -1;
    const letter = side === 'left' ? 'L' : 'R';
    const at = (bone: string) => joint(`${side}${bone}`);
    const between = (from: string, to: string) => vec3.sub([0, 0, 0], at(to), at(from)) as Vec;

    // Legs: thigh and shin hang straight down, feet stay as they are.
    aim(turn(`${side}UpperLeg`), between('UpperLeg', 'LowerLeg'), [0, -1, 0]);
    aim(turn(`${side}LowerLeg`), between('LowerLeg', 'Foot'), [0, -1, 0]);

    // Arms: along X; the elbow opens to the front, the palm looks down. The collar bones stay: most motion moves only
    // the arms, and these must hang from level shoulders.
    const upper = between('UpperArm', 'LowerArm');
    const lower = between('LowerArm', 'Hand');
    frame(turn(`${side}UpperArm`), upper, lower, [outward, 0, 0], [0, 0, 1]);
    inherit(`${side}LowerArm`);
    const palm = between('Hand', 'MiddleProximal');
    const across = between('LittleProximal', 'IndexProximal');
    frame(turn(`${side}Hand`), palm, across, [outward, 0, 0], [0, 0, 1]);
    // The forearm follows the hand's pronation: its own twist cannot be seen in its direction.
    frame(turn(`${side}LowerArm`), lower, across, [outward, 0, 0], [0, 0, 1]);

    for (const [finger, digit] of [
      ['Index', 2],
      ['Middle', 3],
      ['Ring', 4],
      ['Little', 5],
    ] as const) {
      const yaw = (fingerYawDeg[finger] * Math.PI) / 180;
      const along: Vec = [outward * Math.cos(yaw), 0, Math.sin(yaw)];
      const chain = ['Proximal', 'Intermediate', 'Distal'].map((part) => `${finger}${part}`);
      chain.forEach((part, k) => {
        inherit(`${side}${part}`);
        const end = k < 2 ? at(chain[k + 1]) : tip(`finger${digit}-3.${letter}____tail`);
        aim(turn(`${side}${part}`), vec3.sub([0, 0, 0], end, at(part)) as Vec, along);
      });
    }
    const thumb = ['Metacarpal', 'Proximal', 'Distal'] as const;
    thumb.forEach((part, k) => {
      const name = `Thumb${part}`;
      inherit(`${side}${name}`);
      const yaw = (thumbYawDeg[part] * Math.PI) / 180;
      const end = k < 2 ? at(`Thumb${thumb[k + 1]}`) : tip(`finger1-3.${letter}____tail`);
      const along: Vec = [outward * Math.cos(yaw), 0, Math.sin(yaw)];
      aim(turn(`${side}${name}`), vec3.sub([0, 0, 0], end, at(name)) as Vec, along);
    });
  }
  return rotations;
}

/** Turns `rotation` the shortest way further so that it takes direction `from` to `to`. */
function aim(rotation: Rotation, from: Vec, to: Vec): void {
  const turned = vec3.transformQuat([0, 0, 0], from, rotation);
  vec3.normalize(turned, turned);
  const swing = quat.rotationTo([0, 0, 0, 1], turned, vec3.normalize([0, 0, 0], to));
  quat.multiply(rotation, swing, rotation);
}

/** The rotation that takes one direction exactly, and a second one as near as it can, to their aims. */
function frame(out: Rotation, from: Vec, fromSide: Vec, to: Vec, toSide: Vec): void {
  const basis = (along: Vec, side: Vec) => {
    const x = vec3.normalize([0, 0, 0], along);
    const z = vec3.cross([0, 0, 0], x, side);
    vec3.normalize(z, z);
    const y = vec3.cross([0, 0, 0], z, x);
    return mat3.set(createMat3(), x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]);
  };
  const inverse = mat3.transpose(createMat3(), basis(from, fromSide));
  const rotation = mat3.multiply(createMat3(), basis(to, toSide), inverse);
  quat.normalize(out, quat.fromMat3(out, rotation));
}
