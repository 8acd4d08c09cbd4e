import { createPose } from '@leib/core';
import {
  buildAngleBinding,
  createAgentAngles,
  defaultAngleLayout,
  packAngles,
  packedSize,
  poseFromAngles,
} from '@leib/core/pack';
import { loadAvatar } from '@leib/three';
import { type AgentKind, type AgentMethod, buildAgentKind, createAgentCrowd } from '@leib/three/agents';
import { InstancedMesh2 } from '@three.ez/instanced-mesh';
import {
  Bone,
  BufferAttribute,
  BufferGeometry,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  PerspectiveCamera,
  Scene,
  Skeleton,
  SkinnedMesh,
  WebGLRenderer,
} from 'three';

type AgentPart = AgentKind['parts'][number];

/** Runs in the page that crowd.ts opens: the same 100 people, moved by each contender. */

export interface CrowdPageInput {
  /** The default person, base64. */
  readonly person: string;
  readonly agentCount: number;
  readonly frameCount: number;
  readonly warmUpCount: number;
}

export interface CrowdPageResult {
  /** JavaScript per frame, microseconds: means of ten frames each. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly drawCalls: Readonly<Record<string, number>>;
  /** Pixels that each contender covers, and how many of them are not covered by three's SkinnedMeshes or the other way round. */
  readonly covered: Readonly<Record<string, number>>;
  readonly different: Readonly<Record<string, number>>;
}

/** Frames of motion that are repeated. */
const LOOP = 60;
/** Triangles that are drawn of each person while time is taken: the GPU would need seconds for all, and JavaScript does not see them. */
const DRAWN_TRIANGLES = 40;
const CANVAS_SIZE = 64;

/** One frame of all agents: as packed angles, and as rotations that a bone can take as they are. */
interface Motion {
  readonly packed: readonly { readonly body: Int16Array }[];
  /** Root position, then a quaternion for each bone. */
  readonly bones: Float32Array;
}

interface CrowdContender {
  readonly object: Object3D;
  /** Everything that happens before renderer.render(). */
  show(renderer: WebGLRenderer, motion: Motion): void;
}

/** Each agent sways with a phase of its own, every angle with another frequency. */
function makeMotions(kind: AgentKind, agentCount: number): Motion[] {
  const size = packedSize(defaultAngleLayout.dofs.length);
  const { count } = kind.bones;
  const binding = buildAngleBinding(defaultAngleLayout, kind.skeleton);
  const pose = createPose(kind.skeleton);
  const angles = createAgentAngles(defaultAngleLayout);
  const joints = kind.bones.names.map((bone) => kind.skeleton.names.indexOf(bone));
  return Array.from({ length: LOOP }, (_, frame) => {
    const packed = Array.from({ length: agentCount }, () => ({ body: new Int16Array(size) }));
    const bones = new Float32Array(agentCount * (3 + 4 * count));
    for (let agent = 0; agent < agentCount; agent++) {
      angles.rootPosition.set([(agent % 10) - 4.5, 0.9, Math.floor(agent / 10) - 9]);
      for (let dof = 0; dof < angles.angles.length; dof++) {
        angles.angles[dof] = 0.3 * Math.sin((2 * Math.PI * frame * (1 + (dof % 3))) / LOOP + agent + dof);
      }
      packAngles(packed[agent].body, 0, angles);
      poseFromAngles(binding, angles, pose);
      const at = agent * (3 + 4 * count);
      bones.set(angles.rootPosition, at);
      joints.forEach((joint, bone) => {
        bones.set(pose.localRotations.subarray(joint * 4, joint * 4 + 4), at + 3 + bone * 4);
      });
    }
    return { packed, bones };
  });
}

/** The whole person as one mesh of one material: what three.js draws fastest. */
function onePart({ parts }: AgentKind): AgentPart {
  const [skin] = parts;
  return {
    ...skin,
    material: new MeshStandardMaterial({ color: '#888' }),
    extras: [],
  };
}

