import type { Ground } from '@leib/embody';
import type { Camera, Object3D, WebGLRenderer } from 'three';

/** What of the world carries the person. */
export interface CarryingWorld {
  /** In the person's metres. */
  readonly ground: Ground;
  readonly renderer: WebGLRenderer;
  readonly person: Object3D;
  readonly rig: { readonly camera: Camera };
}
