import { Mesh, type Object3D, Vector3 } from 'three';

/** Every triangle of every mesh under an object, world space: three corners of x, y, z each. */
export function bakePositions(root: Object3D): Float32Array {
  root.updateWorldMatrix(true, true);
  const out: number[] = [];
  const corner = new Vector3();
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const position = node.geometry.getAttribute('position');
    const index = node.geometry.getIndex();
    const count = index ? index.count : position.count;
    for (let i = 0; i < count; i++) {
      corner.fromBufferAttribute(position, index ? index.getX(i) : i).applyMatrix4(node.matrixWorld);
      out.push(corner.x, corner.y, corner.z);
    }
  });
  return Float32Array.from(out);
}
