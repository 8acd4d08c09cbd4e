import { InputError } from '@leib/core';
import { FACE_STEP, PACKED_FACE_SIZE, PACKED_FINGERS_SIZE, PACKED_POSITION_STEP } from '@leib/core/pack';
import {
  Color,
  type ColorRepresentation,
  type DataTexture,
  Group,
  InstancedBufferAttribute,
  type IUniform,
  type Object3D,
  type WebGLRenderer,
} from 'three';
import type { AgentKind } from './agentKind.js';
import {
  type CrowdPart,
  createBonePass,
  createCrowdPart,
  createFloatTexture,
  createKindTable,
  createStreamTexture,
  MORPH_WIDTH,
  ROWS_PER_KIND,
} from './crowdParts.js';
import { type AgentInput, type AgentMethod, agentMethods } from './deformOnCpu.js';

export interface AgentCrowdOptions {
  /** Default: 'dualQuaternion'. */
  readonly method?: AgentMethod;
  /** Agents cast and receive shadows: a second draw of every part for each light. Default: true. */
  readonly shadows?: boolean;
}

/** What an agent looks like. It is written seldom; motion goes through setAgent(). */
export interface AgentLook {
  /** Index into the crowd's kinds. */
  readonly kind: number;
  /** The colour that its materials are multiplied by; white leaves them. */
  readonly tint: ColorRepresentation;
  /** Size of the agent with all its ways, about the origin of its motion. */
  readonly scale: number;
  /** Where the origin of its motion lies in the crowd, metres. */
  readonly origin: readonly [x: number, y: number, z: number];
}

/**
 * Many agents in motion of their own. Per frame an agent is its packed integers and nothing else: they go into a texture as
 * they are, and forward kinematics and deformation happen on the GPU. One draw call for each material of each kind.
 */
export interface AgentCrowd {
  /** Add it to the scene. */
  readonly object: Object3D;
  readonly kinds: readonly AgentKind[];
  readonly capacity: number;
  /** Agents 0 to count - 1 are drawn. */
  count: number;
  /** May be changed at any time. */
  method: AgentMethod;
  /** Shows an agent's numbers as they are (packActor, a frame of the network). What its kind was built without is left out. */
  setAgent(index: number, actor: AgentInput): void;
  setLook(index: number, look: Partial<AgentLook>): void;
  /** Once per frame after the agents were set, before anything is rendered. */
  update(renderer: WebGLRenderer): void;
  dispose(): void;
}

/** Agents of one kind: their rows of the textures, and the parts that draw them. */
interface CrowdKind {
  readonly rows: InstancedBufferAttribute;
  readonly parts: readonly CrowdPart[];
}

/** Textures that are written per agent, and what the shaders are told besides. */
interface CrowdData {
  readonly body: DataTexture;
  readonly fingers: DataTexture | null;
  readonly face: DataTexture | null;
  readonly looks: DataTexture;
  readonly table: DataTexture;
  readonly uniforms: Record<string, IUniform>;
  readonly defines: Readonly<Record<string, string | number>>;
}

/**
 * Agents of one or several kinds, up to `capacity` of them. All kinds have the same angle layout. Needs WebGL 2 with float
 * render targets (EXT_color_buffer_float) for the blended methods; 'segments' works without.
 */
