import { writeXml } from '@leib/formats';
import { SUBSTEP_SECONDS } from '../../engine/substep.js';
import { MAIN_CLASS, type MjcfDefaults, readDefaults, withDefaults } from './mjcfDefaults.js';
import type { RobotCoupling, RobotDescription, RobotKeyframe } from './robotDescription.js';
import { type MeshTransform, type RobotMesh, writeMsh } from './robotMesh.js';
import { HIDDEN_GROUP, type TouchShape, touchShape } from './touchShape.js';
import { type EditedElement, element, numbersOf, without } from './xmlEditing.js';

/** A mesh asset of the description that is a file. */
export interface MeshAsset {
  readonly name: string;
  readonly reference: string;
  readonly transform: MeshTransform;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Sections that neither the simulation nor the picture needs; motors are ours. */
const dropped = new Set([
  // The file's own steps and rounds of the solver: 2e9 rounds without a tolerance are minutes each step.
  'option',
  'actuator',
  'sensor',
  'keyframe',
  'visual',
  'statistic',
  'extension',
  'custom',
  'size',
  'tendon',
  'equality',
  'contact',
  'deformable',
]);
/** Elements of bodies that neither move nor show them; composites and flexes are cloth, and of any size. */
const droppedInBodies = new Set(['plugin', 'light', 'camera', 'site', 'composite', 'flexcomp', 'attach']);
const droppedAssets = new Set(['texture', 'skin', 'hfield', 'model']);

/** Mesh files of MJCF by the names that shapes use. */
export function meshAssets(root: EditedElement): MeshAsset[] {
  const defaults = readDefaults(root);
  return root.children
    .filter(({ name }) => name === 'asset')
    .flatMap(({ children }) => children)
    .flatMap((each): MeshAsset[] => {
      const attributes = withDefaults(defaults, each, MAIN_CLASS);
      if (each.name !== 'mesh' || attributes.file === undefined) return [];
      const name = attributes.name ?? attributes.file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
      const transform = {
        scale: numbersOf(attributes.scale, [1, 1, 1]),
        position: numbersOf(attributes.refpos, [0, 0, 0]),
        rotation: numbersOf(attributes.refquat, [1, 0, 0, 0]),
      };
      return [{ name, reference: attributes.file, transform, attributes }];
    });
}

interface Preparing {
  readonly defaults: MjcfDefaults;
  readonly assets: ReadonlyMap<string, MeshAsset>;
  readonly loaded: ReadonlyMap<string, RobotMesh>;
  readonly meshes: RobotMesh[];
  /** Number of each drawn mesh, from 1, and names of assets that the engine gets. */
  readonly numbers: Map<string, number>;
  readonly weighed: Set<string>;
  /** What each mesh is touched by, by its number. */
  readonly touches: Map<number, TouchShape>;
  readonly inertia: 'auto' | 'true' | 'false';
  missingShapes: number;
}

/**
 * MJCF for the engine: shapes with a mesh become markers that carry the mesh's number; only meshes that a link's mass
 * comes from stay. Nothing collides: the base is held, and limbs go where the person's do. Rewrites `root`.
 */
export function prepareMjcf(
  name: string,
  root: EditedElement,
  loaded: ReadonlyMap<string, RobotMesh>,
): RobotDescription {
  const keyframes = readKeyframes(root);
  const driven = readDriven(root);
  const compilers = root.children.filter((each) => each.name === 'compiler');
  const inertia = compilers.findLast(({ attributes }) => attributes.inertiafromgeom)?.attributes.inertiafromgeom;
  const preparing: Preparing = {
    defaults: readDefaults(root),
    assets: new Map(meshAssets(root).map((asset) => [asset.name, asset])),
    loaded,
    meshes: [],
    numbers: new Map(),
    weighed: new Set(),
    touches: new Map(),
    inertia: inertia === 'true' || inertia === 'false' ? inertia : 'auto',
    missingShapes: 0,
  };
  for (const each of root.children) if (each.name === 'worldbody') prepareBody(preparing, each, MAIN_CLASS);
  const files = rewriteAssets(preparing, root);
  for (const compiler of compilers) {
    compiler.attributes = without(compiler.attributes, [
      'meshdir',
      'texturedir',
      'assetdir',
      'discardvisual',
      'fusestatic',
    ]);
  }
  const { couplings, loopCount } = readTies(root);
  root.children = root.children.filter((each) => !dropped.has(each.name));
  // Its drives make up for gravity, which would do nothing else to a robot whose base is held.
  const option = { timestep: String(SUBSTEP_SECONDS), integrator: 'implicitfast', gravity: '0 0 0' };
  root.children.push(element('option', option, [element('flag', { contact: 'disable' })]));
  const notes: string[] = [];
  if (files.size > 0) notes.push(`masses of links without <inertial> come from ${files.size} of its meshes`);
  if (loopCount > 0)
    notes.push(`${loopCount} loops of rods are left open: the joints that they move are driven themselves`);
  if (preparing.missingShapes > 0)
    notes.push(`${preparing.missingShapes} shapes are left out, their meshes are missing`);
  return { name, mjcf: writeXml(root), files, meshes: preparing.meshes, keyframes, driven, couplings, notes };
}

/** What ties joints and links together. Gears are kept as numbers; loops of rods are counted. */
function readTies(root: EditedElement): { readonly couplings: RobotCoupling[]; readonly loopCount: number } {
  const ties = root.children.filter(({ name }) => name === 'equality').flatMap(({ children }) => children);
  const gears = ties.filter(({ name }) => name === 'joint');
  const couplings = gears.flatMap(({ attributes: { joint1, joint2, polycoef } }): RobotCoupling[] => {
    const [offset = 0, ratio = 1] = numbersOf(polycoef, [0, 1]);
    return joint1 === undefined || joint2 === undefined || ratio === 0
      ? []
      : [{ first: joint1, second: joint2, offset, ratio }];
  });
  return { couplings, loopCount: ties.length - gears.length };
}

function prepareBody(preparing: Preparing, body: EditedElement, childClass: string): void {
  const own = body.attributes.childclass ?? childClass;
  const hasInertial = body.children.some(({ name }) => name === 'inertial');
  const isWeighed = preparing.inertia === 'true' || (preparing.inertia === 'auto' && !hasInertial);
  body.children = body.children.flatMap((child) => {
    if (child.name === 'geom') return prepareShape(preparing, child, own, isWeighed && body.name === 'body');
    if (child.name === 'body' || child.name === 'frame' || child.name === 'replicate') {
      // A frame is part of the body around it.
      if (child.name === 'frame') child.attributes.childclass ??= own;
      prepareBody(preparing, child, own);
    }
    // The base stands where its file puts it, whatever its limbs do.
    const isFree = child.name === 'freejoint' || (child.name === 'joint' && child.attributes.type === 'free');
    if (isFree) return [];
    return droppedInBodies.has(child.name) ? [] : [child];
  });
}

function prepareShape(
  preparing: Preparing,
  shape: EditedElement,
  childClass: string,
  isWeighed: boolean,
): EditedElement[] {
  const all = withDefaults(preparing.defaults, shape, childClass);
  if (all.type === 'hfield' || all.type === 'sdf') return [];
  const asset = all.mesh === undefined ? undefined : preparing.assets.get(all.mesh);
  if (asset === undefined) return [shape];
  const mesh = preparing.loaded.get(asset.name);
  if (mesh === undefined) {
    preparing.missingShapes++;
    return [];
  }
  const { name, ...rest } = shape.attributes;
  const kept = without(rest, ['mesh', 'type', 'size', 'mass', 'density', 'fitscale', 'user']);
  const numberOfMesh = preparing.numbers.get(asset.name) ?? preparing.meshes.push(mesh);
  preparing.numbers.set(asset.name, numberOfMesh);
  const marker = { name, ...kept, type: 'sphere', size: '0.001', mass: '0', user: String(numberOfMesh) };
  const touch = preparing.touches.get(numberOfMesh) ?? touchShape(mesh, `leib touch ${numberOfMesh}`);
  preparing.touches.set(numberOfMesh, touch);
  const out = [element('geom', marker), element('frame', placementOf(kept), [touch.shape])];
  const hasMass = all.mass === undefined ? Number(all.density ?? 1000) > 0 : Number(all.mass) > 0;
  if (isWeighed && hasMass) {
    preparing.weighed.add(asset.name);
    out.push(element('geom', { ...rest, type: all.type ?? 'mesh', mesh: asset.name, group: HIDDEN_GROUP }));
  }
  return out;
}

function placementOf(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([key]) => /^(pos|quat|euler|axisangle|xyaxes|zaxis)$/.test(key)),
  );
}

