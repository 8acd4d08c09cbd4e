import type { Ground } from '@leib/embody';
import type { Camera, Object3D, WebGLRenderer } from 'three';
import type { RoomScene } from '../roomScene.js';
import type { StageBody } from '../stageBody.js';

/** What of the world carries the person. */
export interface CarryingWorld {
  /** In the person's metres. */
  readonly ground: Ground;
  readonly body: Readonly<StageBody> | null;
  readonly room: RoomScene;
  readonly renderer: WebGLRenderer;
  readonly person: Object3D;
  readonly rig: { readonly camera: Camera };
}
