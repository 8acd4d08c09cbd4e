import type { HumanoidBone } from '@leib/core';
import type { Avatar } from '@leib/three';
import { Mesh, Vector3 } from 'three';

/** Bones as lines from joint to joint: skin belongs to the line that it lies nearest to. */
const lines: readonly (readonly [HumanoidBone, HumanoidBone])[] = [
  ['hips', 'neck'],
  ['neck', 'head'],
  ...(['left', 'right'] as const).flatMap((side): [HumanoidBone, HumanoidBone][] => [
    [`${side}UpperArm`, `${side}LowerArm`],
    [`${side}LowerArm`, `${side}Hand`],
    [`${side}UpperLeg`, `${side}LowerLeg`],
    [`${side}LowerLeg`, `${side}Foot`],
  ]),
];
const mostVertices = 2500;

export interface SkinProbe {
  /** Share of the looked-at vertices that have left their bone by more than a tenth of the stature, 0 to 1. */
  leftBehind(): number;
}

interface ProbedVertex {
  readonly mesh: Mesh;
  readonly index: number;
  readonly line: number;
  readonly distance: number;
}

/** Remembers how far the skin lies from the bones at rest. To be made before a pose is applied. */
export function createSkinProbe(
  avatar: Avatar,
  nodeOf: (bone: HumanoidBone) => { getWorldPosition(out: Vector3): Vector3 } | null,
): SkinProbe {
  const stature = avatar.report.statureMetres;
  const ends = lines.flatMap(([from, to]) => {
    const [a, b] = [nodeOf(from), nodeOf(to)];
    return a && b ? [{ a, b }] : [];
  });
  const meshes: Mesh[] = [];
  avatar.root.traverse((node) => {
    if (node instanceof Mesh && node.geometry.getAttribute('position')) meshes.push(node);
  });
  const total = meshes.reduce((sum, { geometry }) => sum + geometry.getAttribute('position').count, 0);
  const stride = Math.max(1, Math.ceil(total / mostVertices));
  const place = new Vector3();
  const placeOf = ({ mesh, index }: { readonly mesh: Mesh; readonly index: number }) =>
    mesh.getVertexPosition(index, place).applyMatrix4(mesh.matrixWorld);
  const segments = () =>
    ends.map(({ a, b }) => ({ a: a.getWorldPosition(new Vector3()), b: b.getWorldPosition(new Vector3()) }));
  const atRest = segments();
  const probed: ProbedVertex[] = [];
  for (const mesh of meshes) {
    for (let index = 0; index < mesh.geometry.getAttribute('position').count; index += stride) {
      placeOf({ mesh, index });
      const distances = atRest.map(({ a, b }) => distanceToLine(place, a, b));
      const line = distances.indexOf(Math.min(...distances));
      // Capes, swords and wings are not skin of a limb.
      if (line >= 0 && distances[line] < 0.15 * stature) probed.push({ mesh, index, line, distance: distances[line] });
    }
  }
  return {
    leftBehind() {
      const now = segments();
      const left = probed.filter((vertex) => {
        placeOf(vertex);
        const { a, b } = now[vertex.line];
        return distanceToLine(place, a, b) - vertex.distance > 0.1 * stature;
      });
      return probed.length === 0 ? 0 : left.length / probed.length;
    },
  };
}

function distanceToLine(point: Vector3, a: Vector3, b: Vector3): number {
  const along = new Vector3().subVectors(b, a);
  const lengthSq = along.lengthSq();
  const share = lengthSq === 0 ? 0 : Math.min(1, Math.max(0, new Vector3().subVectors(point, a).dot(along) / lengthSq));
  return point.distanceTo(along.multiplyScalar(share).add(a));
}