/** Leaves only those mesh files that masses come from; returns their bytes. */
function rewriteAssets(preparing: Preparing, root: EditedElement): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const each of root.children) {
    if (each.name !== 'asset') continue;
    each.children = each.children.filter(
      (asset) => !droppedAssets.has(asset.name) && (asset.name !== 'mesh' || asset.attributes.file === undefined),
    );
    for (const material of each.children.filter(({ name }) => name === 'material')) {
      material.attributes = without(material.attributes, ['texture']);
      material.children = [];
    }
  }
  dropTextures(root);
  dropUnknownMaterials(root);
  const meshes = element('asset');
  for (const name of preparing.weighed) {
    const mesh = preparing.loaded.get(name);
    if (mesh === undefined) continue;
    const file = `${files.size}.msh`;
    files.set(file, writeMsh(mesh));
    const { inertia } = preparing.assets.get(name)?.attributes ?? {};
    // Its vertices are scaled and moved already.
    meshes.children.push(element('mesh', { name, file, inertia, scale: '1 1 1', refpos: '0 0 0', refquat: '1 0 0 0' }));
  }
  for (const { asset } of preparing.touches.values()) if (asset) meshes.children.push(asset);
  root.children.push(meshes);
  return files;
}

function dropTextures(root: EditedElement): void {
  for (const child of root.children) {
    if (child.name !== 'default') continue;
    child.children = child.children.filter(({ name }) => name !== 'texture');
    for (const each of child.children)
      if (each.name === 'material') each.attributes = without(each.attributes, ['texture']);
    dropTextures(child);
  }
}

