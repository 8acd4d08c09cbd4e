import { createPose, DEG, type HumanoidBone, jointOfBone, type ReadonlyQuat, type Skeleton } from '@leib/core';
import { Bone, type Group, Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three';
import type { BodyJoints } from './collectRig.js';
import { AvatarError } from './readSource.js';
import type { RigDriver } from './rigDriver.js';

export interface Placement {
  /** Soles to crown, hair and hat included. */
  readonly statureMetres: number;
  /** Soles to the middle of the eyes. */
  readonly eyeHeightMetres: number;
  /** What had to be changed for the person to stand upright at the origin, facing +Z, in metres. */
  readonly warnings: readonly string[];
}

export interface PlacementInput {
  readonly label: string;
  /** Turns the body to +Y up, +Z ahead. */
  readonly bodyTurn: ReadonlyQuat;
  nodeOf(bone: HumanoidBone): Object3D | undefined;
  /** The half turn of VRM 0 is its format, not a fault of the file. */
  readonly isVrm0: boolean;
}

/** Heads and eyes between these heights are believed, metres; outside them another unit is tried, then the body is scaled. */
const believableEyes = { min: 0.25, max: 3 };
const personEyes = { min: 0.45, max: 2.45 };
/** Eyes of a person of 1.7 m. */
const usualEyes = 1.59;
const units = [
  { name: 'centimetres', metres: 0.01 },
  { name: 'millimetres', metres: 0.001 },
  { name: 'hundreds of metres', metres: 100 },
  { name: 'kilometres', metres: 1000 },
] as const;

/**
 * Turns, scales and moves `holder` (at identity, `model` inside it) so that the person stands as VRM 1.0 wants it. Judged by
 * head joint, eyes and soles: a sword, wings or a hat do not make a body taller, and a skirt below the feet does not lift them.
 */
export function placeRig(holder: Group, model: Object3D, input: PlacementInput): Placement {
  const warnings: string[] = [];
  const { bodyTurn, label, isVrm0, nodeOf } = input;
  const angle = 2 * Math.acos(Math.min(1, Math.abs(bodyTurn[3])));
  if (angle > 0.5 * DEG) {
    holder.quaternion.set(bodyTurn[0], bodyTurn[1], bodyTurn[2], bodyTurn[3]);
    const isHalfTurn = Math.abs(bodyTurn[1]) > 0.999;
    if (!(isVrm0 && isHalfTurn)) warnings.push(`Turned by ${Math.round(angle / DEG)} degrees to stand and face +Z.`);
  }
  const measure = (): BodyMeasures => {
    holder.updateMatrixWorld(true);
    const measures = measureBody(model, nodeOf);
    if (measures && measures.crown > measures.sole) return measures;
    throw new AvatarError(`${label} has no visible body: its meshes have no size, or their numbers are damaged.`);
  };

  let body = measure();
  const eyeHeight = body.eyes - body.sole;
  if (eyeHeight < believableEyes.min || eyeHeight > believableEyes.max) {
    const isPerson = (metres: number) => eyeHeight * metres >= personEyes.min && eyeHeight * metres <= personEyes.max;
    const unit = units.find(({ metres }) => isPerson(metres));
    holder.scale.setScalar(unit ? unit.metres : usualEyes / eyeHeight);
    const height = Number(eyeHeight.toPrecision(3));
    warnings.push(
      unit
        ? `Scaled by ${unit.metres}: its eyes are ${height} high, so its units must be ${unit.name}.`
        : `Scaled to eyes at ${usualEyes} m: they are ${height} high, which no person's are in any unit.`,
    );
    body = measure();
  }

  const { sole, crown, eyes } = body;
  const hasFeet = nodeOf('leftFoot') !== undefined || nodeOf('rightFoot') !== undefined;
  // Without feet the lowest point may well hang in the air.
  if (hasFeet ? Math.abs(sole) > 0.005 * (eyes - sole) : sole < -0.03) {
    holder.position.y = -sole;
    if (Math.abs(sole) > 0.03) warnings.push(`Put on the floor: its soles were at ${sole.toFixed(2)} m.`);
  }
  const hips = nodeOf('hips') as Object3D;
  const hipsWorld = new Vector3().setFromMatrixPosition(hips.matrixWorld);
  if (Math.hypot(hipsWorld.x, hipsWorld.z) > 0.3) {
    holder.position.x = -hipsWorld.x;
    holder.position.z = -hipsWorld.z;
    warnings.push(`Moved to the origin: it stood at x ${hipsWorld.x.toFixed(2)}, z ${hipsWorld.z.toFixed(2)} m.`);
  }
  holder.updateMatrixWorld(true);
  const floor = hasFeet ? sole : Math.min(0, sole);
  return { statureMetres: crown - floor, eyeHeightMetres: eyes - floor, warnings };
}

/** Heights of a body at rest, in world space. Hats, ears and hair count as head; swords, wings and capes count as nothing. */
interface BodyMeasures {
  /** Lowest skin of the feet; of the legs, or of everything, where they have none. */
  readonly sole: number;
  /** Highest skin of the head; of everything where it has none. */
  readonly crown: number;
  readonly headJoint: number;
  /** Middle between the eyes: of eye bones, else where eyes are in a head of this size. */
  readonly eyes: number;
}

/** Eyes above the head joint as a share of its height, of our default person. */
const EYES_ABOVE_HEAD = 0.0268;
/** Eyes as a share of the way from the head joint to the middle of the head's skin: 0.75 of avatars that have eye bones. */
const EYES_IN_FACE = 0.75;
/** So many vertices tell how high a body is. */
const maxVertices = 20000;

type Region = 'head' | 'foot' | 'leg' | 'other';

/** Null where no vertex is finite. `nodeOf`: the node of a bone. */
function measureBody(model: Object3D, nodeOf: (bone: HumanoidBone) => Object3D | undefined): BodyMeasures | null {
  const heights = heightsByRegion(model, regionsOf(nodeOf));
  const all = Object.values(heights).flat();
  const head = nodeOf('head');
  if (all.length === 0 || !head) return null;
  const lowest = [heights.foot, heights.leg, all].find(({ length }) => length > 0) as number[];
  const sole = least(lowest);
  const crown = -least((heights.head.length > 0 ? heights.head : all).map((height) => -height));
  const headJoint = heightOf(head);
  const [left, right] = [nodeOf('leftEye'), nodeOf('rightEye')];
  const middle = heights.head.sort((a, b) => a - b)[heights.head.length >> 1] ?? headJoint;
  const byFace = Math.max(EYES_ABOVE_HEAD * (headJoint - sole), EYES_IN_FACE * (middle - headJoint));
  const eyes = left && right ? (heightOf(left) + heightOf(right)) / 2 : headJoint + byFace;
  return { sole, crown, headJoint, eyes };
}

/** What each node's skin belongs to: the nearest of these bones above it. */
function regionsOf(nodeOf: (bone: HumanoidBone) => Object3D | undefined): Map<Object3D, Region> {
  const regions = new Map<Object3D, Region>();
  const mark = (bone: HumanoidBone, region: Region) => nodeOf(bone)?.traverse((node) => regions.set(node, region));
  for (const side of ['left', 'right'] as const) {
    mark(`${side}UpperLeg`, 'leg');
    mark(`${side}Foot`, 'foot');
  }
  mark('head', 'head');
  return regions;
}

function heightsByRegion(model: Object3D, regions: ReadonlyMap<Object3D, Region>): Record<Region, number[]> {
  const heights: Record<Region, number[]> = { head: [], foot: [], leg: [], other: [] };
  const meshes: Mesh[] = [];
  model.traverse((node) => {
    if (node instanceof Mesh && node.geometry.getAttribute('position')) meshes.push(node);
  });
  const total = meshes.reduce((sum, { geometry }) => sum + geometry.getAttribute('position').count, 0);
  const stride = Math.max(1, Math.ceil(total / maxVertices));
  const place = new Vector3();
  for (const mesh of meshes) {
    const { count } = mesh.geometry.getAttribute('position');
    for (let i = 0; i < count; i += stride) {
      mesh.getVertexPosition(i, place).applyMatrix4(mesh.matrixWorld);
      if (Number.isFinite(place.y)) heights[regions.get(carrierOf(mesh, i)) ?? 'other'].push(place.y);
    }
  }
  return heights;
}

function heightOf(node: Object3D): number {
  return node.matrixWorld.elements[13];
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}

/**
 * Wrist and ankle as shares of the way from elbow or knee to the end of the skin: of people's forearm and hand, and of
 * their shank and ankle height. Drillis & Contini, "Body segment parameters", 1966.
 */
const ends = [
  { lower: 'LowerArm', end: 'Hand', share: 0.575 },
  { lower: 'LowerLeg', end: 'Foot', share: 0.863 },
] as const;
/** The middle of a limb, between these shares of its reach, tells where it goes: a foot lies ahead of it. */
const MIDDLE = { from: 0.25, to: 0.7 } as const;

/**
 * Joints for hands and feet that a rig does not have: forearms and lower legs then end where their skin does. Each hangs
 * on the joint of its forearm or lower leg; limbs without skin get none.
 */
export function addLimbEnds(model: Object3D, nodeOf: ReadonlyMap<HumanoidBone, Object3D>): Map<HumanoidBone, Object3D> {
  const added = new Map<HumanoidBone, Object3D>();
  for (const side of ['left', 'right'] as const) {
    for (const { lower, end, share } of ends) {
      const holder = nodeOf.get(`${side}${lower}`);
      const tip = holder && !nodeOf.has(`${side}${end}`) ? findTip(model, holder) : null;
      if (!holder || !tip) continue;
      const joint = new Bone();
      joint.name = `${holder.name} end`;
      joint.position.copy(tip).multiplyScalar(share);
      holder.add(joint);
      added.set(`${side}${end}`, joint);
    }
  }
  if (added.size > 0) model.updateMatrixWorld(true);
  return added;
}

/** Where the skin that hangs on a node ends, along the limb, in the node's own space. */
function findTip(model: Object3D, holder: Object3D): Vector3 | null {
  const carriers = new Map<Object3D, 'limb'>();
  holder.traverse((node) => carriers.set(node, 'limb'));
  const toHolder = holder.matrixWorld.clone().invert();
  const places = (placesOfSkin(model, carriers).get('limb') ?? []).map((place) => place.applyMatrix4(toHolder));
  const along = middleOf(places);
  if (along === null) return null;
  const reach = farthest(places, along);
  const inMiddle = (place: Vector3) => {
    const share = place.dot(along) / reach;
    return share > MIDDLE.from && share < MIDDLE.to;
  };
  const direction = middleOf(places.filter(inMiddle)) ?? along;
  return direction.multiplyScalar(farthest(places, direction));
}

/** Unit vector to the middle of some places; null where there are none, or they lie about the joint. */
function middleOf(places: readonly Vector3[]): Vector3 | null {
  const middle = places.reduce((sum, place) => sum.add(place), new Vector3());
  return middle.lengthSq() > 0 ? middle.normalize() : null;
}

function farthest(places: readonly Vector3[], along: Vector3): number {
  return places.reduce((far, place) => Math.max(far, place.dot(along)), 0);
}

type FootSole = Skeleton['soles'][number];

/** Skin within this share of the head's height above the lowest is what a foot stands on; a boot's shaft is above it. */
const CONTACT = 0.03;

/**
 * Where the feet of a body end, as it is drawn in the T-pose: by all vertices that a foot and what hangs on it move most;
 * by those of the lower leg where nothing hangs on the foot. The nodes are left as they were.
 */
export function measureSoles(
  model: Object3D,
  body: BodyJoints,
  skeleton: Skeleton,
  driver: RigDriver,
): Skeleton['soles'] {
  const regions = new Map<Object3D, FootRegion>();
  for (const bone of footRegions) {
    const joint = jointOfBone(skeleton, bone);
    if (joint >= 0) body.nodes[joint].traverse((node) => regions.set(node, bone));
  }
  const own = body.nodes.map(({ position, quaternion }) => [position.clone(), quaternion.clone()] as const);
  driver.apply(createPose(skeleton));
  model.updateWorldMatrix(true, true);
  const places = placesOfSkin(model, regions);
  body.nodes.forEach((node, joint) => {
    node.position.copy(own[joint][0]);
    node.quaternion.copy(own[joint][1]);
  });
  model.updateWorldMatrix(true, true);
  const soleOf = (side: 'left' | 'right') =>
    soleAt(skeleton, `${side}Foot`, places) ?? belowFoot(skeleton, side, soleAt(skeleton, `${side}LowerLeg`, places));
  return [soleOf('left'), soleOf('right')];
}

/** What a lower leg carries is a foot's only where it goes below the ankle. */
function belowFoot(skeleton: Skeleton, side: 'left' | 'right', sole: FootSole): FootSole {
  const foot = jointOfBone(skeleton, `${side}Foot`);
  if (sole === null || foot < 0) return sole;
  const { restWorldPositions: at } = skeleton;
  return at[sole.joint * 3 + 1] - sole.below < at[foot * 3 + 1] ? sole : null;
}

/** Parents first: what hangs on a foot is no longer the lower leg's. */
const footRegions = ['leftLowerLeg', 'rightLowerLeg', 'leftFoot', 'rightFoot'] as const;
type FootRegion = (typeof footRegions)[number];

function soleAt(skeleton: Skeleton, bone: FootRegion, skin: ReadonlyMap<FootRegion, readonly Vector3[]>): FootSole {
  const places = skin.get(bone) ?? [];
  if (places.length === 0) return null;
  const { restWorldPositions: at } = skeleton;
  const joint = jointOfBone(skeleton, bone);
  const lowest = places.reduce((low, { y }) => Math.min(low, y), Number.POSITIVE_INFINITY);
  const top = lowest + CONTACT * at[jointOfBone(skeleton, 'head') * 3 + 1];
  const contact = places.flatMap(({ y, z }) => (y <= top ? [z - at[joint * 3 + 2]] : []));
  const ahead = contact.reduce((far, z) => Math.max(far, z), Number.NEGATIVE_INFINITY);
  const behind = contact.reduce((far, z) => Math.max(far, -z), Number.NEGATIVE_INFINITY);
  return { joint, below: at[joint * 3 + 1] - lowest, ahead, behind };
}

/** World places of all vertices that certain nodes move most, by what the nodes stand for. Damaged ones are left out. */
function placesOfSkin<Region>(
  model: Object3D,
  regions: ReadonlyMap<Object3D, Region>,
): ReadonlyMap<Region, readonly Vector3[]> {
  const places = new Map([...regions.values()].map((region) => [region, [] as Vector3[]]));
  model.traverse((mesh) => {
    if (!(mesh instanceof Mesh) || !mesh.geometry.getAttribute('position')) return;
    for (let i = 0; i < mesh.geometry.getAttribute('position').count; i++) {
      const region = regions.get(carrierOf(mesh, i));
      if (region === undefined) continue;
      const place = mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld);
      if (Number.isFinite(place.x + place.y + place.z)) places.get(region)?.push(place);
    }
  });
  return places;
}

/** The joint that moves a vertex most, or what a rigid mesh hangs on. */
function carrierOf(mesh: Mesh, vertex: number): Object3D {
  if (!(mesh instanceof SkinnedMesh)) return mesh;
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  let best = 0;
  for (let k = 1; k < 4; k++) {
    if (skinWeight.getComponent(vertex, k) > skinWeight.getComponent(vertex, best)) best = k;
  }
  return mesh.skeleton.bones[skinIndex.getComponent(vertex, best)] ?? mesh;
}
