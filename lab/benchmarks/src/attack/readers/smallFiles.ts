import { type Mesh, readGlb } from '@leib/formats';
import { buildTestRig } from '@leib/three/testing';

/** Small files of kinds that no writer of ours makes. */

export const tetrahedron: Mesh = {
  name: 'part',
  positions: Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 0.2, 0, 0, 0, 0.3),
  triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  groups: [],
};

function cornersOf(triangle: number): number[][] {
  const { positions, triangles } = tetrahedron;
  return [0, 1, 2].map((k) => Array.from(positions.subarray(triangles[triangle * 3 + k] * 3).subarray(0, 3)));
}

/** A tetrahedron, its four triangles as often as there is room. */
export function smallStl(triangleCount = 4): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(84 + triangleCount * 50));
  view.setUint32(80, triangleCount, true);
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    cornersOf(triangle % 4)
      .flat()
      .forEach((value, i) => {
        view.setFloat32(84 + triangle * 50 + 12 + i * 4, value, true);
      });
  }
  return new Uint8Array(view.buffer);
}

export function textStl(): string {
  const facets = [0, 1, 2, 3].map((triangle) => {
    const corners = cornersOf(triangle).map((corner) => `vertex ${corner.join(' ')}\n`);
    return `facet normal 0 0 0\nouter loop\n${corners.join('')}endloop\nendfacet\n`;
  });
  return `solid part\n${facets.join('')}endsolid part\n`;
}

export const smallCollada = `<?xml version="1.0"?><COLLADA><asset><unit meter="0.001"/><up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique><phong><diffuse><color>1 0 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">0 0 0 100 0 0 0 200 0 0 0 300</float_array>
<technique_common><accessor source="#a" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2" material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 1 2 3</p></triangles>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>1 0 0</translate><rotate>0 0 1 90</rotate><node><scale>2 2 2</scale>
<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#m"/></technique_common></bind_material></instance_geometry></node></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`;

const limb = (side: 'left' | 'right', sign: number) => `
<body name="${side}_thigh" pos="0 ${sign * 0.1} -0.05"><joint name="${side}_hip_pitch" axis="0 1 0"/><geom class="seen"/>
 <body name="${side}_shin" pos="0 0 -0.4"><joint name="${side}_knee" axis="0 1 0" range="0 150"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.4"/>
  <body name="${side}_foot" pos="0 0 -0.4"><joint name="${side}_ankle" axis="0 1 0"/><geom type="box" size="0.1 0.04 0.02" pos="0.05 0 0"/></body></body></body>`;
const arm = (side: 'left' | 'right', sign: number) => `
<body name="${side}_upper_arm" pos="0 ${sign * 0.2} 0.4"><joint name="${side}_shoulder_pitch" axis="0 1 0"/><joint name="${side}_shoulder_roll" axis="1 0 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.3"/>
 <body name="${side}_forearm" pos="0 0 -0.3"><joint name="${side}_elbow" axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.25" mass="0.4"/></body></body>`;

/** A GLB of JSON and a second part. */
export function packedGlb(json: object, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const [textBytes, binaryBytes] = [text, binary].map(({ length }) => Math.ceil(length / 4) * 4);
  const bytes = new Uint8Array(28 + textBytes + binaryBytes);
  bytes.fill(0x20, 20, 20 + textBytes);
  bytes.set(text, 20);
  bytes.set(binary, 28 + textBytes);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, textBytes, 0x4e4f534a].forEach((value, i) => {
    view.setUint32(i * 4, value, true);
  });
  view.setUint32(20 + textBytes, binaryBytes, true);
  view.setUint32(24 + textBytes, 0x004e4942, true);
  return bytes;
}

