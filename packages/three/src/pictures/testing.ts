import { type Camera, type Scene, WebGLRenderer } from 'three';

/** Tests only. Everything visible of a small drawing, as a person would judge it: pixels of the canvas, sRGB bytes. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Draws once and reads the canvas back. */
export function takePicture(renderer: WebGLRenderer, scene: Scene, camera: Camera): Picture {
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const pixels = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return { width, height, pixels };
}

/** How many pixels a test holds for. */
export function countPixels(picture: Picture, isWanted: (r: number, g: number, b: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < picture.pixels.length; i += 4) {
    if (isWanted(picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2])) count++;
  }
  return count;
}

export const isRed = (r: number, g: number, b: number) => r > 120 && g < 60 && b < 60;
export const isGreen = (r: number, g: number, b: number) => g > 120 && r < 60 && b < 60;

export function createTestRenderer(width = 160, height = 160): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height, false);
  return renderer;
}
