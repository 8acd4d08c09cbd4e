import { armatures } from '../body/axisInertia.js';
import type { JointDrive } from '../body/jointDrive.js';
import type { RemoteBody, RemotePart } from '../body/remoteBody.js';
import type { ColliderShape } from '../colliders/colliderShape.js';
import { SLACK } from '../control/stopBalls.js';
import {
  bodyName,
  freePartName,
  grabName,
  hingeName,
  jointName,
  objectJointName,
  objectName,
  rootName,
  shapeName,
  stopName,
  stopSiteName,
} from '../engine/engineNames.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';
import { type Layer, type LayerMatrix, layersCollide } from '../settings/layers.js';
import type { WorldGuest } from './worldGuest.js';
import type { WorldObject } from './worldObject.js';

/** Contact bits: parts of bodies meet parts, and what of them may touch the room meets things. */
const PART_BIT = 1;
const THING_BIT = 2;

/** The engine's contact bits of a part's shape. */
export function partBits(matrix: LayerMatrix, layer: Layer, isOn: boolean): { contype: number; conaffinity: number } {
  if (!isOn) return { contype: 0, conaffinity: 0 };
  return { contype: PART_BIT, conaffinity: PART_BIT | (layersCollide(matrix, layer, 'environment') ? THING_BIT : 0) };
}

/** Welds that can be closed while running: what hands hold, two of each body. */
export const grabCountOf = (bodyCount: number) => Math.max(4, 2 * bodyCount);

export interface MjcfOptions {
  readonly gravity: number;
  /** Only these axes of these drives move, everything else is rigid: for tuning. All when absent. */
  readonly isFree?: (drive: JointDrive, axis: number) => boolean;
  /** Turn that a part is held in, x y z w, in place of its rest: for tuning. */
  readonly heldTurn?: (part: RemotePart) => ArrayLike<number> | null;
  /** Shapes for contacts; without them nothing touches and models compile faster. */
  readonly hasColliders?: boolean;
  readonly stepSeconds?: number;
  /** A robot that lives among the bodies. */
  readonly guest?: Pick<WorldGuest, 'asset' | 'body'> | undefined;
}

/** A mesh in the model. Equal bodies share theirs: compiling meshes takes longest of all. */
interface MeshAsset {
  readonly name: string;
  readonly xml: string;
}
type Meshes = Map<ColliderShape, MeshAsset>;

/**
 * The whole world as MJCF. Contacts are stiffer than MuJoCo's default, so that a hand pressed on a table sinks in by less
 * than 5 mm; softer ones than these gain nothing, harder ones than twice the substep are not stable (MuJoCo manual,
 * "Solver parameters").
 */
export function writeMjcf(
  bodies: readonly RemoteBody[],
  objects: readonly WorldObject[],
  options: MjcfOptions,
): string {
  const step = options.stepSeconds ?? SUBSTEP_SECONDS;
  const meshes = new Map<ColliderShape, MeshAsset>();
  const tree = bodies.map((body, index) => writeBody(body, index, options, meshes, armatures(body))).join('\n');
  const hasColliders = options.hasColliders ?? true;
  const excludes = hasColliders ? bodies.map(writeExcludes).join('') : '';
  const { guest } = options;
  const canGrab = guest !== undefined || bodies.length > 1 || (objects.length > 0 && bodies.length > 0);
  const welds = canGrab && bodies.length > 0 ? writeGrabs(bodies) : '';
  return `<mujoco model="leib">
<compiler angle="radian" autolimits="true" balanceinertia="true" boundmass="1e-6" boundinertia="1e-9"/>
<option timestep="${step}" integrator="implicitfast" gravity="0 ${num(-options.gravity)} 0" cone="pyramidal" iterations="30" ls_iterations="20"/>
<size memory="${10 + 2 * bodies.length}M"/>
<default>
<geom contype="${THING_BIT}" conaffinity="${THING_BIT}" solref="0.012 1" solimp="0.95 0.995 0.001" friction="0.9 0.005 0.0001" condim="3"/>
<equality solref="0.012 1"/>
</default>
<asset>${Array.from(meshes.values(), ({ xml }) => xml).join('')}${guest?.asset ?? ''}</asset>
<worldbody>
${tree}
${objects.map(writeObject).join('\n')}
${guest?.body ?? ''}
</worldbody>
<contact>${excludes}</contact>
<tendon>${options.isFree === undefined ? bodies.map(writeStops).join('') : ''}</tendon>
<equality>${welds}</equality>
</mujoco>`;
}

