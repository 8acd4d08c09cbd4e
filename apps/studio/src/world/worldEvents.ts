import type { Pose, Skeleton } from '@leib/core';

/** A body that follows the person's by forces, as it is shown. */
export interface SimulatedBody {
  readonly skeleton: Skeleton;
  readonly pose: Pose;
  /** Longest delay that any part of its target really had in the last frame, seconds. */
  readonly delaySeconds: number;
}

/** What the world tells the studio around it; nothing unless the studio listens. */
export class WorldEvents {
  /** Called in every frame with the device's frame, before anything is read (WebXR) and after the pose is known. */
  onDeviceFrame: (frame: XRFrame | null, dtSeconds: number) => void = () => {};
  onPose: (dtSeconds: number) => void = () => {};
  /** Called after onPose in frames in which a room has simulated a body that follows. */
  onSimulated: (body: SimulatedBody) => void = () => {};
  /** Called when the person shall go back to the start. */
  onHome: () => void = () => {};
  /** Called when a room has a notice for the visitor. */
  onNotice: (kind: 'info' | 'error', text: string) => void = () => {};
  /** Called when the browser takes the graphics card away, and when it gives it back. */
  onGraphics: (state: 'lost' | 'back') => void = () => {};
  /** Called when a room's own cards cover more or less of the picture (RoomScene.covers). */
  onLayout: () => void = () => {};
  /** Called once, when the first movement of a body was drawn. */
  onFirstMotion: () => void = () => {};
}