function leibContender(kind: AgentKind, agentCount: number, method: AgentMethod): CrowdContender {
  const crowd = createAgentCrowd(kind, agentCount, { method, shadows: false });
  crowd.count = agentCount;
  return {
    object: crowd.object,
    show(renderer, { packed }) {
      for (let agent = 0; agent < agentCount; agent++) crowd.setAgent(agent, packed[agent]);
      crowd.update(renderer);
    },
  };
}

function skinnedGeometry(part: AgentPart): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(part.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(part.normals, 3));
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(part.bones), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(part.weights, 4));
  geometry.setIndex(new BufferAttribute(part.indices, 1));
  return geometry;
}

/** The bones that angles turn (19) as three's: fewer than the rig has, which only helps the peers. */
function makeBones({ bones }: AgentKind): Bone[] {
  const made: Bone[] = [];
  for (let bone = 0; bone < bones.count; bone++) {
    const node = new Bone();
    const parent = bones.parents[bone];
    const offset = (k: number) =>
      bones.restPositions[bone * 3 + k] - (parent < 0 ? 0 : bones.restPositions[parent * 3 + k]);
    node.position.set(offset(0), offset(1), offset(2));
    if (parent >= 0) made[parent].add(node);
    made.push(node);
  }
  made[0].updateMatrixWorld(true);
  return made;
}

function poseBones(bones: readonly Bone[], motion: Float32Array, agent: number): void {
  const at = agent * (3 + 4 * bones.length);
  bones[0].position.fromArray(motion, at);
  for (let bone = 0; bone < bones.length; bone++) bones[bone].quaternion.fromArray(motion, at + 3 + bone * 4);
}

function skinnedMeshContender(kind: AgentKind, agentCount: number): CrowdContender {
  const [part] = kind.parts;
  const geometry = skinnedGeometry(part);
  const scene = new Scene();
  const people = Array.from({ length: agentCount }, () => {
    const mesh = new SkinnedMesh(geometry, part.material);
    const bones = makeBones(kind);
    mesh.add(bones[0]);
    mesh.bind(new Skeleton(bones));
    // Bounds of a moving skin cost more than they save.
    mesh.frustumCulled = false;
    scene.add(mesh);
    return bones;
  });
  return {
    object: scene,
    show(_, { bones }) {
      for (let agent = 0; agent < agentCount; agent++) poseBones(people[agent], bones, agent);
    },
  };
}

function instancedMeshContender(kind: AgentKind, agentCount: number, renderer: WebGLRenderer): CrowdContender {
  const [part] = kind.parts;
  const mesh = new InstancedMesh2(skinnedGeometry(part), part.material, { capacity: agentCount, renderer });
  const bones = makeBones(kind);
  // It asks for the parent of the first bone.
  new Object3D().add(bones[0]);
  mesh.initSkeleton(new Skeleton(bones));
  mesh.addInstances(agentCount, () => {});
  mesh.perObjectFrustumCulled = false;
  mesh.frustumCulled = false;
  return {
    object: mesh,
    show(_, motion) {
      for (let agent = 0; agent < agentCount; agent++) {
        poseBones(bones, motion.bones, agent);
        mesh.setBonesAt(agent);
      }
    },
  };
}

function drawTriangles(object: Object3D, count: number): void {
  object.traverse((node) => {
    if (node instanceof Mesh) node.geometry.setDrawRange(0, 3 * count);
  });
}

/** A contender in a scene of its own, and what was measured of it. */
interface Run {
  readonly name: string;
  readonly contender: CrowdContender;
  readonly scene: Scene;
  readonly times: number[];
}

function createRun(name: string, contender: CrowdContender): Run {
  const scene = new Scene();
  scene.add(contender.object, new HemisphereLight());
  drawTriangles(contender.object, DRAWN_TRIANGLES);
  return { name, contender, scene, times: [] };
}

function createCamera(): PerspectiveCamera {
  const camera = new PerspectiveCamera(50, 1, 0.1, 100);
  camera.position.set(0, 2, 6);
  return camera;
}