function writeBody(
  body: RemoteBody,
  index: number,
  options: MjcfOptions,
  meshes: Meshes,
  armature: Float64Array,
): string {
  const { parts, settings, skeleton } = body;
  const isLoose = settings.control.drive === 'freeParts' && options.isFree === undefined;
  // A body that stands on its legs carries its own weight.
  const gravcomp = settings.control.root === 'balance' ? 0 : settings.control.gravityCompensation;
  const writePart = (part: RemotePart, number: number): string => {
    const children = isLoose
      ? ''
      : parts.map((child, i) => (child.parent === number ? writePart(child, i) : '')).join('');
    const isRoot = number === 0;
    const isAnchored = isRoot && (settings.control.root === 'anchor' || options.isFree !== undefined);
    const rest = skeleton.restWorldPositions.subarray(part.joint * 3, part.joint * 3 + 3);
    const position = isRoot || isLoose ? rest : part.offset;
    const held = options.heldTurn?.(part);
    const quat = held ? ` quat="${num(held[3])} ${num(held[0])} ${num(held[1])} ${num(held[2])}"` : '';
    const joints = isLoose
      ? `<freejoint name="${freePartName(index, part)}"/>`
      : isRoot
        ? isAnchored
          ? ''
          : `<freejoint name="${rootName(index)}"/>`
        : writeJoints(body, index, part, options, armature);
    const mocap = isAnchored && !isLoose ? ' mocap="true"' : '';
    return `<body name="${bodyName(index, part)}" pos="${list(position)}"${quat}${mocap} gravcomp="${gravcomp}">${joints}
<inertial pos="${list(part.centre)}" mass="${num(part.mass)}" fullinertia="${list(part.inertia)}"/>
${isLoose || options.isFree !== undefined ? '' : writeStopSites(body, index, number)}${(options.hasColliders ?? true) ? writeShapes(body, index, part, meshes) : ''}${children}</body>\n`;
  };
  if (isLoose) return parts.map(writePart).join('');
  return writePart(parts[0], 0);
}

function writeJoints(
  body: RemoteBody,
  index: number,
  part: RemotePart,
  options: MjcfOptions,
  armature: Float64Array,
): string {
  if (part.drive < 0) return '';
  const drive = body.drives[part.drive];
  if (drive.kind === 'ball' && options.isFree === undefined) {
    return `<joint name="${jointName(index, drive, 0)}" type="ball" armature="${num(armature[drive.firstSpeed])}"/>`;
  }
  let joints = '';
  for (let k = 0; k < drive.speedCount; k++) {
    if (options.isFree && !options.isFree(drive, k)) continue;
    const axis = [0, 1, 2].map((a) => (a === drive.axes[k] ? 1 : 0));
    const name = hingeName(index, drive, k);
    joints += `<joint name="${name}" type="hinge" axis="${list(axis)}" range="${num(drive.low[k])} ${num(drive.high[k])}" solreflimit="${stopSolref(body, drive)}" armature="${num(armature[drive.firstSpeed + k])}"/>`;
  }
  return joints;
}

