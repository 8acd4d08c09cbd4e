import { type PuppetModel, placeVertices, type SkinSettings } from '@leib/puppet';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  SRGBColorSpace,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import { createFurShells, type FurLook, type FurShells } from './furShells.js';
import { loadPartLooks, type PartLook } from './sceneMaterials.js';
import { buildNormalGroups, updateVertexNormals } from './vertexNormals.js';

type PuppetMesh = PuppetModel['mesh'];

/** What is drawn of a puppet's model; a surface without fur needs only the mesh. */
export type DrawnModel = Pick<PuppetModel, 'mesh'> & {
  readonly file?: { readonly skin: Pick<SkinSettings, 'layers'> };
  readonly skin?: { readonly maxDistances: ArrayLike<number> };
};

/** Where a puppet's skin is now. */
export interface DrawnSkin {
  /** Places, puppet's space. placeCount x 3. */
  readonly positions: ArrayLike<number>;
  /** Tips of the strands of each layer of fur that has a length. placeCount x 3 each. */
  readonly furs?: readonly { readonly tips: ArrayLike<number> }[];
}

export interface PuppetView {
  /** In the puppet's space. */
  readonly root: Object3D;
  /** What can be clicked: the surface. A triangle's `userData.firstTriangle` + faceIndex is its number in the mesh. */
  readonly surfaces: readonly Mesh[];
  /** Colours of the places instead of the puppet's own look (which part holds what), sRGB 0..1; null: its own. */
  setColours(placeColours: ArrayLike<number> | null): void;
  update(skin: DrawnSkin): void;
  dispose(): void;
}

/**
 * The puppet's surface with the materials of its file, or with the colours of its vertices, and its fur. Fur grows where
 * the skin can move: regions with a largest distance of 0 (eyes, buttons) stay bare.
 */
export async function createPuppetView(model: DrawnModel): Promise<PuppetView> {
  const { mesh } = model;
  const looks = mesh.scene ? await loadPartLooks(mesh.scene) : null;
  const vertexCount = mesh.vertexPositions.length / 3;
  const positions = Float32Array.from(mesh.vertexPositions);
  const normals = new Float32Array(vertexCount * 3);
  const groups = buildNormalGroups(mesh, looks && mesh.scene ? fileNormals(mesh.scene, looks, vertexCount) : null);
  const sums = new Float64Array(groups.groupCount * 3);
  const root = new Group();
  root.name = 'puppet';
  const surfaces = looks ? sceneSurfaces(mesh, looks, positions, normals) : [ownSurface(mesh, positions, normals)];
  root.add(...surfaces);
  const ownLooks = surfaces.map(({ material }) => material as Material);
  let painted: MeshStandardMaterial | null = null;

  updateVertexNormals(groups, mesh.vertexTriangles, positions, sums, normals);
  const furs = createFurs(model, surfaces, normals);
  for (const { mesh: fur } of furs.flat()) root.add(fur);
  return {
    root,
    surfaces,
    setColours(placeColours) {
      painted ??= new MeshStandardMaterial({ vertexColors: true, roughness: 0.9 });
      for (const [i, surface] of surfaces.entries()) {
        if (placeColours) surface.geometry.setAttribute('color', paintOf(mesh, surface, placeColours));
        else restoreColours(surface);
        surface.material = placeColours ? painted : ownLooks[i];
      }
      for (const { mesh: fur } of furs.flat()) fur.visible = placeColours === null;
    },
    update(skin) {
      placeVertices(mesh, skin.positions, positions);
      updateVertexNormals(groups, mesh.vertexTriangles, positions, sums, normals);
      for (const { geometry } of surfaces) {
        geometry.attributes.position.needsUpdate = true;
        geometry.attributes.normal.needsUpdate = true;
      }
      furs.forEach((shells, layer) => {
        const tips = skin.furs?.[layer]?.tips;
        if (tips) for (const each of shells) each.update(skin.positions, tips);
      });
    },
    dispose() {
      painted?.dispose();
      surfaces.forEach((surface, i) => {
        surface.material = ownLooks[i];
      });
      disposeTree(root);
    },
  };
}

/** Shells over every surface, one list per layer of fur. */
function createFurs({ mesh, file, skin }: DrawnModel, surfaces: readonly Mesh[], normals: Float32Array): FurShells[][] {
  const looks = (file?.skin.layers ?? []).filter((layer): layer is FurLook => layer.kind === 'fur' && layer.length > 0);
  const growth = (place: number) => (skin && skin.maxDistances[place] === 0 ? 0 : 1);
  return looks.map((look) => surfaces.map((surface) => createFurShells(mesh, surface, normals, growth, look)));
}