/** JavaScript of so many frames, mean in microseconds. */
function measureFrames({ contender, scene }: Run, page: Page, frameCount: number): number {
  const { renderer, camera, motions } = page;
  let sum = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    const motion = motions[frame % LOOP];
    const start = performance.now();
    contender.show(renderer, motion);
    renderer.render(scene, camera);
    sum += performance.now() - start;
    // The GPU's own time does not count, nor does waiting for it.
    renderer.getContext().finish();
  }
  return (sum * 1000) / frameCount;
}

interface Page {
  readonly renderer: WebGLRenderer;
  readonly camera: PerspectiveCamera;
  readonly motions: readonly Motion[];
}

/** The whole people once, as a picture. */
function drawWhole({ contender, scene }: Run, { renderer, camera, motions }: Page): Uint8Array {
  drawTriangles(contender.object, Infinity);
  contender.show(renderer, motions[0]);
  renderer.render(scene, camera);
  return readMask(renderer);
}

/** 1 where something was drawn. */
function readMask(renderer: WebGLRenderer): Uint8Array {
  const gl = renderer.getContext();
  const pixels = new Uint8Array(CANVAS_SIZE * CANVAS_SIZE * 4);
  gl.readPixels(0, 0, CANVAS_SIZE, CANVAS_SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return Uint8Array.from({ length: pixels.length / 4 }, (_, i) => (pixels[i * 4 + 3] > 0 ? 1 : 0));
}

const countOf = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0);

/**
 * Takes one contender after the other through the same frames. In turns of ten frames SkinnedMesh took several times as long as by
 * itself, so each has its frames in one go.
 */
export async function measureCrowds(input: CrowdPageInput): Promise<CrowdPageResult> {
  const { agentCount, frameCount, warmUpCount } = input;
  const bytes = Uint8Array.from(atob(input.person), (letter) => letter.charCodeAt(0));
  const whole = buildAgentKind(await loadAvatar(bytes.buffer));
  const kind: AgentKind = { ...whole, parts: [onePart(whole)] };
  const renderer = new WebGLRenderer({ antialias: false, alpha: true });
  renderer.setSize(CANVAS_SIZE, CANVAS_SIZE, false);
  const page: Page = { renderer, camera: createCamera(), motions: makeMotions(kind, agentCount) };
  const runs = [
    createRun('leib', leibContender(kind, agentCount, 'dualQuaternion')),
    createRun('leib, linear', leibContender(kind, agentCount, 'linear')),
    createRun('leib, segments', leibContender(kind, agentCount, 'segments')),
    createRun('three SkinnedMesh', skinnedMeshContender(kind, agentCount)),
    createRun('@three.ez/instanced-mesh', instancedMeshContender(kind, agentCount, renderer)),
  ];
  const drawCalls: Record<string, number> = {};
  // The renderer's own code is warm before the first of them is measured.
  for (const run of runs) measureFrames(run, page, warmUpCount);
  for (const run of runs) {
    measureFrames(run, page, warmUpCount);
    drawCalls[run.name] = renderer.info.render.calls;
    for (let frame = 0; frame < frameCount; frame += 10) run.times.push(measureFrames(run, page, 10));
  }
  const masks = new Map(runs.map((run) => [run.name, drawWhole(run, page)]));
  const reference = masks.get('three SkinnedMesh') as Uint8Array;
  const ofMasks = (read: (mask: Uint8Array) => number) =>
    Object.fromEntries([...masks].map(([name, mask]) => [name, read(mask)]));
  return {
    times: Object.fromEntries(runs.map(({ name, times }) => [name, times])),
    drawCalls,
    covered: ofMasks(countOf),
    different: ofMasks((mask) => countOf(mask.map((value, i) => value ^ reference[i]))),
  };
}

declare global {
  var measureLeibCrowds: typeof measureCrowds | undefined;
}
globalThis.measureLeibCrowds = measureCrowds;
