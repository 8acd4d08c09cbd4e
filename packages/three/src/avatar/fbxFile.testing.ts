import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import type { TestRigOptions } from '../testing.js';
import { boxSize, rigParts } from './avatarFiles.testing.js';

/** Tests only: the small person of buildTestRig() as FBX 7.4 in its text form. */
export interface FbxOptions extends TestRigOptions {
  /** Number of centimetres in a unit, as the file says; 1 as most programs write it. */
  readonly unitScaleFactor?: number;
  /** Nodes stand as in the first frame of a dance; the skin was bound at rest. */
  readonly isDancing?: boolean;
  /** File is Z up. */
  readonly isZUp?: boolean;
  /** Name of a picture of its material. */
  readonly picture?: string;
  /** Number of meshes that share the bones. */
  readonly meshCount?: number;
}

const ids = {
  model: 1000,
  attribute: 3000,
  mesh: 5000,
  geometry: 6000,
  skin: 7000,
  cluster: 8000,
  material: 9000,
  texture: 9001,
  video: 9002,
};

export function fbxText(options: FbxOptions): string {
  const { unitScaleFactor = 1, isDancing = false, isZUp = false, picture, meshCount = 1 } = options;
  const { json, jointCount, positions, indices, inverseBinds } = rigParts(options);
  const up = isZUp ? new Matrix4().makeRotationX(Math.PI / 2) : new Matrix4();
  const objects: string[] = [];
  const connections: string[] = [];
  const connect = (child: number, parent: number) => connections.push(`\tC: "OO",${child},${parent}`);

  for (let joint = 0; joint < jointCount; joint++) {
    const { name } = json.nodes[joint];
    const parent = json.nodes.findIndex(({ children }) => children?.includes(joint));
    const hasParent = parent >= 0 && parent < jointCount;
    const world = up.clone().multiply(inverseBinds[joint].clone().invert());
    const local = hasParent
      ? up.clone().multiply(inverseBinds[parent].clone().invert()).invert().multiply(world)
      : world;
    objects.push(model(ids.model + joint, name, 'LimbNode', transform(local, isDancing ? joint : -1)));
    connect(ids.model + joint, hasParent ? ids.model + parent : 0);
  }
  const vertex = new Vector3();
  const placed = Array.from({ length: positions.length / 3 }, (_, i) =>
    vertex
      .fromArray(positions, i * 3)
      .applyMatrix4(up)
      .toArray(),
  ).flat();
  // The last corner of a polygon is written as its complement.
  const polygons = Array.from(indices, (index, i) => (i % 3 === 2 ? -index - 1 : index));
  for (let mesh = 0; mesh < meshCount; mesh++) {
    const skin = ids.skin + mesh;
    objects.push(model(ids.mesh + mesh, `Body${mesh}`, 'Mesh', ''), geometry(ids.geometry + mesh, placed, polygons));
    objects.push(`\tDeformer: ${skin}, "Deformer::", "Skin" {\n\t\tVersion: 101\n\t}`);
    connect(ids.mesh + mesh, 0);
    connect(ids.geometry + mesh, ids.mesh + mesh);
    connect(ids.material, ids.mesh + mesh);
    connect(skin, ids.geometry + mesh);
    for (let joint = 0; joint < jointCount; joint++) {
      const cluster = ids.cluster + mesh * jointCount + joint;
      const world = up.clone().multiply(inverseBinds[joint].clone().invert());
      objects.push(clusterOf(cluster, joint, world));
      connect(cluster, skin);
      connect(ids.model + joint, cluster);
    }
  }
  objects.push(materialOf());
  if (picture !== undefined) {
    objects.push(
      `\tTexture: ${ids.texture}, "Texture::skin", "" {\n\t\tFileName: "${picture}"\n\t\tRelativeFilename: "${picture}"\n\t}`,
      `\tVideo: ${ids.video}, "Video::skin", "Clip" {\n\t\tFilename: "${picture}"\n\t\tRelativeFilename: "${picture}"\n\t}`,
    );
    connections.push(`\tC: "OP",${ids.texture},${ids.material}, "DiffuseColor"`);
    connect(ids.video, ids.texture);
  }
  return [
    '; FBX 7.4.0 project file\n',
    'FBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}',
    `GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n${property('UpAxis', 'int', 'Integer', isZUp ? 2 : 1)}\n${property('UnitScaleFactor', 'double', 'Number', unitScaleFactor)}\n\t}\n}`,
    `Objects:  {\n${objects.join('\n')}\n}`,
    `Connections:  {\n${connections.join('\n')}\n}\n`,
  ].join('\n');
}

function property(name: string, type: string, label: string, ...values: number[]): string {
  return `\t\tP: "${name}", "${type}", "${label}", "A",${values.join(',')}`;
}

function model(id: number, name: string, kind: string, properties: string): string {
  return `\tModel: ${id}, "Model::${name}", "${kind}" {\n\t\tVersion: 232\n\t\tProperties70:  {\n${properties}\n\t\t}\n\t}`;
}

/** Position and angles; a dance turns every joint by an angle of its own. */
function transform(local: Matrix4, danceSeed: number): string {
  const position = new Vector3();
  const rotation = new Quaternion();
  local.decompose(position, rotation, new Vector3());
  if (danceSeed > 0) {
    const axis = new Vector3(Math.sin(danceSeed), Math.cos(2 * danceSeed), Math.sin(3 * danceSeed)).normalize();
    rotation.multiply(new Quaternion().setFromAxisAngle(axis, 0.6));
  }
  // FBX turns about X first, then Y, then Z.
  const angles = new Euler().setFromQuaternion(rotation, 'ZYX');
  const degrees = [angles.x, angles.y, angles.z].map((angle) => MathUtils.radToDeg(angle));
  return [
    property('Lcl Translation', 'Lcl Translation', '', ...position.toArray()),
    property('Lcl Rotation', 'Lcl Rotation', '', ...degrees),
  ]
    .map((line) => `\t${line}`)
    .join('\n');
}

function list(name: string, values: readonly number[]): string {
  return `\t\t${name}: *${values.length} {\n\t\t\ta: ${values.join(',')}\n\t\t}`;
}

function geometry(id: number, positions: readonly number[], polygons: readonly number[]): string {
  return `\tGeometry: ${id}, "Geometry::Body", "Mesh" {\n${list('Vertices', positions)}\n${list('PolygonVertexIndex', polygons)}\n\t}`;
}

/** The box of a joint moves with it alone. */
function clusterOf(id: number, joint: number, world: Matrix4): string {
  const vertices = Array.from({ length: boxSize.vertices }, (_, i) => joint * boxSize.vertices + i);
  const lists = [
    list('Indexes', vertices),
    list(
      'Weights',
      vertices.map(() => 1),
    ),
    list('TransformLink', world.elements),
  ];
  return `\tDeformer: ${id}, "SubDeformer::", "Cluster" {\n\t\tVersion: 100\n${lists.join('\n')}\n\t}`;
}

function materialOf(): string {
  const colours = [property('DiffuseColor', 'Color', '', 0.2, 0.4, 0.6), property('Opacity', 'double', 'Number', 1)];
  return `\tMaterial: ${ids.material}, "Material::skin", "" {\n\t\tVersion: 102\n\t\tShadingModel: "phong"\n\t\tProperties70:  {\n${colours.map((line) => `\t${line}`).join('\n')}\n\t\t}\n\t}`;
}
