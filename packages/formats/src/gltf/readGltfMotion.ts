import type { Animation, Document, Node } from '@gltf-transform/core';
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
  type Motion,
  mapHumanoid,
  quat,
  type RawRig,
  type RestCorrection,
  type RigBinding,
  vec3,
} from '@leib/core';
import { FormatError, inFile, reasonOf } from '../formatError.js';
import { type ByteSource, textOf, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/gzip.js';
import { declaredBones } from './declaredBones.js';
import { type GltfJson, looksLikeGlb, parseGltfJson, readGlb } from './glb.js';
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
  readonly restCorrections: readonly RestCorrection[];
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
  const { document, json } = await readDocument(bytes);
  return buildMotion(document, json, options);
}

async function readDocument(bytes: Uint8Array): Promise<{ document: Document; json: GltfJson }> {
  const { WebIO, Logger } = await import('@gltf-transform/core');
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  const isBinary = looksLikeGlb(bytes);
  const json = isBinary ? readGlb(bytes).json : parseGltfJson(textOf(bytes), 'line 1');
  try {
    // Meshes and their extensions are of no interest here, but must not be in the way.
    const document = isBinary
      ? await io.readBinary(bytes)
      : await io.readJSON({ json: json as never, resources: embeddedResources(json) });
    return { document, json };
  } catch (error) {
    throw error instanceof FormatError ? error : new FormatError('glTF', '', reasonOf(error));
  }
}

function embeddedResources(json: GltfJson): Record<string, Uint8Array<ArrayBuffer>> {
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  json.buffers?.forEach(({ uri }, i) => {
    const match = typeof uri === 'string' ? /^data:[^,]*;base64,(.*)$/s.exec(uri) : null;
    if (typeof uri !== 'string' || match === null) {
      throw new FormatError(
        'glTF',
        `buffers[${i}]`,
        'lies in another file; only files with their data inside can be read',
      );
    }
    resources[uri] = Uint8Array.from(atob(match[1]), (char) => char.charCodeAt(0));
  });
  return resources;
}

interface NodeTracks {
  translation?: GltfTrack;
  rotation?: GltfTrack;
}

function buildMotion(document: Document, json: GltfJson, options: GltfMotionOptions): GltfMotion {
  const notes: string[] = [];
  const animations = document.getRoot().listAnimations();
  const animation = chooseAnimation(animations, options.animation);
  const tracks = readTracks(document, animation);
  const nodes = document.getRoot().listNodes();
  const declared = declaredBones(json, nodes.length);
  const joints = nodesBelow(bodyRoot(nodes, tracks, declared));
  const names = uniqueNames(joints, nodes);
  const parents = joints.map((node) => joints.indexOf(node.getParentNode() as Node));
  const { restLocalPositions, restLocalRotations, restWorldPositions } = readRest(joints, parents);
  const mapping = declared
    ? declaredMapping(declared, joints, nodes)
    : mapHumanoid({ names, parents, restWorldPositions });
  const rig: RawRig = { names, parents, restLocalPositions, restLocalRotations };
  const binding = inFile('glTF', 'nodes', () => buildRigBinding(rig, mapping));
  noteSliding(joints, tracks, notes);
  const hz = options.hz ?? keyRate(tracks);
  const name = options.name ?? (animation.getName() || 'glTF');
  return {
    motion: {
      name,
      skeleton: binding.skeleton,
      hz,
      ...sampleTracks(binding, { joints, tracks, restLocalRotations, hz }),
    },
    report: {
      animations: animations.map((each) => each.getName()),
      mapping,
      restCorrections: binding.corrected,
      notes,
    },
  };
}

/** Rest pose. A node's scale stretches what hangs below it, so offsets take it in and joints need none. */
function readRest(joints: readonly Node[], parents: readonly number[]) {
  const restLocalPositions = new Float64Array(joints.length * 3);
  const restLocalRotations = new Float64Array(joints.length * 4);
  const restWorldPositions = new Float64Array(joints.length * 3);
  joints.forEach((node, joint) => {
    const parentScale = joint === 0 ? 1 : uniformScale(joints[parents[joint]].getWorldScale());
    const local = joint === 0 ? node.getWorldTranslation() : node.getTranslation();
    restLocalPositions.set(
      local.map((v) => v * parentScale),
      joint * 3,
    );
    restLocalRotations.set(joint === 0 ? node.getWorldRotation() : node.getRotation(), joint * 4);
    restWorldPositions.set(node.getWorldTranslation(), joint * 3);
  });
  return { restLocalPositions, restLocalRotations, restWorldPositions };
}

interface AnimatedJoints {
  /** The root first. */
  readonly joints: readonly Node[];
  readonly tracks: ReadonlyMap<Node, NodeTracks>;
  readonly restLocalRotations: Float64Array;
  readonly hz: number;
}

