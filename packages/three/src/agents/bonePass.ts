import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  FloatType,
  GLSL3,
  type IUniform,
  Mesh,
  NearestFilter,
  Scene,
  ShaderMaterial,
  type Texture,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { bonePassFragmentGlsl } from './agentShader.js';

/** Packed angles -> motion of every bone, on the GPU: one fragment for each bone of each agent, once per frame. */
export interface BonePass {
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
