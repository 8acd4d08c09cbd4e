import { endOf, type PuppetFile, type PuppetMesh, type PuppetModel, type PuppetState, pivotOf } from '@leib/puppet';
import { type Object3D, Quaternion, Vector3 } from 'three';

/** Puts an object, whose children are drawn relative to the part's pivot, where the part is now. */
export function followPart(object: Object3D, { pose }: PuppetState, part: number): void {
  const joint = part + 1;
  object.position.fromArray(pose.worldPositions, joint * 3);
  object.quaternion.fromArray(pose.worldRotations, joint * 4);
}

const turn = new Quaternion();

/** Where a point of a part at rest (model space) is now, puppet's space. Part -1: the whole puppet. */
export function pointOfPart(
  { file }: PuppetModel,
  { pose }: PuppetState,
  part: number,
  point: readonly [number, number, number],
  out: Vector3,
): Vector3 {
  const joint = part + 1;
  const pivot = part < 0 ? ([0, 0, 0] as const) : pivotOf(file.parts[part]);
  out.set(point[0] - pivot[0], point[1] - pivot[1], point[2] - pivot[2]);
  out.applyQuaternion(turn.fromArray(pose.worldRotations, joint * 4));
  out.x += pose.worldPositions[joint * 3];
  out.y += pose.worldPositions[joint * 3 + 1];
  out.z += pose.worldPositions[joint * 3 + 2];
  return out;
}

/** The part that carries an effector, its place on that part at rest (model space), and whether it ends its chain. */
interface EffectorPoint {
  readonly part: number;
  readonly point: readonly [number, number, number];
  readonly isEnd: boolean;
}

export function effectorPointOf(file: PuppetFile, effector: PuppetFile['effectors'][number]): EffectorPoint | null {
  const names = file.chains.find(({ name }) => name === effector.chain)?.parts ?? [];
  const name = names[Math.max(0, effector.point - 1)];
  const part = file.parts.findIndex((each) => each.name === name);
  if (part < 0) return null;
  const point = effector.point === 0 ? pivotOf(file.parts[part]) : endOf(file.parts[part]);
  return { part, point, isEnd: effector.point === names.length };
}

/** Where an effector is now, puppet's space; null where its chain is not there. */
export function placeOfEffector(
  model: PuppetModel,
  state: PuppetState,
  effector: number,
  out: Vector3,
): Vector3 | null {
  const at = effectorPointOf(model.file, model.file.effectors[effector]);
  return at && pointOfPart(model, state, at.part, at.point, out);
}

/** Of a mesh at rest, model space. */
export interface MeshBounds {
  readonly centre: Vector3;
  readonly half: Vector3;
  /** Longest side, metres. */
  readonly size: number;
}

const known = new WeakMap<PuppetMesh, MeshBounds>();

export function boundsOf(mesh: PuppetMesh): MeshBounds {
  const found = known.get(mesh) ?? measureBounds(mesh);
  known.set(mesh, found);
  return found;
}

function measureBounds({ positions }: PuppetMesh): MeshBounds {
  const [low, high, point] = [
    new Vector3(Infinity, Infinity, Infinity),
    new Vector3(-Infinity, -Infinity, -Infinity),
    new Vector3(),
  ];
  for (let at = 0; at < positions.length; at += 3) {
    point.fromArray(positions, at);
    low.min(point);
    high.max(point);
  }
  const half = high.clone().sub(low).multiplyScalar(0.5);
  return { centre: low.add(half), half, size: 2 * Math.max(half.x, half.y, half.z) };
}