/** Shapes that name a material which the file lacks are drawn in their own colour. */
function dropUnknownMaterials(root: EditedElement): void {
  const assets = root.children.filter(({ name }) => name === 'asset').flatMap(({ children }) => children);
  const known = new Set(assets.filter(({ name }) => name === 'material').map(({ attributes }) => attributes.name));
  const visit = (each: EditedElement) => {
    const { material } = each.attributes;
    if (material !== undefined && !known.has(material)) each.attributes = without(each.attributes, ['material']);
    each.children.forEach(visit);
  };
  visit(root);
}

function readKeyframes(root: EditedElement): RobotKeyframe[] {
  return root.children
    .filter(({ name }) => name === 'keyframe')
    .flatMap(({ children }) => children)
    .filter(({ attributes }) => attributes.qpos !== undefined)
    .map(({ attributes }) => ({ name: attributes.name ?? '', qpos: numbersOf(attributes.qpos, []) }));
}

/** Joints with a motor of their own, or coupled to one that has. */
function readDriven(root: EditedElement): ReadonlySet<string> | null {
  const actuators = root.children.filter(({ name }) => name === 'actuator').flatMap(({ children }) => children);
  const driven = new Set(
    actuators.flatMap(({ attributes }) => (attributes.joint === undefined ? [] : [attributes.joint])),
  );
  if (driven.size === 0) return null;
  const couplings = root.children.filter(({ name }) => name === 'equality').flatMap(({ children }) => children);
  for (const { name, attributes } of couplings) {
    if (name !== 'joint' || attributes.joint2 === undefined) continue;
    if (driven.has(attributes.joint1)) driven.add(attributes.joint2);
    else if (driven.has(attributes.joint2)) driven.add(attributes.joint1);
  }
  return driven;
}
