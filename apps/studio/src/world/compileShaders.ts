import type { Camera, Object3D, Scene, WebGLRenderer } from 'three';

/** Compiles the shaders of something that will stand in a scene, beside the running picture where the browser can do so. */
export async function compileShaders(
  renderer: WebGLRenderer,
  root: Object3D,
  camera: Camera,
  scene: Scene,
): Promise<void> {
  if (renderer.extensions.has('KHR_parallel_shader_compile')) await renderer.compileAsync(root, camera, scene);
  else renderer.compile(root, camera, scene);
}
