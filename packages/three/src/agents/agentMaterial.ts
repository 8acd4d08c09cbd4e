import {
  type IUniform,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  MeshToonMaterial,
  type Texture,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { deformGlsl } from './agentShader.js';

export type AgentUniforms = Readonly<Record<string, IUniform>>;
export type AgentDefines = Readonly<Record<string, string | number>>;

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
export function copyMaterial(material: Material): Material {
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
export function deformMaterial(material: Material, uniforms: AgentUniforms, defines: AgentDefines): void {
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
