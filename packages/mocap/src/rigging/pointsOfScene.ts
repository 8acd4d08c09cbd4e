import { type HumanoidBone, mapHumanoid, plainName, readJointName } from '@leib/core';
import type { MeshScene } from '@leib/formats';
import { type RigPoint, type RigPoints, requiredRigPoints, rigBones } from './rigPoints.js';

/** Joint points that a file names itself. */
export interface NamedPoints {
  /** In the file's own space. */
  readonly points: RigPoints;
  /** Nodes that only mark joints and are not part of the body. */
  readonly nodes: ReadonlySet<number>;
}

/** A mesh larger than this share of the whole is a part of the body and no mark. */
const largestMark = 0.06;
/** With fewer names than these the file has parts that happen to be called like joints. */
const fewestMarks = 5;

/** Joints where a humanoid bone starts, by the word for the joint. */
const boneOfKind: Partial<Readonly<Record<string, string>>> = {
  hips: 'hips',
  neck: 'neck',
  head: 'head',
  upperLeg: 'UpperLeg',
  lowerLeg: 'LowerLeg',
  foot: 'Foot',
  toes: 'Toes',
  collar: 'Shoulder',
  anyShoulder: 'UpperArm',
  upperArm: 'UpperArm',
  lowerArm: 'LowerArm',
  hand: 'Hand',
};

/**
 * Joint points from the names of a file's objects: empties, small meshes, groups of an OBJ ("elbow.L", "left knee",
 * "leftUpperArm"), or a skeleton without a skin in any family of names that mapHumanoid knows.
 */
export function rigPointsOfScene(scene: MeshScene): NamedPoints {
  const extent = extentOf(scene.positions);
  const marks = scene.objects.filter(({ name, size }) => name !== '' && size < largestMark * extent);
  const found = ofHierarchy(marks) ?? ofNames(marks);
  if (found.size < fewestMarks) return { points: {}, nodes: new Set() };
  return {
    points: Object.fromEntries([...found].map(([bone, { position }]) => [bone, position as RigPoint])),
    nodes: new Set([...found.values()].map(({ node }) => node)),
  };
}

type SceneObject = MeshScene['objects'][number];
type FoundMarks = Map<HumanoidBone, SceneObject>;

/** A skeleton of nodes that hang on each other; null where it does not hold all that is required. */
function ofHierarchy(marks: readonly SceneObject[]): FoundMarks | null {
  const ordered = parentsFirst(marks);
  const indexOf = new Map(ordered.map(({ node }, i) => [node, i]));
  const { bones } = mapHumanoid({
    names: ordered.map(({ name }) => name),
    parents: ordered.map(({ parent }) => indexOf.get(parent) ?? -1),
    restWorldPositions: ordered.flatMap(({ position }) => position),
  });
  if (!requiredRigPoints.every((bone) => bones[bone] !== undefined)) return null;
  return new Map(
    rigBones.flatMap((bone): [HumanoidBone, SceneObject][] => {
      const joint = bones[bone];
      return joint === undefined ? [] : [[bone, ordered[joint]]];
    }),
  );
}

function parentsFirst(marks: readonly SceneObject[]): SceneObject[] {
  const byNode = new Map(marks.map((mark) => [mark.node, mark]));
  const depthOf = (mark: SceneObject) => {
    let depth = 0;
    for (let at = byNode.get(mark.parent); at !== undefined; at = byNode.get(at.parent)) depth++;
    return depth;
  };
  return marks
    .map((mark) => ({ mark, depth: depthOf(mark) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ mark }) => mark);
}

/** Names one by one. "Shoulder" is the joint of the arm, unless the arm's joint has a name of its own. */
function ofNames(marks: readonly SceneObject[]): FoundMarks {
  const found: FoundMarks = new Map();
  const exact = new Map(rigBones.map((bone) => [plainName(bone), bone]));
  const readings = marks.map((mark) => ({ mark, bone: exact.get(plainName(mark.name)) ?? boneOfName(mark.name) }));
  for (const { mark, bone } of readings) if (bone && !found.has(bone)) found.set(bone, mark);
  for (const side of ['left', 'right'] as const) {
    const collar = found.get(`${side}Shoulder`);
    if (!collar || found.has(`${side}UpperArm`)) continue;
    found.set(`${side}UpperArm`, collar);
    found.delete(`${side}Shoulder`);
  }
  return found;
}

function boneOfName(name: string): HumanoidBone | null {
  const reading = readJointName(name);
  if (reading === null) return null;
  if (reading.kind === 'trunk') return rigBones.find((bone) => bone === reading.word) ?? null;
  const part = boneOfKind[reading.kind];
  if (part === undefined) return null;
  const isSided = part[0] === part[0].toUpperCase();
  if (!isSided) return part as HumanoidBone;
  return reading.side === null ? null : (`${reading.side}${part}` as HumanoidBone);
}

function extentOf(positions: Float64Array): number {
  const least = [Infinity, Infinity, Infinity];
  const greatest = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    least[at % 3] = Math.min(least[at % 3], positions[at]);
    greatest[at % 3] = Math.max(greatest[at % 3], positions[at]);
  }
  return Math.hypot(...greatest.map((value, k) => value - least[k]));
}
