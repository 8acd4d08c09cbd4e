import type { PerspectiveCamera } from 'three';

/** How much of the window's edges panels hide, pixels. */
export interface Covered {
  readonly top: number;
  readonly left?: number;
  readonly right: number;
  readonly bottom: number;
  /** Height of the bars at the edges of the window: the view is not centred between them, but what is framed is. */
  readonly topBar?: number;
  /** Width of a card in the upper left corner that a single body stands clear of, and a row of bodies does not. */
  readonly corner?: number;
  readonly bottomBar?: number;
}

/** Tangents of half angles. */
export interface Tangents {
  readonly up: number;
  readonly across: number;
}

/** Vertical angle of the part of the window that nothing covers, degrees. */
export const FOV_DEG = 40;

/** Tangent of half of an angle. */
export const tangentOf = (degrees: number): number => Math.tan((degrees * Math.PI) / 360);

/** The part of the window that nothing covers: the picture is centred there, and the angles count there. */
export class PictureFrame {
  width = 1;
  height = 1;
  covered: Covered = { top: 0, right: 0, bottom: 0 };
  /** Tangent of the half angle per pixel of the picture. */
  #perPixel = 1;

  /** The view's middle is the middle between panels: the larger bar counts on both sides. Pixels. */
  get #bars(): number {
    const { top, bottom, topBar = 0, bottomBar = 0 } = this.covered;
    return 2 * Math.max(0, topBar - top, bottomBar - bottom);
  }

  /** In pixels. */
  get freeRect(): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
    const { width, height, covered } = this;
    const { top, left = 0 } = covered;
    return { left, top, width: width - covered.right - left, height: height - top - covered.bottom };
  }

  /** Width of that part against its height. */
  get aspect(): number {
    const { width, height } = this.freeRect;
    return width / Math.max(1, height);
  }

  /** Tangents of the half angles of the part of the picture that neither panels nor bars cover. */
  get tangents(): Tangents {
    const { width, height } = this;
    const least = (whole: number) => Math.max(0.2 * whole, 1);
    const free = this.freeRect;
    return {
      up: this.#perPixel * Math.max(free.height - this.#bars, least(height)),
      across: this.#perPixel * Math.max(free.width, least(width)),
    };
  }

  /** How much of that part's width a card in its corner takes. */
  get cornerShare(): number {
    return (this.covered.corner ?? 0) / Math.max(1, this.freeRect.width);
  }

  /** A point of the whole picture, -1..1 to the right and up, in the free part: -1..1 to the right and down. */
  placeOf(x: number, y: number): { readonly x: number; readonly y: number } {
    const { left, top, width, height } = this.freeRect;
    const share = (at: number, whole: number, before: number, free: number) =>
      (2 * (((at + 1) / 2) * whole - before)) / Math.max(1, free) - 1;
    return { x: share(x, this.width, left, width), y: share(-y, this.height, top, height) };
  }

  /** Fits a camera to it. @param seen tangents of the half angles that must stay in view */
  fit(camera: PerspectiveCamera, seen: Tangents, where: 'between panels' | 'between bars'): void {
    const { width, height, covered } = this;
    const free = this.freeRect;
    const freeHeight = free.height - (where === 'between bars' ? this.#bars : 0);
    // The larger of what height and width ask for.
    this.#perPixel = Math.max(seen.up / Math.max(1, freeHeight), seen.across / Math.max(1, free.width));
    camera.fov = (Math.atan(this.#perPixel * height) * 360) / Math.PI;
    camera.aspect = width / height;
    const { right, bottom, top, left = 0 } = covered;
    camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    camera.updateProjectionMatrix();
  }
}