export function createAgentCrowd(
  kindOrKinds: AgentKind | readonly AgentKind[],
  capacity: number,
  { method: firstMethod = 'dualQuaternion', shadows = true }: AgentCrowdOptions = {},
): AgentCrowd {
  const kinds = 'parts' in kindOrKinds ? [kindOrKinds] : [...kindOrKinds];
  checkCrowd(kinds, capacity);
  const data = createCrowdData(kinds, capacity);
  const { body, fingers, face, looks, table, uniforms, defines } = data;
  const boneCount = Math.max(...kinds.map(({ bones }) => bones.count));
  const bonePass = createBonePass(boneCount, capacity, uniforms, defines);
  Object.assign(uniforms, { agentTurns: { value: bonePass.turns }, agentMoves: { value: bonePass.moves } });
  const object = new Group();
  object.name = 'agents';
  const crowdKinds = kinds.map((kind): CrowdKind => {
    const rows = new InstancedBufferAttribute(new Float32Array(capacity), 1);
    const parts = kind.parts.map((part) => createCrowdPart(part, { rows, uniforms, defines, shadows }));
    for (const { mesh } of parts) object.add(mesh);
    return { rows, parts };
  });

  let count = 0;
  let method = firstMethod;
  let isListStale = true;
  let isMotionStale = true;
  const showMethod = (next: AgentMethod) => {
    for (const { parts } of crowdKinds) for (const part of parts) part.setMethod(agentMethods.indexOf(next));
  };
  showMethod(method);
  /** Copies an agent's numbers into its row. */
  const write = (texture: DataTexture | null, name: string, index: number, packed: Int16Array | null = null) => {
    if (texture === null) return;
    const size = texture.image.width;
    const rows = texture.image.data as Int16Array;
    if (packed === null) rows.fill(0, index * size, (index + 1) * size);
    else if (packed.length === size) rows.set(packed, index * size);
    else throw new InputError(`agent, ${name}`, `expected ${size} numbers, got ${packed.length}`);
    texture.needsUpdate = true;
    isMotionStale = true;
  };

  return {
    object,
    kinds,
    capacity,
    get count() {
      return count;
    },
    set count(wanted) {
      count = Math.max(0, Math.min(capacity, Math.floor(wanted)));
      isListStale = true;
    },
    get method() {
      return method;
    },
    set method(wanted) {
      if (wanted === method) return;
      if (!agentMethods.includes(wanted))
        throw new InputError('method', `expected ${agentMethods.join(', ')}, got "${wanted}"`);
      method = wanted;
      showMethod(wanted);
      isMotionStale = true;
    },
    setAgent(index, actor) {
      checkIndex(index, capacity);
      write(body, 'body', index, actor.body);
      write(fingers, 'fingers', index, actor.fingers);
      write(face, 'face', index, actor.face);
    },
    setLook(index, { kind, tint, scale, origin }) {
      checkIndex(index, capacity);
      const values = looks.image.data as Float32Array;
      if (origin) values.set(origin, index * 8);
      if (scale !== undefined) values[index * 8 + 3] = scale;
      if (tint !== undefined) new Color(tint).toArray(values, index * 8 + 4);
      if (kind !== undefined) {
        if (!kinds[kind]) throw new InputError('kind', `expected 0 to ${kinds.length - 1}, got ${kind}`);
        values[index * 8 + 7] = kind;
      }
      looks.needsUpdate = true;
      isListStale = true;
    },
    update(renderer) {
      if (isListStale) listRows(crowdKinds, looks.image.data as Float32Array, count);
      if ((isListStale || isMotionStale) && method !== 'segments' && count > 0) bonePass.run(renderer, count);
      isListStale = false;
      isMotionStale = false;
    },
    dispose() {
      object.removeFromParent();
      bonePass.dispose();
      for (const { parts } of crowdKinds) for (const part of parts) part.dispose();
      for (const texture of [body, fingers, face, looks, table]) texture?.dispose();
    },
  };
}

function createCrowdData(kinds: readonly AgentKind[], capacity: number): CrowdData {
  const body = createStreamTexture(kinds[0].packedSize, capacity);
  const fingers = kinds.some(({ hasFingers }) => hasFingers)
    ? createStreamTexture(PACKED_FINGERS_SIZE, capacity)
    : null;
  const face = kinds.some(({ hasFace }) => hasFace) ? createStreamTexture(PACKED_FACE_SIZE, capacity) : null;
  const table = createKindTable(kinds);
  // Origin and scale, then tint and kind.
  const plain = [0, 0, 0, 1, 1, 1, 1, 0];
  const looks = createFloatTexture(
    Float32Array.from({ length: capacity * plain.length }, (_, i) => plain[i % plain.length]),
    2,
    capacity,
  );
  const uniforms: Record<string, IUniform> = {
    agentBody: { value: body },
    agentTable: { value: table },
    agentLooks: { value: looks },
    ...(fingers ? { agentFingers: { value: fingers } } : {}),
    ...(face ? { agentFace: { value: face } } : {}),
  };
  const defines = {
    ROWS_PER_KIND,
    MORPH_WIDTH,
    POSITION_STEP: PACKED_POSITION_STEP.toExponential(),
    FACE_STEP: FACE_STEP.toExponential(),
    ...(fingers ? { AGENT_FINGERS: '' } : {}),
    ...(face ? { AGENT_FACE: '' } : {}),
  };
  return { body, fingers, face, looks, table, uniforms, defines };
}

/** Sorts the drawn agents by kind. */
function listRows(crowdKinds: readonly CrowdKind[], looks: Float32Array, count: number): void {
  crowdKinds.forEach(({ rows, parts }, kind) => {
    let drawn = 0;
    for (let agent = 0; agent < count; agent++) {
      if (looks[agent * 8 + 7] === kind) rows.setX(drawn++, agent);
    }
    rows.needsUpdate = true;
    for (const { mesh } of parts) {
      mesh.geometry.instanceCount = drawn;
      mesh.visible = drawn > 0;
    }
  });
}

function checkCrowd(kinds: readonly AgentKind[], capacity: number): void {
  if (kinds.length === 0) throw new InputError('kinds', 'expected at least one kind of agent, got none');
  if (!Number.isInteger(capacity) || capacity < 1) {
    throw new InputError('capacity', `expected a whole number from 1 on, got ${capacity}`);
  }
  const names = (kind: AgentKind) => kind.layout.dofs.map(({ name }) => name).join();
  const other = kinds.findIndex((kind) => names(kind) !== names(kinds[0]));
  if (other >= 0) throw new InputError(`kinds[${other}]`, 'expected the angle layout of kinds[0], got another one');
}

function checkIndex(index: number, capacity: number): void {
  if (!(index >= 0 && index < capacity)) throw new InputError('agent', `expected 0 to ${capacity - 1}, got ${index}`);
}