/** The animation's frames on the normalised skeleton. */
function sampleTracks(
  binding: RigBinding,
  { joints, tracks, restLocalRotations, hz }: AnimatedJoints,
): Pick<Motion, 'frameCount' | 'rootPositions' | 'localRotations'> {
  const endSeconds = Math.max(0, ...Array.from(tracks.values(), lastTime));
  const frameCount = Math.floor(endSeconds * hz + 1e-3) + 1;
  const jointCount = joints.length;
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
  chain: readonly Node[],
  tracks: ReadonlyMap<Node, NodeTracks>,
  time: number,
  { position, rotation: turned }: RootPlace,
): void {
  const local = new Float64Array(4);
  vec3.set(position, 0, 0, 0);
  quat.identity(turned);
  let scale = 1;
  for (const node of chain) {
    const { translation, rotation } = tracks.get(node) ?? {};
    local.set(node.getTranslation());
    if (translation) sampleGltfTrack(translation, time, local, 0);
    vec3.scale(local, local, scale);
    vec3.transformQuat(local, local, turned);
    vec3.add(position, position, local);
    local.set(node.getRotation());
    if (rotation) sampleGltfTrack(rotation, time, local, 0);
    quat.multiply(turned, turned, local);
    scale *= uniformScale(node.getScale());
  }
}

function chooseAnimation(animations: readonly Animation[], wanted: string | number = 0): Animation {
  if (animations.length === 0) throw new FormatError('glTF', 'animations', 'the file has no animation');
  const found =
    typeof wanted === 'number' ? animations[wanted] : animations.find((animation) => animation.getName() === wanted);
  if (found !== undefined) return found;
  const names = animations.map((animation) => `"${animation.getName()}"`).join(', ');
  throw new FormatError('glTF', 'animations', `${JSON.stringify(wanted)} is not one of ${names}`);
}

function readTracks(document: Document, animation: Animation): Map<Node, NodeTracks> {
  const number = document.getRoot().listAnimations().indexOf(animation);
  const samplers = animation.listSamplers();
  const tracks = new Map<Node, NodeTracks>();
  for (const channel of animation.listChannels()) {
    const node = channel.getTargetNode();
    const sampler = channel.getSampler();
    const target = channel.getTargetPath();
    if (node === null || sampler === null || (target !== 'translation' && target !== 'rotation')) continue;
    const path = `animations[${number}].samplers[${samplers.indexOf(sampler)}]`;
    const track = readGltfTrack(sampler, target === 'rotation' ? 4 : 3, path);
    tracks.set(node, { ...tracks.get(node), [target]: track });
  }
  if (tracks.size === 0) throw new FormatError('glTF', `animations[${number}]`, 'moves no node');
  return tracks;
}

/** The hips; in a file without any, the topmost node above what moves. */
function bodyRoot(nodes: readonly Node[], tracks: ReadonlyMap<Node, NodeTracks>, declared: BoneJoints | null): Node {
  if (declared?.hips !== undefined) return nodes[declared.hips];
  const moving = tracks.keys().next().value ?? nodes[0];
  const top = ancestors(moving)[0];
  const below = nodesBelow(top);
  const parents = below.map((node) => below.indexOf(node.getParentNode() as Node));
  const { bones } = mapHumanoid({ names: uniqueNames(below, nodes), parents });
  return bones.hips === undefined ? top : below[bones.hips];
}

/** A node and all above it, topmost first. */
function ancestors(node: Node): Node[] {
  const chain: Node[] = [];
  for (let at: Node | null = node; at !== null; at = at.getParentNode()) chain.unshift(at);
  return chain;
}

/** A node and all below it, parents before children. */
function nodesBelow(root: Node): Node[] {
  const found = [root];
  for (let i = 0; i < found.length; i++) found.push(...found[i].listChildren());
  return found;
}

function uniqueNames(joints: readonly Node[], nodes: readonly Node[]): string[] {
  const used = new Set<string>();
  return joints.map((node) => {
    const wanted = node.getName() || `node${nodes.indexOf(node)}`;
    let name = wanted;
    for (let copy = 2; used.has(name); copy++) name = `${wanted}.${copy}`;
    used.add(name);
    return name;
  });
}

/** The file's own word on its bones, in the motion's joint numbers. */
function declaredMapping(declared: BoneJoints, joints: readonly Node[], nodes: readonly Node[]): HumanoidMapping {
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
function noteSliding(joints: readonly Node[], tracks: ReadonlyMap<Node, NodeTracks>, notes: string[]): void {
  for (const node of joints.slice(1)) {
    const translation = tracks.get(node)?.translation;
    if (translation === undefined) continue;
    const [x, y, z] = node.getTranslation();
    const step = translation.interpolation === 'CUBICSPLINE' ? 9 : 3;
    let farthest = 0;
    for (let at = step === 9 ? 3 : 0; at < translation.values.length; at += step) {
      const [vx, vy, vz] = translation.values.subarray(at, at + 3);
      farthest = Math.max(farthest, Math.hypot(vx - x, vy - y, vz - z));
    }
    if (farthest > 0.02 * Math.hypot(x, y, z)) {
      notes.push(`"${node.getName()}" slides by up to ${farthest.toPrecision(2)} on its parent; held as at rest`);
    }
  }
}

function uniformScale([x, y, z]: readonly number[]): number {
  return Math.cbrt(Math.abs(x * y * z));
}

function lastTime({ translation, rotation }: NodeTracks): number {
  return Math.max(translation?.times.at(-1) ?? 0, rotation?.times.at(-1) ?? 0);
}

/** Keyframes per second of the most finely keyed track; 60 where there is only one key. */
function keyRate(tracks: ReadonlyMap<Node, NodeTracks>): number {
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
