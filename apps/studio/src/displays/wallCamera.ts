import {
  createOffAxisView,
  type DisplayFrame,
  type DisplayScene,
  type HeadPose,
  placeEye,
  solveOffAxisView,
  type Wall,
  type WallsFile,
  writeProjection,
} from '@leib/net';
import { PerspectiveCamera } from 'three';

/** Nearest and farthest that walls draw, metres. */
const NEAR = 0.05;
const FAR = 60;

/** Where a viewer is assumed before a simulation says so: in the middle of the room, a step back, eyes at 1.7 m. */
const assumedHead: HeadPose = { positionWorld: [0, 1.7, 0.25], rotationWorld: [0, 0, 0, 1] };

/** A head, and whether it is measured now. */
export interface FollowedHead extends HeadPose {
  readonly isTracked: boolean;
}

/** The head that a wall follows in a frame. A name that the simulation does not have: the assumed head, not tracked. */
export function headOf(wall: Wall, scene: DisplayScene | null, frame: DisplayFrame | null): FollowedHead {
  const viewer = frame?.viewers[scene?.viewers.indexOf(wall.head) ?? -1];
  if (viewer === undefined) return { ...assumedHead, isTracked: false };
  const [x, y, z, qx, qy, qz, qw] = viewer.pose;
  return { positionWorld: [x, y, z], rotationWorld: [qx, qy, qz, qw], isTracked: viewer.isTracked };
}

/** A camera that looks through a wall. */
export interface WallCamera {
  readonly camera: PerspectiveCamera;
  readonly view: ReturnType<typeof createOffAxisView>;
  /** Places it at an eye of the head. */
  aim(walls: WallsFile, wall: Wall, eye: Wall['eye'], head: HeadPose): void;
}

export function createWallCamera(): WallCamera {
  const camera = new PerspectiveCamera();
  const view = createOffAxisView();
  const matrix = new Float64Array(16);
  const eyeWorld: [number, number, number] = [0, 0, 0];
  return {
    camera,
    view,
    aim({ headToEyes }, wall, eye, head) {
      placeEye(eyeWorld, head, headToEyes, eye, wall.eyeDistance);
      solveOffAxisView(wall, eyeWorld, NEAR, view);
      writeProjection(view, NEAR, FAR, matrix);
      camera.near = NEAR;
      camera.far = FAR;
      camera.position.set(view.eyeWorld[0], view.eyeWorld[1], view.eyeWorld[2]);
      const [x, y, z, w] = view.rotationWorld;
      camera.quaternion.set(x, y, z, w);
      camera.projectionMatrix.fromArray(matrix);
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
      camera.updateMatrixWorld();
    },
  };
}
