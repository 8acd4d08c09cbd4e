import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  DataTexture,
  FloatType,
  GLSL3,
  type InstancedBufferAttribute,
  InstancedBufferGeometry,
  type IUniform,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  MeshToonMaterial,
  NearestFilter,
  RedIntegerFormat,
  RGBADepthPacking,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  ShortType,
  type Texture,
  type WebGLProgramParametersWithUniforms,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { AgentKind } from './agentKind.js';
import { bonePassFragmentGlsl, deformGlsl } from './agentShader.js';
import type { AgentPart } from './bakeParts.js';

/** One part of one kind for all its agents: one draw call. */
export interface CrowdPart {
  readonly mesh: Mesh<InstancedBufferGeometry>;
  /** Which shader deforms it. */
  setMethod(method: number): void;
  dispose(): void;
}

export interface CrowdPartInput {
  /** Row of each drawn agent, shared by all parts of the kind. */
  readonly rows: InstancedBufferAttribute;
  readonly uniforms: AgentUniforms;
  readonly defines: AgentDefines;
  readonly shadows: boolean;
}

export function createCrowdPart(part: AgentPart, { rows, uniforms, defines, shadows }: CrowdPartInput): CrowdPart {
  const geometry = buildGeometry(part, rows);
  const hasMorphs = part.faceBinds.length > 0;
  const textures: DataTexture[] = [];
  let ownUniforms = uniforms;
  if (hasMorphs) {
    const { morphs, binds } = createMorphTextures(part);
    textures.push(morphs, binds);
    ownUniforms = {
      ...uniforms,
      agentMorphs: { value: morphs },
      agentBinds: { value: binds },
      agentBindCount: { value: part.faceBinds.length },
    };
  }
  const material = copyMaterial(part.material);
  const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  const distance = new MeshDistanceMaterial();
  const materials = [material, depth, distance];
  for (const each of materials) {
    deformMaterial(each, ownUniforms, hasMorphs ? { ...defines, AGENT_MORPHS: '' } : defines);
  }
  const mesh = new Mesh(geometry, material);
  mesh.name = part.name;
  mesh.customDepthMaterial = depth;
  mesh.customDistanceMaterial = distance;
  mesh.castShadow = shadows;
  mesh.receiveShadow = shadows;
  // Agents are where their numbers say; the T-pose's bounds would cull them.
  mesh.frustumCulled = false;
  return {
    mesh,
    setMethod(method) {
      for (const each of materials) {
        each.defines = { ...each.defines, AGENT_METHOD: method };
        each.needsUpdate = true;
      }
    },
    dispose() {
      geometry.dispose();
      for (const each of materials) each.dispose();
      for (const texture of textures) texture.dispose();
    },
  };
}

function buildGeometry(part: AgentPart, rows: InstancedBufferAttribute): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(part.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(part.normals, 3));
  for (const { name, itemSize, values } of part.extras) {
    geometry.setAttribute(name, new BufferAttribute(values, itemSize));
  }
  geometry.setAttribute('agentBones', new BufferAttribute(part.bones, 4));
  geometry.setAttribute('agentWeights', new BufferAttribute(part.weights, 4));
  geometry.setAttribute('agentRow', rows);
  geometry.setIndex(new BufferAttribute(part.indices, 1));
  geometry.instanceCount = 0;
  return geometry;
}

type AgentUniforms = Readonly<Record<string, IUniform>>;
type AgentDefines = Readonly<Record<string, string | number>>;

const ownKinds = [
  MeshStandardMaterial,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshToonMaterial,
] as const;

/**
 * A copy of a part's material for the crowd. three's own materials are copied as they are, so agents are lit like everything else;
 * shader materials (MToon) become a standard material of the same colour and picture.
 */
function copyMaterial(material: Material): Material {
  if (ownKinds.some((kind) => material instanceof kind)) return material.clone();
  const { color, map } = material as Material & {
    readonly color?: MeshStandardMaterial['color'];
    readonly map?: Texture;
  };
  return new MeshStandardMaterial({
    name: material.name,
    ...(color ? { color } : {}),
    map: map ?? null,
    roughness: 0.9,
    side: material.side,
    transparent: material.transparent,
    alphaTest: material.alphaTest,
    vertexColors: material.vertexColors,
  });
}

/** Makes a material of three deform its vertices by agentDeform() and take the agent's tint. */
function deformMaterial(material: Material, uniforms: AgentUniforms, defines: AgentDefines): void {
  material.defines = { ...material.defines, ...defines };
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = `${deformGlsl}\nout vec3 vAgentTint;\n${shader.vertexShader}`
      .replace(
        'void main() {',
        `void main() {
  vec3 agentPosition;
  vec3 agentNormal;
  agentDeform(position, normal, agentPosition, agentNormal);
  vAgentTint = texelFetch(agentLooks, ivec2(1, int(agentRow + 0.5)), 0).rgb;`,
      )
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = agentNormal;')
      .replace(
        '#include <begin_vertex>',
        `vec3 transformed = agentPosition;
#ifdef USE_ALPHAHASH
  vPosition = position;
#endif`,
      );
    shader.fragmentShader = `in vec3 vAgentTint;\n${shader.fragmentShader}`.replace(
      '#include <color_fragment>',
      '#include <color_fragment>\n  diffuseColor.rgb *= vAgentTint;',
    );
  };
  material.customProgramCacheKey = () => 'leib-agent';
}