/** Ends of the tendons that stop balls: on the part of the ball, and on the part it hangs on (stopBalls() moves them). */
function writeStopSites({ parts, drives }: RemoteBody, index: number, part: number): string {
  const site = (drive: JointDrive, axis: number, end: 'own' | 'parent', at: readonly number[]) =>
    `<site name="${stopSiteName(index, drive, axis, end)}" pos="${list(at)}"/>`;
  return drives
    .filter(({ kind }) => kind === 'ball')
    .map((drive) => {
      const axes = [0, 1, 2];
      if (drive.part === part) return axes.map((axis) => site(drive, axis, 'own', [0, 0.1, 0])).join('');
      if (parts[drive.part].parent !== part) return '';
      const [x, y, z] = parts[drive.part].offset;
      return axes.map((axis) => site(drive, axis, 'parent', [x + 0.1, y, z])).join('');
    })
    .join('');
}

function writeStops(body: RemoteBody, index: number): string {
  if (body.settings.control.drive === 'freeParts') return '';
  const stop = (drive: JointDrive, axis: number) =>
    `<spatial name="${stopName(index, drive, axis)}" range="0 ${SLACK}" solreflimit="${stopSolref(body, drive)}">` +
    `<site site="${stopSiteName(index, drive, axis, 'parent')}"/><site site="${stopSiteName(index, drive, axis, 'own')}"/></spatial>`;
  return body.drives
    .filter(({ kind }) => kind === 'ball')
    .map((drive) => [0, 1, 2].map((axis) => stop(drive, axis)).join(''))
    .join('');
}

/**
 * How the engine stops a joint: time constant and damping ratio. A limb that comes back with the share e of its speed from half
 * an oscillation has a damping ratio of -ln e / sqrt(pi^2 + ln^2 e). What bounces is made softer: a limb is found beyond its
 * stop only up to a substep late, and a hard one would throw it back faster than it came.
 */
function stopSolref({ settings }: RemoteBody, { bone }: JointDrive): string {
  const { springHz, bounce } = settings.stops.parts[bone] ?? settings.stops.all;
  const log = bounce > 0 ? -Math.log(bounce) : Number.POSITIVE_INFINITY;
  const ratio = bounce > 0 ? log / Math.hypot(Math.PI, log) : 1;
  return `${num(1 / (2 * Math.PI * springHz * (1 - 0.6 * bounce) * ratio))} ${num(ratio)}`;
}

function writeShapes(body: RemoteBody, index: number, part: RemotePart, meshes: Meshes): string {
  const chosen = body.settings.colliders.parts[part.bone] ?? body.settings.colliders.all;
  const bits = (isOn: boolean) => partBits(body.settings.layers, part.layer, isOn);
  const write = (set: 'simple' | 'exact', shapes: readonly ColliderShape[]) =>
    shapes.map((shape, i) => writeShape(shape, shapeName(index, part, set, i), bits(set === chosen), meshes)).join('');
  // Where a part has no pieces of its own, the simple shape stands in and is written once.
  const hasPieces = part.exact[0] !== part.simple[0];
  return hasPieces
    ? write('simple', part.simple) + write('exact', part.exact)
    : part.simple
        .map((shape, i) => writeShape(shape, shapeName(index, part, 'simple', i), bits(chosen !== 'none'), meshes))
        .join('');
}

function writeShape(
  shape: ColliderShape,
  name: string,
  { contype, conaffinity }: ReturnType<typeof partBits>,
  meshes: Meshes,
): string {
  const common = `name="${name}" contype="${contype}" conaffinity="${conaffinity}" mass="0"`;
  switch (shape.kind) {
    case 'sphere':
      return `<geom ${common} type="sphere" size="${num(shape.radius)}" pos="${list(shape.centre)}"/>`;
    case 'box':
      return `<geom ${common} type="box" size="${list(shape.half)}" pos="${list(shape.centre)}"/>`;
    case 'capsule': {
      const length = Math.hypot(...[0, 1, 2].map((k) => shape.to[k] - shape.from[k]));
      if (length < 1e-6) return `<geom ${common} type="sphere" size="${num(shape.radius)}" pos="${list(shape.from)}"/>`;
      return `<geom ${common} type="capsule" size="${num(shape.radius)}" fromto="${list(shape.from)} ${list(shape.to)}"/>`;
    }
    case 'convex': {
      const mesh = meshes.get(shape) ?? { name, xml: `<mesh name="${name}" vertex="${list(shape.vertices)}"/>` };
      meshes.set(shape, mesh);
      return `<geom ${common} type="mesh" mesh="${mesh.name}"/>`;
    }
  }
}

