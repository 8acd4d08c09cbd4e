import { type BufferGeometry, CapsuleGeometry, CylinderGeometry, TorusGeometry } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

/**
 * A plain controller in WebXR's grip space: the handle lies along Z through the palm, -Z points to where the thumb's
 * end of a held rod is. Head with stick in front, trigger below it, a small ring around.
 */
export function createControllerGeometry(): BufferGeometry {
  const handle = new CapsuleGeometry(0.016, 0.07, 6, 16).rotateX(Math.PI / 2).translate(0, 0, 0.018);
  const head = new CapsuleGeometry(0.021, 0.012, 6, 20).rotateX(Math.PI / 2).translate(0, 0.004, -0.034);
  const stick = new CylinderGeometry(0.008, 0.006, 0.012, 16).translate(0, 0.029, -0.03);
  const trigger = new CapsuleGeometry(0.007, 0.016, 4, 12).rotateX(0.4).translate(0, -0.018, -0.036);
  const ring = new TorusGeometry(0.034, 0.004, 8, 32).rotateX(0.35).translate(0, 0.004, -0.052);
  const parts = [handle, head, stick, trigger, ring];
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}
