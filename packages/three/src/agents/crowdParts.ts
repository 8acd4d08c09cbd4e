import {
  BufferAttribute,
  type DataTexture,
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
  RGBADepthPacking,
  type Texture,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { deformGlsl } from './agentShader.js';
import { createMorphTextures } from './agentTextures.js';
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
