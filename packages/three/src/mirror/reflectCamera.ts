import { type Camera, Matrix4, type PerspectiveCamera, Plane, Vector3, Vector4 } from 'three';

/** The rectangle of the image that has to be drawn, in normalised device coordinates (-1..1). */
export interface ImageWindow {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

// Scratch: every call writes these before reading them.
const mirrored = new Matrix4();
const crop = new Matrix4();
const flipX = new Matrix4().makeScale(-1, 1, 1);
const planeEye = new Plane();
const plane4 = new Vector4();
const corner = new Vector4();
const inverse = new Matrix4();
const inverseTransposed = new Matrix4();
const point = new Vector4();
const originWorld = new Vector3();

/**
 * Places a camera where the viewer's mirror image stands. A reflection turns the world inside out, so the image is
 * flipped once more, left for right, and triangles keep their winding:
 *
 *   eyeWorld' = R eyeWorld F,  projection' = C F projection F     (R reflection, F = diag(-1, 1, 1, 1), C crop)
 *
 * All matrices are set directly, because a WebXR eye is only its matrices: it has no position of its own.
 */
export function reflectCamera(
  out: PerspectiveCamera,
  viewer: Camera & { readonly far?: number },
  mirrorPlaneWorld: Plane,
  window: ImageWindow,
): void {
  const { x, y, z } = mirrorPlaneWorld.normal;
  const d = mirrorPlaneWorld.constant;
  mirrored.set(
    1 - 2 * x * x,
    -2 * x * y,
    -2 * x * z,
    -2 * x * d,
    -2 * y * x,
    1 - 2 * y * y,
    -2 * y * z,
    -2 * y * d,
    -2 * z * x,
    -2 * z * y,
    1 - 2 * z * z,
    -2 * z * d,
    0,
    0,
    0,
    1,
  );
  out.matrixWorld.multiplyMatrices(mirrored, viewer.matrixWorld).multiply(flipX);
  out.matrixWorldInverse.copy(out.matrixWorld).invert();
  out.far = viewer.far ?? out.far;

  const scaleX = 2 / (window.right - window.left);
  const scaleY = 2 / (window.top - window.bottom);
  crop.makeScale(scaleX, scaleY, 1);
  crop.setPosition((-(window.right + window.left) / 2) * scaleX, (-(window.top + window.bottom) / 2) * scaleY, 0);
  out.projectionMatrix.multiplyMatrices(flipX, viewer.projectionMatrix).multiply(flipX).premultiply(crop);
  out.projectionMatrixInverse.copy(out.projectionMatrix).invert();
}

/**
 * Moves the near plane into the mirror, so that nothing behind the glass is drawn. Lengyel, "Oblique view frustum depth
 * projection and clipping", Journal of Game Development 1(2), 2005: with plane c and far corner q in eye space,
 *
 *   row3' = 2 (row4 . q) / (c . q) c - row4
 *
 * Depth must run -1..1 over the frustum, so reversed-depth cameras are left as they are.
 */
export function clipAtMirror(camera: PerspectiveCamera, mirrorPlaneWorld: Plane): void {
  if (camera.reversedDepth) return;
  planeEye.copy(mirrorPlaneWorld).applyMatrix4(camera.matrixWorldInverse);
  // Seen edge-on or from behind there is no such frustum.
  if (planeEye.distanceToPoint(originWorld.set(0, 0, 0)) > -1e-4) return;
  const c = plane4.set(planeEye.normal.x, planeEye.normal.y, planeEye.normal.z, planeEye.constant);
  const p = camera.projectionMatrix.elements;
  inverse.copy(camera.projectionMatrixInverse);
  corner.copy(c).applyMatrix4(inverseTransposed.copy(inverse).transpose());
  const q = corner.set(Math.sign(corner.x), Math.sign(corner.y), 1, 1).applyMatrix4(inverse);
  const row4 = point.set(p[3], p[7], p[11], p[15]);
  c.multiplyScalar((2 * row4.dot(q)) / c.dot(q));
  p[2] = c.x - row4.x;
  p[6] = c.y - row4.y;
  p[10] = c.z - row4.z;
  p[14] = c.w - row4.w;
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
}

/**
 * Part of the image that a w x h rectangle around the glass' origin covers in the mirror camera's uncropped image, a
 * little widened. Returns false where nothing of it is in view. A corner behind the eye makes it the whole image.
 */
export function findImageWindow(
  out: ImageWindow,
  glassToWorld: Matrix4,
  width: number,
  height: number,
  viewer: Camera,
): boolean {
  out.left = out.bottom = 1;
  out.right = out.top = -1;
  mirrored.multiplyMatrices(viewer.projectionMatrix, viewer.matrixWorldInverse).multiply(glassToWorld);
  let behindCount = 0;
  for (let i = 0; i < 4; i++) {
    point.set((i & 1 ? 0.5 : -0.5) * width, (i & 2 ? 0.5 : -0.5) * height, 0, 1).applyMatrix4(mirrored);
    if (point.w < 1e-3) {
      behindCount++;
      continue;
    }
    // The viewer sees the glass where the mirror camera does, left for right: hence the minus.
    out.left = Math.min(out.left, -point.x / point.w);
    out.right = Math.max(out.right, -point.x / point.w);
    out.bottom = Math.min(out.bottom, point.y / point.w);
    out.top = Math.max(out.top, point.y / point.w);
  }
  if (behindCount === 4) return false;
  if (behindCount > 0) {
    out.left = out.bottom = -1;
    out.right = out.top = 1;
    return true;
  }
  const margin = 0.01;
  out.left = Math.max(-1, out.left - margin);
  out.right = Math.min(1, out.right + margin);
  out.bottom = Math.max(-1, out.bottom - margin);
  out.top = Math.min(1, out.top + margin);
  return out.right > out.left && out.top > out.bottom;
}