/** A robot with something of everything that we look at in MJCF. */
export const wordyMjcf = `<?xml version="1.0"?><mujoco model="small"><compiler angle="degree" meshdir="." autolimits="true"/>
<option timestep="0.002"/><default><joint range="-175 175" armature="0.01"/><default class="seen"><geom type="mesh" mesh="part" group="2"/></default></default>
<asset><mesh name="part" file="part.stl" scale="1 1 1"/><texture name="t" type="2d" file="t.png"/><material name="m" texture="t"/></asset>
<worldbody><geom name="floor" type="plane" size="5 5 1"/><light pos="0 0 3"/>
<body name="pelvis" pos="0 0 0.9"><freejoint/><geom type="box" size="0.1 0.1 0.1" material="m"/>${limb('left', 1)}${limb('right', -1)}
<body name="torso" pos="0 0 0.1"><joint name="waist_yaw" axis="0 0 1"/><geom type="capsule" size="0.1" fromto="0 0 0 0 0 0.4"/>${arm('left', 1)}${arm('right', -1)}
<frame pos="0 0 0.5"><body name="head"><joint name="neck_yaw" axis="0 0 1"/><geom type="sphere" size="0.1"/></body></frame></body></body></worldbody>
<equality><joint joint1="left_ankle" joint2="right_ankle" polycoef="0 1 0 0 0"/></equality>
<actuator><motor joint="left_knee"/><motor joint="right_knee"/></actuator><keyframe><key name="home" qpos="0 0 0"/></keyframe></mujoco>`;

export function smallUrdf(): string {
  const inertial =
    '<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>';
  const link = (name: string) =>
    `<link name="${name}">${inertial}<visual><origin xyz="0 0 0.1" rpy="0 0 0"/><geometry>${name === 'head' ? '<mesh filename="package://robot/part.stl" scale="1 1 1"/>' : '<box size="0.1 0.1 0.1"/>'}</geometry></visual></link>\n`;
  const joint = (name: string, parent: string, child: string, place: string, axis = '0 1 0') =>
    `${link(child)}<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${place}" rpy="0 0 0"/><axis xyz="${axis}"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>\n`;
  const sides = (['left', 'right'] as const).map((side) => {
    const y = side === 'left' ? 0.1 : -0.1;
    return [
      joint(`${side}_hip_pitch`, 'pelvis', `${side}_thigh`, `0 ${y} -0.05`),
      joint(`${side}_knee`, `${side}_thigh`, `${side}_shin`, '0 0 -0.4'),
      joint(`${side}_ankle`, `${side}_shin`, `${side}_foot`, '0 0 -0.4'),
      joint(`${side}_shoulder_pitch`, 'torso', `${side}_upper_arm`, `0 ${2 * y} 0.4`),
      joint(`${side}_elbow`, `${side}_upper_arm`, `${side}_forearm`, '0 0 -0.3'),
    ].join('');
  });
  return `<?xml version="1.0"?><robot name="small">\n${link('pelvis')}${joint('waist_yaw', 'pelvis', 'torso', '0 0 0.1', '0 0 1')}${joint('neck_yaw', 'torso', 'head', '0 0 0.5', '0 0 1')}${sides.join('')}<joint name="tied" type="continuous"><parent link="head"/><child link="hat"/><mimic joint="neck_yaw" multiplier="0.5"/></joint>${link('hat')}</robot>`;
}

/** A zip with a model of two files, one of them deflated. */
export async function smallZip(glb: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { json, binary } = readGlb(glb);
  const gltf = { ...json, buffers: [{ byteLength: binary?.length ?? 0, uri: 'maps/model.bin' }] };
  return zipOf([
    { name: 'model.gltf', bytes: new TextEncoder().encode(JSON.stringify(gltf)), isDeflated: true },
    { name: 'maps/model.bin', bytes: binary ?? new Uint8Array(0), isDeflated: false },
  ]);
}

export interface ZipContent {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isDeflated: boolean;
  /** What the directory says the size is, where it lies. */
  readonly claimedSize?: number;
}

/** PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16; checksums are 0, since our reader does not check them. */
export async function zipOf(contents: readonly ZipContent[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes, isDeflated, claimedSize = bytes.length } of contents) {
    const data = isDeflated ? await deflated(bytes) : bytes;
    const nameBytes = new TextEncoder().encode(name);
    // Method, time, date, checksum, packed and unpacked size: as both headers have them.
    const sizes = [isDeflated ? 8 : 0, 0, 0, 0, 0, data.length, data.length >>> 16, claimedSize, claimedSize >>> 16];
    const local = joined(words(0x4b50, 0x0403, 20, 0, ...sizes, nameBytes.length, 0), nameBytes);
    const entry = words(0x4b50, 0x0201, 20, 20, 0, ...sizes, nameBytes.length, 0, 0, 0, 0, 0, 0, at, at >>> 16);
    directory.push(joined(entry, nameBytes));
    parts.push(local, data);
    at += local.length + data.length;
  }
  const listing = joined(...directory);
  const count = contents.length;
  const size = listing.length;
  return joined(...parts, listing, words(0x4b50, 0x0605, 0, 0, count, count, size, size >>> 16, at, at >>> 16, 0));
}

export async function deflated(bytes: Uint8Array, format: CompressionFormat = 'deflate-raw'): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function words(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value & 255, (value >>> 8) & 255]));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** The bones of a test rig with one box around them, as FBX 7.4 in its text form. */
export function smallFbx(): string {
  const { json } = readGlb(new Uint8Array(buildTestRig({ names: 'mixamo', unitsPerMetre: 100 })));
  const nodes = json.nodes as readonly {
    readonly name: string;
    readonly children?: readonly number[];
    readonly translation?: readonly number[];
    readonly mesh?: number;
  }[];
  const objects: string[] = [];
  const links: string[] = [];
  const list = (name: string, values: readonly number[]) =>
    `\t\t${name}: *${values.length} {\n\t\t\ta: ${values.join(',')}\n\t\t}`;
  nodes.forEach(({ name, translation = [0, 0, 0], mesh }, i) => {
    if (mesh !== undefined) return;
    const place = `P: "Lcl Translation", "Lcl Translation", "", "A",${translation.join(',')}`;
    objects.push(
      `\tModel: ${1000 + i}, "Model::${name}", "LimbNode" {\n\t\tProperties70:  {\n\t\t\t${place}\n\t\t}\n\t}`,
    );
    const parent = nodes.findIndex(({ children }) => children?.includes(i));
    links.push(`\tC: "OO",${1000 + i},${parent < 0 ? 0 : 1000 + parent}`);
    const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...translation, 1];
    objects.push(
      `\tDeformer: ${8000 + i}, "SubDeformer::", "Cluster" {\n${list('Indexes', [i % 4])}\n${list('Weights', [1])}\n${list('TransformLink', unit)}\n\t}`,
    );
    links.push(`\tC: "OO",${8000 + i},7000`, `\tC: "OO",${1000 + i},${8000 + i}`);
  });
  const corners = [0, 0, 0, 10, 0, 0, 0, 170, 0, 0, 0, 10];
  objects.push(
    `\tModel: 5000, "Model::Body", "Mesh" {\n\t\tVersion: 232\n\t}`,
    `\tGeometry: 6000, "Geometry::Body", "Mesh" {\n${list('Vertices', corners)}\n${list('PolygonVertexIndex', [0, 2, -2, 0, 1, -4])}\n\t}`,
    '\tDeformer: 7000, "Deformer::", "Skin" {\n\t\tVersion: 101\n\t}',
    '\tMaterial: 9000, "Material::skin", "" {\n\t\tShadingModel: "phong"\n\t\tProperties70:  {\n\t\t\tP: "DiffuseColor", "Color", "", "A",1,0,0\n\t\t}\n\t}',
  );
  links.push('\tC: "OO",5000,0', '\tC: "OO",6000,5000', '\tC: "OO",7000,6000', '\tC: "OO",9000,5000');
  return [
    '; FBX 7.4.0 project file\n',
    'FBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}',
    'GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n\t\tP: "UpAxis", "int", "Integer", "",1\n\t\tP: "UnitScaleFactor", "double", "Number", "",1\n\t}\n}',
    `Objects:  {\n${objects.join('\n')}\n}`,
    `Connections:  {\n${links.join('\n')}\n}\n`,
  ].join('\n');
}
