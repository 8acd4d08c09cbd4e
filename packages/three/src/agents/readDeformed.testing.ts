import {
  Camera,
  FloatType,
  GLSL3,
  type InstancedBufferGeometry,
  type IUniform,
  type Material,
  type Mesh,
  NearestFilter,
  Points,
  Scene,
  ShaderMaterial,
  type WebGLProgramParametersWithUniforms,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

const WIDTH = 256;

/** Where the GPU puts the vertices of a crowd's mesh, with the very shader text that draws it. */
export interface ReadMesh {
  /** instanceCount x vertexCount x 4. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** Draws each vertex as one pixel that carries its position and normal, and reads them back. */
export function readDeformed(renderer: WebGLRenderer, mesh: Mesh<InstancedBufferGeometry, Material>): ReadMesh {
  const { geometry, material } = mesh;
  const vertexCount = geometry.attributes.position.count;
  const instanceCount = geometry.instanceCount;
  const height = Math.ceil((vertexCount * instanceCount) / WIDTH);
  const shader = {
    uniforms: {} as Record<string, IUniform>,
    vertexShader: `out vec3 vPlace;
out vec3 vFacing;
void main() {
#include <beginnormal_vertex>
#include <begin_vertex>
  vPlace = transformed;
  vFacing = objectNormal;
  int at = gl_VertexID + gl_InstanceID * ${vertexCount};
  vec2 pixel = vec2(at % ${WIDTH}, at / ${WIDTH}) + 0.5;
  gl_Position = vec4(2.0 * pixel / vec2(${WIDTH}.0, ${height}.0) - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;
}`,
    fragmentShader: `in vec3 vPlace;
in vec3 vFacing;
layout(location = 0) out vec4 outPlace;
layout(location = 1) out vec4 outFacing;
void main() {
#include <color_fragment>
  outPlace = vec4(vPlace, 1.0);
  outFacing = vec4(vFacing, 1.0);
}`,
  };
  material.onBeforeCompile(shader as unknown as WebGLProgramParametersWithUniforms, renderer);
  const reader = new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: shader.uniforms,
    defines: { ...material.defines },
    vertexShader: shader.vertexShader,
    fragmentShader: shader.fragmentShader.replace('#include <color_fragment>\n  diffuseColor.rgb *= vAgentTint;', ''),
    depthTest: false,
  });
  const target = new WebGLRenderTarget(WIDTH, height, {
    count: 2,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
  });
  const points = geometry.clone();
  points.setIndex(null);
  points.instanceCount = instanceCount;
  const drawn = new Points(points, reader);
  drawn.frustumCulled = false;
  renderer.setRenderTarget(target);
  renderer.render(new Scene().add(drawn), new Camera());
  const read = (texture: number) => {
    const out = new Float32Array(WIDTH * height * 4);
    renderer.readRenderTargetPixels(target, 0, 0, WIDTH, height, out, undefined, texture);
    return out.subarray(0, vertexCount * instanceCount * 4);
  };
  const result = { positions: read(0), normals: read(1) };
  renderer.setRenderTarget(null);
  target.dispose();
  reader.dispose();
  points.dispose();
  return result;
}
