import type { Clock } from '../time/clock.js';

/** How finely the studio draws. Looks only: the body is solved the same everywhere. */
export interface DrawQuality {
  readonly antialias: boolean;
  /** Upper bound of drawn pixels per CSS pixel. */
  readonly maxPixelRatio: number;
  /** Longest side of the reflected image, pixels, and its samples per pixel. */
  readonly mirrorResolution: number;
  readonly mirrorSamples: number;
  readonly shadowSize: number;
}

const fine: DrawQuality = {
  antialias: true,
  maxPixelRatio: 2,
  mirrorResolution: 1024,
  mirrorSamples: 4,
  shadowSize: 2048,
};

const coarse: DrawQuality = {
  antialias: false,
  maxPixelRatio: 1,
  mirrorResolution: 512,
  mirrorSamples: 0,
  shadowSize: 512,
};

/** Where single frames are looked at by tests: as cheap as can be, mirror and all. */
const cheap: DrawQuality = {
  antialias: false,
  maxPixelRatio: 1,
  mirrorResolution: 128,
  mirrorSamples: 0,
  shadowSize: 0,
};

/** Fine where a GPU draws; coarse where the processor does it, which says so in its name; cheap on a manual clock. */
export function chooseDrawQuality({ isManual }: Pick<Clock, 'isManual'>): DrawQuality {
  if (isManual) return cheap;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!gl) return fine;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name) ? coarse : fine;
}
