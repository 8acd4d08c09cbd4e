import { isRecord } from '@leib/core';
import { checkCount } from '@leib/formats';

/** Joints that swing, each with every ball that it may touch: three-vrm looks at all of them in each frame. */
const MOST_TOUCHES = 200_000;
/** Morph targets and colours of all expressions, each as often as the scene has nodes and parts: three-vrm looks for them there. */
const MOST_SOUGHT = 20_000_000;

type Entry = Readonly<Record<string, unknown>>;

/** What is looked at of a glTF's JSON, besides its meshes. */
interface VrmJson {
  readonly extensions?: Entry;
  readonly nodes?: readonly { readonly children?: readonly number[] }[];
}

const at = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
const listAt = (value: unknown, key: string): readonly unknown[] => {
  const found = at(value, key);
  return Array.isArray(found) ? found : [];
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Checks what a VRM (0 or 1.0) makes of its glTF, which was checked before, as large as it would become. Throws FormatError. */
export function checkVrm(json: VrmJson): void {
  const { extensions } = json;
  checkCount(
    touchesOf(at(extensions, 'VRMC_springBone'), () => 1) +
      touchesOf(at(at(extensions, 'VRM'), 'secondaryAnimation'), subtrees(json)),
    MOST_TOUCHES,
    'glTF',
    'extensions',
    'pairs of a joint that swings and a ball that it may touch',
  );
  const expressions = at(at(extensions, 'VRMC_vrm'), 'expressions');
  const groups = [
    ...Object.values((at(expressions, 'preset') ?? {}) as Entry),
    ...Object.values((at(expressions, 'custom') ?? {}) as Entry),
    ...listAt(at(at(extensions, 'VRM'), 'blendShapeMaster'), 'blendShapeGroups'),
  ];
  const binds = ['morphTargetBinds', 'materialColorBinds', 'textureTransformBinds', 'binds', 'materialValues'];
  const bindCount = sum(groups.map((group) => 1 + sum(binds.map((key) => listAt(group, key).length))));
  const parts = listAt(json, 'meshes').map((mesh) => listAt(mesh, 'primitives').length);
  const sceneSize = sum(listAt(json, 'nodes').map((node) => 1 + (parts[at(node, 'mesh') as number] ?? 0)));
  checkCount(
    bindCount * sceneSize,
    MOST_SOUGHT,
    'glTF',
    'extensions',
    'places in which its expressions are looked for',
  );
}

/** Of springs of VRM 1.0 (lists of joints) and bone groups of VRM 0 (nodes with all below them). */
function touchesOf(springBone: unknown, jointsBelow: (node: unknown) => number): number {
  const sizes = listAt(springBone, 'colliderGroups').map((group) => listAt(group, 'colliders').length);
  const springs = [...listAt(springBone, 'springs'), ...listAt(springBone, 'boneGroups')];
  return sum(
    springs.map((spring) => {
      const balls = sum(listAt(spring, 'colliderGroups').map((group) => 1 + (sizes[group as number] ?? 0)));
      const joints = listAt(spring, 'joints').length + sum(listAt(spring, 'bones').map(jointsBelow));
      return joints * (1 + balls);
    }),
  );
}

/** Nodes from a node down, itself included; the nodes of a checked glTF are trees. */
function subtrees({ nodes = [] }: VrmJson): (node: unknown) => number {
  const sizes = new Map<unknown, number>();
  const sizeOf = (node: unknown): number => {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    const size = 1 + sum((nodes[node as number]?.children ?? []).map(sizeOf));
    sizes.set(node, size);
    return size;
  };
  return sizeOf;
}
