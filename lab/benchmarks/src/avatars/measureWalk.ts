import { type HumanoidBone, jointOfBone } from '@leib/core';
import { type Avatar, wearAvatar } from '@leib/three';
import { createEmulatedSource, headHeightOfStature, setMoveWish } from '@leib/tracking';
import { Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three';

/** Feet of an avatar as they are drawn, by their skin. Heights in centimetres over the floor, at the wearer's size. */
export interface WalkMeasures {
  /** Lowest skin of the left and the right foot while the wearer stands, median of a second. */
  readonly standing: readonly [number, number];
  /** Lowest skin of both feet while walking, in the deepest frame and in the middle one. */
  readonly deepest: number;
  readonly median: number;
  /** How often the left and the right foot lift and land while walking. */
  readonly steps: readonly [number, number];
  /** Frames of walking in which at least one sole is on the floor and does not move, per cent. */
  readonly standingShare: number;
}

const STATURE = 1.7;
const HZ = 60;
const SECONDS = { standing: 2, starting: 1, walking: 5 } as const;
/** As a share of the emulated walking speed of 1.1 m/s. */
const WISH = 0.9;
/** A sole this near to the floor is on it; a foot that was higher than the second has left it. Metres. */
const ON_FLOOR = 0.02;
const LIFTED = 0.03;
/** A foot slower than this stands, metres per second. */
const STILL = 0.1;

/** Head and hands of a person who stands, and is then moved over the floor, as README's first lines put them on an avatar. */
export async function measureWalk(avatar: Avatar): Promise<WalkMeasures | null> {
  const { root } = avatar;
  root.updateMatrixWorld(true);
  const probes = [createFootProbe(avatar, 'left'), createFootProbe(avatar, 'right')];
  if (probes.some((probe) => probe === null)) return null;
  const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(STATURE) });
  const person = await wearAvatar(avatar, source, { stature: STATURE });
  const feet = (probes as FootProbe[]).map((probe) => ({ probe, standing: [] as number[], walk: createFootWalk() }));
  const walkingFrom = (SECONDS.standing + SECONDS.starting) * HZ;
  const lowest: number[] = [];
  let standingFrames = 0;
  for (let frame = 0; frame < walkingFrom + SECONDS.walking * HZ; frame++) {
    if (frame === SECONDS.standing * HZ) setMoveWish(source.state, WISH, 0, 0, 0);
    person.step(1 / HZ);
    if (frame < (SECONDS.standing - 1) * HZ) continue;
    root.updateMatrixWorld(true);
    for (const { probe } of feet) probe.look();
    if (frame < SECONDS.standing * HZ) for (const { probe, standing } of feet) standing.push(probe.lowestY);
    if (frame < walkingFrom) continue;
    lowest.push(Math.min(...feet.map(({ probe }) => probe.lowestY)));
    const stands = feet.map(({ probe, walk }) => stepFootWalk(walk, probe));
    if (stands.includes(true)) standingFrames++;
  }
  const [left, right] = feet;
  return {
    standing: [100 * medianOf(left.standing), 100 * medianOf(right.standing)],
    deepest: 100 * Math.min(...lowest),
    median: 100 * medianOf(lowest),
    steps: [left.walk.steps, right.walk.steps],
    standingShare: (100 * standingFrames) / lowest.length,
  };
}

interface FootWalk {
  steps: number;
  isUp: boolean;
  readonly before: Vector3;
  isFirst: boolean;
}

function createFootWalk(): FootWalk {
  return { steps: 0, isUp: false, before: new Vector3(), isFirst: true };
}

/** Counts steps; true where the sole stands on the floor. A foot that rolls stands where its lowest skin does. */
function stepFootWalk(walk: FootWalk, { lowestY, ball }: FootProbe): boolean {
  const speed = walk.isFirst ? 0 : HZ * Math.hypot(ball.x - walk.before.x, ball.z - walk.before.z);
  walk.before.copy(ball);
  walk.isFirst = false;
  if (lowestY > LIFTED) walk.isUp = true;
  else if (walk.isUp && lowestY < ON_FLOOR) {
    walk.isUp = false;
    walk.steps++;
  }
  return Math.abs(lowestY) < ON_FLOOR && speed < STILL;
}

interface FootProbe {
  /** Lowest skin, and the skin below the front of the foot, which stays on the floor while the heel leaves it. World, metres. */
  lowestY: number;
  readonly ball: Vector3;
  look(): void;
}

/** Skin in these many directions below and around a foot tells where its sole is however it is turned. */
const directions = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6).flatMap((yaw) =>
  [0, 0.4, 0.8, 1.2].map(
    (down) => new Vector3(Math.sin(yaw) * Math.cos(down), -Math.sin(down), Math.cos(yaw) * Math.cos(down)),
  ),
);

/** Null where nothing hangs on the foot, nor on the leg below the knee where there is no foot. */
function createFootProbe({ skeleton, bones, root, report }: Avatar, side: 'left' | 'right'): FootProbe | null {
  // What the file says, not what was made up for it.
  const nodeOf = (bone: HumanoidBone): Object3D | undefined =>
    report.missing.includes(bone) ? undefined : bones[jointOfBone(skeleton, bone)];
  const ofFoot = verticesOf(root, nodeOf(`${side}Foot`));
  const vertices = ofFoot.length > 0 ? ofFoot : verticesOf(root, nodeOf(`${side}LowerLeg`));
  if (vertices.length === 0) return null;
  const farthest = (along: Vector3) =>
    vertices.reduce((best, vertex) => (vertex.place.dot(along) > best.place.dot(along) ? vertex : best));
  const probed = [...new Set(directions.map(farthest))];
  const front = farthest(new Vector3(0, -1, 1).normalize());
  const place = new Vector3();
  const placeOf = ({ mesh, index }: FootVertex) => mesh.getVertexPosition(index, place).applyMatrix4(mesh.matrixWorld);
  return {
    lowestY: 0,
    ball: new Vector3(),
    look() {
      this.lowestY = Math.min(...probed.map((vertex) => placeOf(vertex).y));
      this.ball.copy(placeOf(front));
    },
  };
}

interface FootVertex {
  readonly mesh: Mesh;
  readonly index: number;
  readonly place: Vector3;
}

/** Skin that a node and what hangs on it move most, and parts that hang there. */
function verticesOf(root: Object3D, above: Object3D | undefined): FootVertex[] {
  const holders = new Set<Object3D>();
  above?.traverse((node) => holders.add(node));
  const vertices: FootVertex[] = [];
  root.traverse((mesh) => {
    if (!(mesh instanceof Mesh) || !mesh.geometry.getAttribute('position')) return;
    for (let index = 0; index < mesh.geometry.getAttribute('position').count; index++) {
      if (!holders.has(holderOf(mesh, index))) continue;
      vertices.push({
        mesh,
        index,
        place: mesh.getVertexPosition(index, new Vector3()).applyMatrix4(mesh.matrixWorld),
      });
    }
  });
  return vertices;
}

function holderOf(mesh: Mesh, vertex: number): Object3D {
  if (!(mesh instanceof SkinnedMesh)) return mesh;
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  let best = 0;
  for (let k = 1; k < 4; k++) {
    if (skinWeight.getComponent(vertex, k) > skinWeight.getComponent(vertex, best)) best = k;
  }
  return mesh.skeleton.bones[skinIndex.getComponent(vertex, best)] ?? mesh;
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
