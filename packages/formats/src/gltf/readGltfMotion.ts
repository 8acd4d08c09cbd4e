import {
  type BoneJoints,
  boneReason,
  buildRigBinding,
  createPose,
  createQuat,
  createVec3,
  fromRigRotations,
  type HumanoidMapping,
  humanoidBones,
  InputError,
  isRecord,
  type Motion,
  mapHumanoid,
  quat,
  type RawRig,
  type RigBinding,
  vec3,
} from '@leib/core';
import { FormatError, inFile } from '../formatError.js';
import { type ByteSource, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/unpack.js';
import { checkCount, countFrames, createNameList, fileLimits, ownName } from '../limits/fileLimits.js';
import { type GltfRecord, gltfEntry } from '../mesh/gltfAccessor.js';
import { declaredBones, entriesOf, type GltfFile, type GltfNode, openGltf, readGltfNodes } from './gltfFile.js';
import { type GltfTrack, readGltfTrack, sampleGltfTrack } from './gltfTrack.js';

export interface GltfMotionOptions {
  readonly name?: string;
  /** Which animation, by name or number. The first when absent. */
  readonly animation?: string | number;
  /** Frames per second of the result. That of the keyframes when absent. */
  readonly hz?: number;
}

export interface GltfReport {
  /** Names of all animations in the file. */
  readonly animations: readonly string[];
  /** Which joint is which bone; indices are those of the motion's skeleton. */
  readonly mapping: HumanoidMapping;
  readonly restCorrections: RigBinding['corrected'];
  readonly notes: readonly string[];
}

export interface GltfMotion {
  readonly motion: Motion;
  readonly report: GltfReport;
}

/** Reads an animation from GLB, VRM animation or glTF with its data inside. Throws FormatError with place and reason. */
export async function readGltfMotion(source: ByteSource, options: GltfMotionOptions = {}): Promise<GltfMotion> {
  const { hz = 1 } = options;
  if (!(hz > 0 && hz < Infinity)) throw new InputError('hz', `expected a number above 0, got ${hz}`);
  const bytes = await gunzipIfNeeded(await toBytes(source));
  return buildMotion(openGltf(bytes), options);
}

interface NodeTracks {
  translation?: GltfTrack;
  rotation?: GltfTrack;
}

function buildMotion(file: GltfFile, options: GltfMotionOptions): GltfMotion {
  const notes: string[] = [];
  const animations = entriesOf(file.json.animations);
  const animation = chooseAnimation(animations, options.animation);
  const nodes = readGltfNodes(file);
  const tracks = readTracks(file, nodes, animations.indexOf(animation));
  const declared = declaredBones(file.json, nodes.length);
  const joints = nodesBelow(bodyRoot(nodes, tracks, declared));
  const names = uniqueNames(joints);
  const parents = joints.map(({ parent }) => (parent ? joints.indexOf(parent) : -1));
  const { restLocalPositions, restLocalRotations, restWorldPositions } = readRest(joints, parents);
  const mapping = declared
    ? declaredMapping(declared, joints, nodes)
    : mapHumanoid({ names, parents, restWorldPositions });
  const rig: RawRig = { names, parents, restLocalPositions, restLocalRotations };
  const binding = inFile('glTF', 'nodes', () => buildRigBinding(rig, mapping));
  noteSliding(joints, tracks, notes);
  const hz = options.hz ?? keyRate(tracks);
  const name = options.name ?? (nameOf(animation) || 'glTF');
  return {
    motion: {
      name,
      skeleton: binding.skeleton,
      hz,
      ...sampleTracks(binding, { joints, tracks, restLocalRotations, hz }),
    },
    report: {
      animations: animations.map(nameOf),
      mapping,
      restCorrections: binding.corrected,
      notes,
    },
  };
}

/** Rest pose. A node's scale stretches what hangs below it, so offsets take it in and joints need none. */
function readRest(joints: readonly GltfNode[], parents: readonly number[]) {
  const restLocalPositions = new Float64Array(joints.length * 3);
  const restLocalRotations = new Float64Array(joints.length * 4);
  const restWorldPositions = new Float64Array(joints.length * 3);
  joints.forEach((node, joint) => {
    const parentScale = joint === 0 ? 1 : uniformScale(joints[parents[joint]].world.scale);
    const { translation, rotation } = joint === 0 ? node.world : node.local;
    restLocalPositions.set(
      translation.map((v) => v * parentScale),
      joint * 3,
    );
    restLocalRotations.set(rotation, joint * 4);
    restWorldPositions.set(node.world.translation, joint * 3);
  });
  return { restLocalPositions, restLocalRotations, restWorldPositions };
}

interface AnimatedJoints {
  /** The root first. */
  readonly joints: readonly GltfNode[];
  readonly tracks: ReadonlyMap<GltfNode, NodeTracks>;
  readonly restLocalRotations: Float64Array;
  readonly hz: number;
}

/** The animation's frames on the normalised skeleton. */
function sampleTracks(
  binding: RigBinding,
  { joints, tracks, restLocalRotations, hz }: AnimatedJoints,
): Pick<Motion, 'frameCount' | 'rootPositions' | 'localRotations'> {
  const jointCount = joints.length;
  let seconds = 0;
  let sourceNumbers = 0;
  for (const { translation, rotation } of tracks.values()) {
    for (const { times, values } of [translation, rotation].filter((track) => track !== undefined)) {
      seconds = Math.max(seconds, times[times.length - 1]);
      sourceNumbers += values.length;
    }
  }
  const frames = { seconds, hz, sourceNumbers, numbersPerFrame: jointCount * 4 + 3 };
  const frameCount = inFile('glTF', 'animations', () => countFrames(frames, 1e-3));
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * jointCount * 4);
  const rigRotations = restLocalRotations.slice();
  const pose = createPose(binding.skeleton);
  const chain = ancestors(joints[0]);
  const place: RootPlace = { position: createVec3() as Float64Array, rotation: createQuat() as Float64Array };
  for (let frame = 0; frame < frameCount; frame++) {
    const time = frame / hz;
    joints.forEach((node, joint) => {
      const rotation = tracks.get(node)?.rotation;
      if (joint > 0 && rotation) sampleGltfTrack(rotation, time, rigRotations, joint * 4);
    });
    placeRoot(chain, tracks, time, place);
    rigRotations.set(place.rotation);
    fromRigRotations(binding, rigRotations, pose);
    rootPositions.set(place.position, frame * 3);
    localRotations.set(pose.localRotations, frame * jointCount * 4);
  }
  return { frameCount, rootPositions, localRotations };
}