/** Pairs of parts of one body that must not touch: neighbours, and those that the layers exclude. */
function writeExcludes(body: RemoteBody, index: number): string {
  const { parts, settings } = body;
  let excludes = '';
  for (let a = 0; a < parts.length; a++) {
    for (let b = a + 1; b < parts.length; b++) {
      const areNeighbours = parts[b].parent === a || parts[a].parent === b;
      if (!areNeighbours && layersCollide(settings.layers, parts[a].layer, parts[b].layer)) continue;
      excludes += `<exclude body1="${bodyName(index, parts[a])}" body2="${bodyName(index, parts[b])}"/>\n`;
    }
  }
  return excludes;
}

/** Open welds whose two ends are chosen when something is grabbed. */
function writeGrabs(bodies: readonly RemoteBody[]): string {
  const anyPart = bodyName(0, bodies[0].parts[bodies[0].parts.length - 1]);
  return Array.from(
    { length: grabCountOf(bodies.length) },
    (_, i) => `<weld name="${grabName(i)}" body1="${anyPart}" active="false"/>`,
  ).join('');
}

function writeObject(object: WorldObject): string {
  const name = objectName(object);
  const joint = objectJointName(object);
  switch (object.kind) {
    case 'floor':
      return `<geom name="${name}" type="plane" size="50 50 1" pos="0 ${num(object.height)} 0" zaxis="0 1 0"/>`;
    case 'box': {
      const [x, y, z, w] = object.rotation ?? [0, 0, 0, 1];
      const mass = object.mass === null ? '' : ` mass="${num(object.mass)}"`;
      const free = object.mass === null ? '' : `<freejoint name="${joint}"/>`;
      return `<body name="${name}" pos="${list(object.position)}" quat="${list([w, x, y, z])}">${free}<geom name="${name}" type="box" size="${list(object.size.map((side) => side / 2))}"${mass}/></body>`;
    }
    case 'ball':
      return `<body name="${name}" pos="${list(object.position)}"><freejoint name="${joint}"/><geom name="${name}" type="sphere" size="${num(object.radius)}" mass="${num(object.mass)}" condim="6" friction="0.9 0.01 ${ROLLING_FRICTION}"/></body>`;
    case 'door': {
      const [width] = object.size;
      const hinge = [object.position[0] - width / 2, object.position[1], object.position[2]];
      return `<body name="${name}" pos="${list(hinge)}"><joint name="${joint}" type="hinge" axis="0 1 0" range="${num(-object.maxAngle)} ${num(object.maxAngle)}" stiffness="3" damping="4"/><geom name="${name}" type="box" size="${list(object.size.map((side) => side / 2))}" pos="${num(width / 2)} 0 0" mass="${num(object.mass)}"/></body>`;
    }
    case 'button': {
      const damping = 2 * Math.sqrt(object.stiffness * BUTTON_MASS);
      return `<body name="${name}" pos="${list(object.position)}" gravcomp="1"><joint name="${joint}" type="slide" axis="${list(object.outward)}" range="${num(-object.travel)} 0" stiffness="${num(object.stiffness)}" damping="${num(damping)}"/><geom name="${name}" type="cylinder" size="${num(object.radius)} ${num(object.travel / 2)}" zaxis="${list(object.outward)}" mass="${BUTTON_MASS}"/></body>`;
    }
  }
}

const BUTTON_MASS = 0.1;
/** Of a ball on anything, metres: at 1 m/s it rolls about a metre and a half. */
const ROLLING_FRICTION = 0.006;

function num(value: number): string {
  return String(value);
}

function list(values: ArrayLike<number>): string {
  return Array.from(values, num).join(' ');
}
