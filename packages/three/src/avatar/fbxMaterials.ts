import {
  type Material,
  Mesh,
  type MeshLambertMaterial,
  type MeshPhongMaterial,
  MeshStandardMaterial,
  type Object3D,
  type Texture,
} from 'three';

type FbxMaterial = MeshPhongMaterial | MeshLambertMaterial;

/** Pictures of an FBX material that a standard material has as well. */
const sharedMaps = ['map', 'normalMap', 'bumpMap', 'aoMap', 'emissiveMap', 'alphaMap'] as const;

/**
 * Makes FBX's Phong and Lambert materials into standard ones, so that they are lit as other avatars are. Pictures that
 * were not loaded, or that are `noPicture`, are left out; returns the names of those that could not be read.
 */
export function standardMaterials(root: Object3D, noPicture: string): readonly string[] {
  const unreadable: string[] = [];
  const made = new Map<Material, MeshStandardMaterial>();
  const standardOf = (material: Material): MeshStandardMaterial => {
    const known = made.get(material);
    if (known) return known;
    const standard = standardMaterial(material as FbxMaterial, noPicture, unreadable);
    made.set(material, standard);
    material.dispose();
    return standard;
  };
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const { material } = node as Mesh;
    node.material = Array.isArray(material) ? material.map(standardOf) : standardOf(material);
  });
  return unreadable;
}

function standardMaterial(from: FbxMaterial, noPicture: string, unreadable: string[]): MeshStandardMaterial {
  const { name, color, emissive, emissiveIntensity, bumpScale, vertexColors, side } = from;
  const standard = new MeshStandardMaterial({
    name,
    color,
    emissive,
    emissiveIntensity,
    bumpScale,
    vertexColors,
    side,
  });
  for (const key of sharedMaps) {
    const texture = from[key];
    if (!texture || isPlaceholder(texture, noPicture)) continue;
    if (texture.image) standard[key] = texture;
    else unreadable.push(texture.name || key);
  }
  // Exporters often write a colour of black or an opacity of 0 beside a picture, which would hide it.
  if (standard.map && Math.max(color.r, color.g, color.b) === 0) standard.color.set(1, 1, 1);
  standard.opacity = from.opacity === 0 ? 1 : from.opacity;
  standard.transparent = standard.opacity < 1 || standard.alphaMap !== null;
  // Pictures with holes: leaves, lashes, hair.
  if (standard.alphaMap) standard.alphaTest = 0.1;
  standard.metalness = 0;
  standard.roughness = 'shininess' in from ? roughnessOf(from.shininess) : 1;
  return standard;
}

function isPlaceholder(texture: Texture, noPicture: string): boolean {
  const image = texture.image as { readonly src?: string } | null;
  return image?.src === noPicture;
}

/** The lobe of Blinn and Phong with this exponent is as wide as that of GGX with alpha^2 = 2 / (exponent + 2); roughness^2 = alpha. */
function roughnessOf(shininess: number): number {
  return Math.min(1, Math.max(0.3, (2 / (Math.max(0, shininess) + 2)) ** 0.25));
}
