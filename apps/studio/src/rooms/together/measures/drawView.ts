import type { World } from '../../../world/world.js';

/** Of the note's picture, pixels. */
const LONGER_SIDE = 960;
/** What a picture from a headset shows, degrees from top to bottom. */
const HEADSET_FOV = 60;

/** What one sees now, without handles: of the page what its picture shows, in a headset what is ahead. */
export function drawView({ renderer, painter, rig }: World): HTMLCanvasElement {
  const { xr, domElement: full } = renderer;
  const isWorn = xr.isPresenting;
  const camera = rig.camera.clone();
  camera.layers.mask = rig.camera.layers.mask;
  rig.camera.updateWorldMatrix(true, false);
  rig.camera.matrixWorld.decompose(camera.position, camera.quaternion, camera.scale);
  camera.scale.setScalar(1);
  if (isWorn) {
    camera.fov = HEADSET_FOV;
    camera.aspect = full.width / full.height;
    camera.clearViewOffset();
    camera.updateProjectionMatrix();
  }
  const target = renderer.getRenderTarget();
  // Otherwise the headset's own eyes draw, and onto its own display.
  xr.enabled = false;
  renderer.setRenderTarget(null);
  painter.paintInto(renderer, camera);
  const canvas = document.createElement('canvas');
  const fit = Math.min(1, LONGER_SIDE / Math.max(full.width, full.height));
  canvas.width = Math.max(1, Math.round(full.width * fit));
  canvas.height = Math.max(1, Math.round(full.height * fit));
  canvas.getContext('2d')?.drawImage(full, 0, 0, canvas.width, canvas.height);
  xr.enabled = true;
  renderer.setRenderTarget(target);
  return canvas;
}