/** Rows of the table for each kind: bones, dofs, segments. Two texels for each bone or dof. */
export const ROWS_PER_KIND = 3;

/** Texels in a row of a morph texture. */
export const MORPH_WIDTH = 2048;

/** Packed numbers as they are: a row of 16-bit integers for each agent. */
export function createStreamTexture(size: number, capacity: number): DataTexture {
  const texture = new DataTexture(new Int16Array(size * capacity), size, capacity, RedIntegerFormat, ShortType);
  texture.internalFormat = 'R16I';
  // Rows have an odd number of 16-bit integers.
  texture.unpackAlignment = 2;
  texture.needsUpdate = true;
  return texture;
}

export function createFloatTexture(values: Float32Array, width: number, height: number): DataTexture {
  const texture = new DataTexture(values, width, height, RGBAFormat, FloatType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

/** What the shaders know of each kind: bones with their dofs and boxes. */
export function createKindTable(kinds: readonly AgentKind[]): DataTexture {
  const width = 2 * Math.max(...kinds.map(({ bones }) => Math.max(bones.count, bones.dofs.length)));
  const values = new Float32Array(width * ROWS_PER_KIND * kinds.length * 4);
  kinds.forEach(({ bones, segments }, kind) => {
    const write = (row: number, texel: number, numbers: readonly number[]) =>
      values.set(numbers, ((kind * ROWS_PER_KIND + row) * width + texel) * 4);
    for (let bone = 0; bone < bones.count; bone++) {
      const at = bone * 3;
      const first = bones.firstDofs[bone];
      write(0, 2 * bone, [...bones.restPositions.subarray(at, at + 3), bones.parents[bone]]);
      write(0, 2 * bone + 1, [first, bones.firstDofs[bone + 1] - first, segments.borders[bone], bones.count]);
      write(2, 2 * bone, [...segments.low.subarray(at, at + 3), segments.softness[bone]]);
      write(2, 2 * bone + 1, [...segments.high.subarray(at, at + 3), segments.sideSoftness[bone]]);
    }
    bones.dofs.forEach(({ axis, radiansPerStep, stream, column }, dof) => {
      write(1, 2 * dof, [...axis, radiansPerStep]);
      write(1, 2 * dof + 1, [stream, column, 0, 0]);
    });
  });
  return createFloatTexture(values, width, ROWS_PER_KIND * kinds.length);
}

/** Displacements of a part's morph targets, one texel per vertex, and which parameters move them. */
function createMorphTextures(part: AgentPart): { readonly morphs: DataTexture; readonly binds: DataTexture } {
  const { vertexCount, morphs, faceBinds } = part;
  const height = Math.ceil((vertexCount * morphs.length) / MORPH_WIDTH);
  const values = new Float32Array(MORPH_WIDTH * height * 4);
  morphs.forEach((morph, m) => {
    for (let i = 0; i < vertexCount; i++) {
      values.set(morph.subarray(i * 3, i * 3 + 3), (m * vertexCount + i) * 4);
    }
  });
  const binds = faceBinds.flatMap(({ column, morph, weight }) => [column, morph * vertexCount, weight, 0]);
  return {
    morphs: createFloatTexture(values, MORPH_WIDTH, height),
    binds: createFloatTexture(Float32Array.from(binds), faceBinds.length, 1),
  };
}

/** Packed angles -> motion of every bone, on the GPU: one fragment for each bone of each agent, once per frame. */
interface BonePass {
  /** Rotation of each bone (x y z w), and displacement: p' = turn p + move. A row for each agent. */
  readonly turns: Texture;
  readonly moves: Texture;
  run(renderer: WebGLRenderer, agentCount: number): void;
  dispose(): void;
}

export function createBonePass(
  boneCount: number,
  capacity: number,
  uniforms: Readonly<Record<string, IUniform>>,
  defines: Readonly<Record<string, string | number>>,
): BonePass {
  const target = new WebGLRenderTarget(boneCount, capacity, {
    count: 2,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
  });
  const geometry = new BufferGeometry();
  // One triangle that covers everything.
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: 'void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: bonePassFragmentGlsl,
    uniforms: { ...uniforms },
    defines: { ...defines },
    depthTest: false,
    depthWrite: false,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  const scene = new Scene();
  scene.add(mesh);
  scene.matrixWorldAutoUpdate = false;
  const camera = new Camera();
  const [turns, moves] = target.textures;
  return {
    turns,
    moves,
    run(renderer, agentCount) {
      const before = renderer.getRenderTarget();
      const isXrEnabled = renderer.xr.enabled;
      const isCleared = renderer.autoClear;
      renderer.xr.enabled = false;
      renderer.autoClear = false;
      target.scissorTest = true;
      target.scissor.set(0, 0, boneCount, agentCount);
      renderer.setRenderTarget(target);
      renderer.render(scene, camera);
      renderer.setRenderTarget(before);
      renderer.xr.enabled = isXrEnabled;
      renderer.autoClear = isCleared;
    },
    dispose() {
      target.dispose();
      geometry.dispose();
      material.dispose();
    },
  };
}
