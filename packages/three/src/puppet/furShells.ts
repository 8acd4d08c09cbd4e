import type { PuppetMesh, SkinSettings } from '@leib/puppet';
import {
  BufferAttribute,
  Color,
  DataTexture,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshStandardMaterial,
  NearestFilter,
  RepeatWrapping,
  SRGBColorSpace,
} from 'three';

export type FurLook = Extract<SkinSettings['layers'][number], { kind: 'fur' }>;

/** Fur over one surface: all of its shells in one draw call. */
export interface FurShells {
  readonly mesh: Mesh;
  /** @param tips of the strands of each place, puppet's space */
  update(positions: ArrayLike<number>, tips: ArrayLike<number>): void;
}

/** Cells along each side of the noise; each cell holds one strand. */
const NOISE = 64;

/**
 * @param surface shares its positions, normals and colours with the fur
 * @param growth of each place: 0 bare, 1 the whole length
 */
export function createFurShells(
  mesh: PuppetMesh,
  surface: Mesh,
  restNormals: Float32Array,
  growth: (place: number) => number,
  look: FurLook,
): FurShells {
  const first = surface.userData.firstVertex as number;
  const own = surface.geometry;
  const count = own.getAttribute('position').count;
  const placeOf = (vertex: number) =>
    mesh.detail ? mesh.detail.carriers[(first + vertex) * 3] : mesh.placeOf[first + vertex];
  const geometry = new InstancedBufferGeometry();
  for (const name of ['position', 'normal', 'color']) {
    const attribute = own.getAttribute(name);
    if (attribute) geometry.setAttribute(name, attribute);
  }
  geometry.setIndex(own.getIndex());
  const [from, to] = [first * 3, (first + count) * 3];
  const places = Array.from({ length: count }, (_, vertex) => placeOf(vertex));
  geometry.setAttribute('restAt', new BufferAttribute(Float32Array.from(mesh.vertexPositions.subarray(from, to)), 3));
  geometry.setAttribute('restNormal', new BufferAttribute(restNormals.slice(from, to), 3));
  geometry.setAttribute('growth', new BufferAttribute(Float32Array.from(places, growth), 1));
  const tipAt = new Float32Array(count * 3);
  geometry.setAttribute('strand', new BufferAttribute(tipAt, 3).setUsage(DynamicDrawUsage));
  const shellCount = Math.round(look.shells);
  const shells = Float32Array.from({ length: shellCount }, (_, i) => (i + 1) / shellCount);
  geometry.setAttribute('shell', new InstancedBufferAttribute(shells, 1));
  geometry.instanceCount = shellCount;
  const shown = new Mesh(geometry, createFurMaterial(look, own.hasAttribute('color')));
  shown.name = 'fur';
  shown.frustumCulled = false;
  shown.receiveShadow = true;
  // A click must reach the surface below, which is what parts are placed in.
  shown.raycast = () => {};
  return {
    mesh: shown,
    update(positions, tips) {
      for (let vertex = 0; vertex < count; vertex++) {
        const at = vertex * 3;
        const place = places[vertex] * 3;
        for (let k = 0; k < 3; k++) tipAt[at + k] = tips[place + k] - positions[place + k];
      }
      geometry.attributes.strand.needsUpdate = true;
    },
  };
}

const declarations = `
  attribute vec3 restAt;
  attribute vec3 restNormal;
  attribute float growth;
  attribute vec3 strand;
  attribute float shell;
  uniform float furLength;
  varying vec3 vRestAt;
  varying vec3 vRestNormal;
  varying float vGrowth;
  varying float vShell;
`;
/** A strand leaves the skin along its normal and bends towards its tip: a quadratic curve. */
const strandVertex = `
  vec3 transformed = position
    + growth * (shell * (1.0 - shell) * furLength * normalize(normal) + shell * shell * strand);
  vRestAt = restAt;
  vRestNormal = restNormal;
  vGrowth = growth;
  vShell = shell;
`;
const strandFragment = `
  vec3 facing = abs(vRestNormal);
  vec2 flat2 = facing.x > facing.y && facing.x > facing.z ? vRestAt.yz : facing.y > facing.z ? vRestAt.xz : vRestAt.xy;
  vec2 cell = flat2 * furDensity;
  vec4 strandNoise = texture2D(furNoise, (floor(cell) + 0.5) / ${NOISE}.0);
  float away = length(fract(cell) - 0.5 - 0.36 * (strandNoise.yz - 0.5));
  float height = mix(0.45, 1.0, strandNoise.x) * vGrowth;
  if (vShell > height || away > 0.52 * (1.0 - 0.8 * vShell / max(height, 1e-3))) discard;
  diffuseColor.rgb = mix(diffuseColor.rgb, furColour, 0.35 * vShell) * mix(0.62, 1.12, vShell) * (0.88 + 0.24 * strandNoise.w);
`;

function createFurMaterial({ length, density, colour }: FurLook, hasColours: boolean): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ vertexColors: hasColours, roughness: 0.95 });
  const tint = new Color().setRGB(colour[0], colour[1], colour[2], SRGBColorSpace);
  if (!hasColours) material.color.copy(tint);
  const noise = createNoise();
  // Held by the material, so that disposeTree() finds it.
  Object.assign(material, { furNoise: noise });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, {
      furLength: { value: length },
      furDensity: { value: density },
      furColour: { value: tint },
      furNoise: { value: noise },
    });
    shader.vertexShader = declarations + shader.vertexShader.replace('#include <begin_vertex>', strandVertex);
    shader.fragmentShader = `
      uniform float furDensity;
      uniform vec3 furColour;
      uniform sampler2D furNoise;
      varying vec3 vRestAt;
      varying vec3 vRestNormal;
      varying float vGrowth;
      varying float vShell;
      ${shader.fragmentShader.replace('#include <color_fragment>', `#include <color_fragment>\n${strandFragment}`)}`;
  };
  return material;
}

/** Four random bytes per strand: its height, where it stands in its cell (two), how light it is. */
function createNoise(): DataTexture {
  const bytes = new Uint8Array(NOISE * NOISE * 4);
  // A linear congruential generator (Numerical Recipes): the same fur every time.
  let seed = 1;
  for (let i = 0; i < bytes.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    bytes[i] = seed >>> 24;
  }
  const texture = new DataTexture(bytes, NOISE, NOISE);
  texture.magFilter = NearestFilter;
  texture.minFilter = NearestFilter;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.needsUpdate = true;
  return texture;
}