/** The whole mesh as one surface in the colours of its vertices. */
function ownSurface(mesh: PuppetMesh, positions: Float32Array, normals: Float32Array): Mesh {
  const material = new MeshStandardMaterial({ vertexColors: mesh.colours !== null, roughness: 0.72 });
  if (!mesh.colours) material.color.set('#cbb9a2');
  const triangleCount = mesh.vertexTriangles.length / 3;
  const range = { firstVertex: 0, vertexCount: positions.length / 3, firstTriangle: 0, triangleCount };
  const surface = createSurface(mesh, range, positions, normals, material);
  if (mesh.colours) keepColours(surface, new BufferAttribute(linearColours(mesh.colours), 3));
  return surface;
}

/** One surface per part of the file, with the file's texture coordinates, colours and material. */
function sceneSurfaces(
  mesh: PuppetMesh,
  looks: readonly PartLook[],
  positions: Float32Array,
  normals: Float32Array,
): Mesh[] {
  return (mesh.scene?.parts ?? []).map((part, i) => {
    const { material, source } = looks[i];
    const surface = createSurface(mesh, part, positions, normals, material);
    for (const name of ['uv', 'uv1', 'uv2', 'uv3', 'tangent']) {
      const attribute = source?.geometry.getAttribute(name);
      if (attribute) surface.geometry.setAttribute(name, attribute);
    }
    const colour = source?.geometry.getAttribute('color');
    if (colour) keepColours(surface, colour as BufferAttribute);
    return surface;
  });
}

interface Range {
  readonly firstVertex: number;
  readonly vertexCount: number;
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

function createSurface(
  { vertexTriangles }: PuppetMesh,
  range: Range,
  positions: Float32Array,
  normals: Float32Array,
  material: Material,
): Mesh {
  const { firstVertex, vertexCount, firstTriangle, triangleCount } = range;
  const geometry = new BufferGeometry();
  const [from, to] = [firstVertex * 3, (firstVertex + vertexCount) * 3];
  geometry.setAttribute('position', new BufferAttribute(positions.subarray(from, to), 3).setUsage(DynamicDrawUsage));
  geometry.setAttribute('normal', new BufferAttribute(normals.subarray(from, to), 3).setUsage(DynamicDrawUsage));
  const corners = vertexTriangles.subarray(firstTriangle * 3, (firstTriangle + triangleCount) * 3);
  geometry.setIndex(
    new BufferAttribute(firstVertex === 0 ? corners : corners.map((vertex) => vertex - firstVertex), 1),
  );
  const surface = new Mesh(geometry, material);
  surface.name = 'puppet surface';
  // The skin goes anywhere: bounds of the rest would cull it.
  surface.frustumCulled = false;
  surface.castShadow = true;
  surface.receiveShadow = true;
  surface.userData = { firstVertex, firstTriangle };
  return surface;
}

/** The surface's own colours are kept, so that they come back after others were shown. */
function keepColours(surface: Mesh, colours: BufferAttribute): void {
  surface.userData.ownColours = colours;
  surface.geometry.setAttribute('color', colours);
}

function restoreColours({ geometry, userData }: Mesh): void {
  if (userData.ownColours) geometry.setAttribute('color', userData.ownColours);
  else geometry.deleteAttribute('color');
}

function paintOf({ placeOf, detail }: PuppetMesh, { geometry, userData }: Mesh, colours: ArrayLike<number>) {
  const first = userData.firstVertex as number;
  const count = geometry.getAttribute('position').count;
  const own = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const place = detail ? detail.carriers[(first + i) * 3] : placeOf[first + i];
    for (let k = 0; k < 3; k++) own[i * 3 + k] = colours[place * 3 + k];
  }
  return new BufferAttribute(linearColours(own), 3);
}

/** Vertex colours are linear in three.js. */
function linearColours(srgb: ArrayLike<number>): Float32Array {
  const linear = new Float32Array(srgb.length);
  const colour = new Color();
  for (let at = 0; at < srgb.length; at += 3) {
    colour.setRGB(srgb[at], srgb[at + 1], srgb[at + 2], SRGBColorSpace).toArray(linear, at);
  }
  return linear;
}

/** Normals of the file, of all vertices; null where one of its parts has none. */
function fileNormals(
  { parts }: NonNullable<PuppetMesh['scene']>,
  looks: readonly PartLook[],
  vertexCount: number,
): Float32Array | null {
  const normals = new Float32Array(vertexCount * 3);
  for (const [i, { firstVertex }] of parts.entries()) {
    const normal = looks[i].source?.geometry.getAttribute('normal');
    if (!normal) return null;
    for (let v = 0; v < normal.count; v++) {
      normals.set([normal.getX(v), normal.getY(v), normal.getZ(v)], (firstVertex + v) * 3);
    }
  }
  return normals;
}
