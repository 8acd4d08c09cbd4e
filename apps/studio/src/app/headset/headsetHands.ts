import { Group, type Object3D, Quaternion, Vector3 } from 'three';

export type Side = 'left' | 'right';

/** A controller or bare hand of the session, in the tracked space. */
export interface HeadsetHand {
  readonly side: Side;
  input: XRInputSource | null;
  isTracked: boolean;
  /** No controller: joints of the hand are seen. */
  isBare: boolean;
  /** Points along -Z. */
  readonly ray: Group;
  /** Finger tip, or front of the controller. */
  readonly tip: Vector3;
  readonly wrist: Vector3;
  /** Of a bare hand: the way that its palm faces. */
  readonly palm: Vector3;
  /** Trigger pulled or fingers pinched: between the session's selectstart and selectend. */
  isSelecting: boolean;
  /** A button of the controller's face (X, Y, A, B) went down in this frame. */
  isMenuPressed: boolean;
  wasMenuDown: boolean;
}

/** xr-standard gamepads: trigger, squeeze, pad, stick, then the buttons of the face. */
const FACE_BUTTONS = [4, 5] as const;

function createHand(side: Side): HeadsetHand {
  return {
    side,
    input: null,
    isTracked: false,
    isBare: false,
    ray: new Group(),
    tip: new Vector3(),
    wrist: new Vector3(),
    palm: new Vector3(),
    isSelecting: false,
    isMenuPressed: false,
    wasMenuDown: false,
  };
}

/** Reads both hands of a session: where they point, what they press. */
export class HeadsetHands {
  readonly left = createHand('left');
  readonly right = createHand('right');
  readonly both = [this.left, this.right] as const;
  readonly #session: XRSession;
  readonly #onHeadsetButton: () => void;
  readonly #listening = new AbortController();
  readonly #rotation = new Quaternion();

  /**
   * @param space in which hands are tracked: the rays are added to it
   * @param onHeadsetButton is called where something is selected that is no hand
   */
  constructor(session: XRSession, space: Object3D, onHeadsetButton: () => void) {
    this.#session = session;
    this.#onHeadsetButton = onHeadsetButton;
    space.add(this.left.ray, this.right.ray);
    const { signal } = this.#listening;
    const listen = (type: 'selectstart' | 'selectend', isSelecting: boolean) =>
      session.addEventListener(type, ({ inputSource }) => this.#select(inputSource, isSelecting), { signal });
    listen('selectstart', true);
    listen('selectend', false);
  }

  get isAnyTracked(): boolean {
    return this.left.isTracked || this.right.isTracked;
  }

  read(frame: XRFrame, space: XRReferenceSpace): void {
    for (const hand of this.both) {
      const input = this.#inputOf(hand.side);
      if (input !== hand.input) hand.isSelecting = false;
      hand.input = input;
      hand.isTracked = input !== null && this.#readRay(frame, space, input, hand);
      if (!hand.isTracked) hand.isSelecting = false;
      this.#readButtons(hand);
    }
  }

  dispose(): void {
    this.#listening.abort();
    for (const { ray } of this.both) ray.removeFromParent();
  }

  #select(input: XRInputSource, isSelecting: boolean): void {
    const hand = this.both.find((each) => each.side === input.handedness);
    if (hand) hand.isSelecting = isSelecting;
    else if (isSelecting) this.#onHeadsetButton();
  }

  /** Where a runtime reports both for one side, the bare hand is the one that points. */
  #inputOf(side: Side): XRInputSource | null {
    let found: XRInputSource | null = null;
    for (const input of this.#session.inputSources) {
      if (input.handedness === side && input.targetRayMode === 'tracked-pointer' && !found?.hand) found = input;
    }
    return found;
  }

  #readRay(frame: XRFrame, space: XRReferenceSpace, input: XRInputSource, hand: HeadsetHand): boolean {
    const ray = frame.getPose(input.targetRaySpace, space)?.transform;
    if (!ray) return false;
    copyPoint(ray.position, hand.ray.position);
    hand.ray.quaternion.copy(this.#rotationOf(ray.orientation));
    const tip = jointOf(frame, space, input, 'index-finger-tip');
    const wrist = jointOf(frame, space, input, 'wrist');
    hand.isBare = tip !== null && wrist !== null;
    if (tip && wrist) {
      copyPoint(tip.position, hand.tip);
      copyPoint(wrist.position, hand.wrist);
      // A joint's +Y points out of the back of the hand.
      hand.palm.set(0, -1, 0).applyQuaternion(this.#rotationOf(wrist.orientation));
      return true;
    }
    copyPoint(ray.position, hand.tip);
    const grip = input.gripSpace ? frame.getPose(input.gripSpace, space)?.transform : null;
    copyPoint((grip ?? ray).position, hand.wrist);
    return true;
  }

  #readButtons(hand: HeadsetHand): void {
    const buttons = hand.isBare ? [] : (hand.input?.gamepad?.buttons ?? []);
    const isDown = FACE_BUTTONS.some((button) => buttons[button]?.pressed);
    hand.isMenuPressed = isDown && !hand.wasMenuDown;
    hand.wasMenuDown = isDown;
  }

  #rotationOf({ x, y, z, w }: DOMPointReadOnly): Quaternion {
    return this.#rotation.set(x, y, z, w);
  }
}

function copyPoint({ x, y, z }: DOMPointReadOnly, out: Vector3): void {
  out.set(x, y, z);
}

function jointOf(
  frame: XRFrame,
  space: XRReferenceSpace,
  { hand }: XRInputSource,
  name: XRHandJoint,
): XRRigidTransform | null {
  const joint = hand?.get(name);
  return (joint && frame.getJointPose?.(joint, space)?.transform) ?? null;
}
