import { Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three';

/** World places of all vertices that certain nodes move most, by what the nodes stand for. Damaged ones are left out. */
export function placesOfSkin<Region>(
  model: Object3D,
  regions: ReadonlyMap<Object3D, Region>,
): ReadonlyMap<Region, readonly Vector3[]> {
  const places = new Map([...regions.values()].map((region) => [region, [] as Vector3[]]));
  model.traverse((mesh) => {
    if (!(mesh instanceof Mesh) || !mesh.geometry.getAttribute('position')) return;
    for (let i = 0; i < mesh.geometry.getAttribute('position').count; i++) {
      const region = regions.get(carrierOf(mesh, i));
      if (region === undefined) continue;
      const place = mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld);
      if (Number.isFinite(place.x + place.y + place.z)) places.get(region)?.push(place);
    }
  });
  return places;
}

/** The joint that moves a vertex most, or what a rigid mesh hangs on. */
export function carrierOf(mesh: Mesh, vertex: number): Object3D {
  if (!(mesh instanceof SkinnedMesh)) return mesh;
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  let best = 0;
  for (let k = 1; k < 4; k++) {
    if (skinWeight.getComponent(vertex, k) > skinWeight.getComponent(vertex, best)) best = k;
  }
  return mesh.skeleton.bones[skinIndex.getComponent(vertex, best)] ?? mesh;
}
