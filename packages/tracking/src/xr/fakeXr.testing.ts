import { handJointNames } from './handJointNames.js';

/** Tests only: as much of WebXR as the source touches. Spaces are their own poses, or null where they are lost. */

export type FakePose = number[] | null;

export interface FakeInput {
  handedness: 'left' | 'right' | 'none';
  grip?: FakePose;
  /** 25 joint poses. */
  joints?: FakePose[];
  buttons?: number[];
  axes?: number[];
  emulatedPosition?: boolean;
}

class FakeSpace extends EventTarget {
  pose: FakePose;
  emulatedPosition: boolean;
  constructor(pose: FakePose, emulatedPosition = false) {
    super();
    this.pose = pose;
    this.emulatedPosition = emulatedPosition;
  }
}

class FakeSession extends EventTarget {
  inputSources: unknown[] = [];
  visibilityState: XRVisibilityState = 'visible';
}

export interface FakeXr {
  readonly session: XRSession;
  readonly space: XRReferenceSpace;
  setViewer(pose: FakePose, emulatedPosition?: boolean): void;
  setInputs(inputs: FakeInput[]): void;
  /** Joint positions of a tracked body by name; null: the session has none. */
  setBody(joints: Readonly<Record<string, readonly number[] | null>> | null): void;
  setVisibility(state: XRVisibilityState): void;
  reset(): void;
  end(): void;
  frame(): XRFrame;
}

export function createFakeXr(): FakeXr {
  const session = new FakeSession();
  const space = new FakeSpace(null);
  let viewer = new FakeSpace([0, 1.6, 0, 0, 0, 0, 1]);
  let body: Map<string, FakeSpace> | null = null;
  return {
    session: session as unknown as XRSession,
    space: space as unknown as XRReferenceSpace,
    setViewer(pose, emulatedPosition = false) {
      viewer = new FakeSpace(pose, emulatedPosition);
    },
    setInputs(inputs) {
      session.inputSources = inputs.map(fakeInput);
      session.dispatchEvent(new Event('inputsourceschange'));
    },
    setBody(joints) {
      const spaces = Object.entries(joints ?? {}).map(
        ([joint, place]) => [joint, new FakeSpace(place ? [...place, 0, 0, 0, 1] : null)] as const,
      );
      body = joints === null ? null : new Map(spaces);
    },
    setVisibility(state) {
      session.visibilityState = state;
    },
    reset() {
      space.dispatchEvent(new Event('reset'));
    },
    end() {
      session.dispatchEvent(new Event('end'));
    },
    frame() {
      const frame = {
        session,
        predictedDisplayTime: 1234.5,
        body,
        getViewerPose: () => poseOf(viewer),
        getPose: (of: FakeSpace) => poseOf(of),
        getJointPose: (of: FakeSpace) => poseOf(of),
      };
      return frame as unknown as XRFrame;
    },
  };
}

function fakeInput({ handedness, grip, joints, buttons = [], axes = [], emulatedPosition = false }: FakeInput) {
  return {
    handedness,
    gripSpace: grip === undefined ? undefined : new FakeSpace(grip, emulatedPosition),
    hand: joints ? new Map(joints.map((pose, joint) => [handJointNames[joint], new FakeSpace(pose)])) : undefined,
    gamepad: { buttons: buttons.map((value) => ({ value, touched: value > 0, pressed: value >= 1 })), axes },
  };
}

function poseOf({ pose, emulatedPosition }: FakeSpace) {
  if (pose === null) return null;
  const [px, py, pz, x, y, z, w] = pose;
  return { transform: { position: { x: px, y: py, z: pz }, orientation: { x, y, z, w } }, emulatedPosition };
}