interface RootPlace {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/** The root's place in the world, through the nodes above it. */
function placeRoot(
  chain: readonly GltfNode[],
  tracks: ReadonlyMap<GltfNode, NodeTracks>,
  time: number,
  { position, rotation: turned }: RootPlace,
): void {
  const local = new Float64Array(4);
  vec3.set(position, 0, 0, 0);
  quat.identity(turned);
  let scale = 1;
  for (const node of chain) {
    const { translation, rotation } = tracks.get(node) ?? {};
    local.set(node.local.translation);
    if (translation) sampleGltfTrack(translation, time, local, 0);
    vec3.scale(local, local, scale);
    vec3.transformQuat(local, local, turned);
    vec3.add(position, position, local);
    local.set(node.local.rotation);
    if (rotation) sampleGltfTrack(rotation, time, local, 0);
    quat.multiply(turned, turned, local);
    scale *= uniformScale(node.local.scale);
  }
}

function chooseAnimation(animations: readonly GltfRecord[], wanted: string | number = 0): GltfRecord {
  if (animations.length === 0) throw new FormatError('glTF', 'animations', 'the file has no animation');
  const found =
    typeof wanted === 'number' ? animations[wanted] : animations.find((animation) => nameOf(animation) === wanted);
  if (found !== undefined) return found;
  const names = animations.map((animation) => `"${nameOf(animation)}"`).join(', ');
  throw new FormatError('glTF', 'animations', `${JSON.stringify(wanted)} is not one of ${names}`);
}

function nameOf({ name }: GltfRecord): string {
  return typeof name === 'string' ? name : '';
}

function readTracks(file: GltfFile, nodes: readonly GltfNode[], number: number): Map<GltfNode, NodeTracks> {
  const { channels, samplers } = entriesOf(file.json.animations)[number];
  const stated = entriesOf(samplers);
  const tracks = new Map<GltfNode, NodeTracks>();
  for (const [i, { sampler, target }] of entriesOf(channels).entries()) {
    const { node: index, path } = isRecord(target) ? target : {};
    // Scale, weights, and targets that an extension names, do not move bones.
    if (index === undefined || (path !== 'translation' && path !== 'rotation')) continue;
    const where = `animations[${number}].channels[${i}]`;
    const record = gltfEntry({ samplers: stated }, 'samplers', sampler, where);
    gltfEntry(file.json, 'nodes', index, where);
    const node = nodes[index as number];
    const samplerPath = `animations[${number}].samplers[${sampler}]`;
    const track = readGltfTrack(file, record, path === 'rotation' ? 4 : 3, samplerPath);
    tracks.set(node, { ...tracks.get(node), [path]: track });
  }
  if (tracks.size === 0) throw new FormatError('glTF', `animations[${number}]`, 'moves no node');
  return tracks;
}

/** The hips; in a file without any, the topmost node above what moves. */
function bodyRoot(
  nodes: readonly GltfNode[],
  tracks: ReadonlyMap<GltfNode, NodeTracks>,
  declared: BoneJoints | null,
): GltfNode {
  if (declared?.hips !== undefined) return nodes[declared.hips];
  const moving = tracks.keys().next().value ?? nodes[0];
  const top = ancestors(moving)[0];
  const below = nodesBelow(top);
  const parents = below.map(({ parent }) => (parent ? below.indexOf(parent) : -1));
  const { bones } = mapHumanoid({ names: uniqueNames(below), parents });
  return bones.hips === undefined ? top : below[bones.hips];
}

/** A node and all above it, topmost first. */
function ancestors(node: GltfNode): GltfNode[] {
  const chain: GltfNode[] = [];
  for (let at: GltfNode | null = node; at !== null; at = at.parent) chain.push(at);
  checkCount(chain.length, fileLimits.depth, 'glTF', 'nodes', 'levels of nodes');
  return chain.reverse();
}

/** A node and all below it, parents before children. */
function nodesBelow(root: GltfNode): GltfNode[] {
  const found = [root];
  for (let i = 0; i < found.length; i++) {
    for (const child of found[i].children) found.push(child);
    checkCount(found.length, fileLimits.joints, 'glTF', 'nodes', 'nodes of a body');
  }
  return found;
}

function uniqueNames(joints: readonly GltfNode[]): string[] {
  const names = createNameList();
  return joints.map((node) => ownName(names, node.name || `node${node.index}`));
}

/** The file's own word on its bones, in the motion's joint numbers. */
function declaredMapping(
  declared: BoneJoints,
  joints: readonly GltfNode[],
  nodes: readonly GltfNode[],
): HumanoidMapping {
  const bones: BoneJoints = {};
  for (const bone of humanoidBones) {
    const node = declared[bone];
    const joint = node === undefined ? -1 : joints.indexOf(nodes[node]);
    if (joint >= 0) bones[bone] = joint;
  }
  const missing = humanoidBones.filter((bone) => bones[bone] === undefined);
  const reason = boneReason('file', 'declared in the file');
  const reasons = Object.fromEntries(Object.keys(bones).map((bone) => [bone, reason]));
  return { bones, convention: 'declared in the file', reasons, guessed: [], missing };
}

/** Bones keep their length: notes where a file has joints other than the root sliding. */
function noteSliding(joints: readonly GltfNode[], tracks: ReadonlyMap<GltfNode, NodeTracks>, notes: string[]): void {
  for (const node of joints.slice(1)) {
    const translation = tracks.get(node)?.translation;
    if (translation === undefined) continue;
    const [x, y, z] = node.local.translation;
    const step = translation.interpolation === 'CUBICSPLINE' ? 9 : 3;
    let farthest = 0;
    for (let at = step === 9 ? 3 : 0; at < translation.values.length; at += step) {
      const [vx, vy, vz] = translation.values.subarray(at, at + 3);
      farthest = Math.max(farthest, Math.hypot(vx - x, vy - y, vz - z));
    }
    if (farthest > 0.02 * Math.hypot(x, y, z)) {
      notes.push(`"${node.name}" slides by up to ${farthest.toPrecision(2)} on its parent; held as at rest`);
    }
  }
}

function uniformScale([x, y, z]: readonly number[]): number {
  return Math.cbrt(Math.abs(x * y * z));
}

/** Keyframes per second of the most finely keyed track; 60 where there is only one key. */
function keyRate(tracks: ReadonlyMap<GltfNode, NodeTracks>): number {
  let rate = 0;
  for (const { translation, rotation } of tracks.values()) {
    for (const track of [translation, rotation]) {
      if (track === undefined || track.times.length < 2) continue;
      const seconds = track.times[track.times.length - 1] - track.times[0];
      if (seconds > 0) rate = Math.max(rate, (track.times.length - 1) / seconds);
    }
  }
  if (rate === 0) return 60;
  const whole = Math.round(rate);
  return whole > 0 && Math.abs(rate - whole) < 1e-3 * whole ? whole : rate;
}
