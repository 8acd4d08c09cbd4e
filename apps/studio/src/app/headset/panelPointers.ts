import { createRayPointer, type Pointer } from '@pmndrs/pointer-events';
import { Group, type Object3D, type PerspectiveCamera, type Vector3 } from 'three';
import { pulseInput } from '../../world/handPulse.js';
import type { HeadsetHand, HeadsetHands, Side } from './headsetHands.js';
import { PanelCursor } from './panelCursor.js';
import type { HeadPose, PanelPose } from './panelPlacement.js';
import {
  createDwellState,
  createPokeState,
  defaultDwellParams,
  defaultPokeParams,
  SteadyRay,
  stepDwell,
  stepPoke,
} from './presses.js';

/** Holding a press this long still counts: pinches are slow. */
const CLICK_MS = 4000;
/** A finger's own ray starts this far above the panel, metres. */
const FINGER_START = 0.1;

/** What is pointed at. */
export interface PointedPanel {
  readonly scene: Object3D;
  readonly pose: PanelPose;
  /** Half of its width and height, metres at scale 1. */
  readonly halfWidth: number;
  readonly halfHeight: number;
  /** Name of the button that an object belongs to; null where it is none. */
  buttonAt(object: Object3D): string | null;
  /** Whether it is the place to drag the panel by. */
  isHandle(object: Object3D): boolean;
}

interface HandPointer {
  readonly side: Side;
  readonly ray: Pointer;
  readonly steady: SteadyRay;
  readonly finger: Pointer;
  readonly fingerSpace: Group;
  readonly poke: ReturnType<typeof createPokeState>;
  readonly cursor: PanelCursor;
  wasSelecting: boolean;
  isOnPanel: boolean;
  /** Carries the panel: where it is in the hand's space. */
  carried: Vector3 | null;
}

/** Rays, finger tips and the gaze at the panel: what they are on, what they press. Events are @pmndrs/pointer-events'. */
export class PanelPointers {
  /** In the tracked space. */
  readonly root = new Group();
  readonly #hands: HeadsetHands;
  readonly #onCarry: () => void;
  readonly #pointers: readonly HandPointer[];
  readonly #gazeSpace = new Group();
  readonly #gaze: Pointer;
  readonly #gazeCursor = new PanelCursor();
  readonly #dwell = createDwellState();
  #timeMs = 0;

  /** @param onCarry is called in every frame in which a hand carries the panel */
  constructor(hands: HeadsetHands, camera: PerspectiveCamera, onCarry: () => void) {
    this.#hands = hands;
    this.#onCarry = onCarry;
    const options = { clickThresholdMs: CLICK_MS };
    const pointerAt = (space: Object3D, kind: string): Pointer =>
      createRayPointer(() => camera, { current: space }, {}, options, kind);
    this.#pointers = hands.both.map(({ side }) => {
      const fingerSpace = new Group();
      const cursor = new PanelCursor();
      const steady = new SteadyRay();
      this.root.add(fingerSpace, cursor.root, steady.root);
      return {
        side,
        ray: pointerAt(steady.root, 'ray'),
        steady,
        finger: pointerAt(fingerSpace, 'touch'),
        fingerSpace,
        poke: createPokeState(),
        cursor,
        wasSelecting: false,
        isOnPanel: false,
        carried: null,
      };
    });
    this.root.add(this.#gazeSpace, this.#gazeCursor.root);
    this.#gaze = pointerAt(this.#gazeSpace, 'gaze');
  }

  /** Presses what is looked at. */
  pressGaze(): void {
    this.#click(this.#gaze);
  }

  /** Whether a hand is at the panel: then it does nothing else. */
  isOnPanel(side: Side): boolean {
    return this.#pointers.some((pointer) => pointer.side === side && pointer.isOnPanel);
  }

  /**
   * @param panel what is shown; null: nothing
   * @param isGazing whether looking at a button for a while presses it
   * @param worn the hand that wears the panel: it does not point at it
   */
  step(panel: PointedPanel | null, head: HeadPose, isGazing: boolean, worn: Side | null, dtSeconds: number): void {
    this.#timeMs += dtSeconds * 1000;
    for (const pointer of this.#pointers) {
      const hand = this.#hands[pointer.side];
      pointer.steady.step(hand.ray, hand.isSelecting || pointer.wasSelecting, dtSeconds);
      if (panel && hand.isTracked && worn !== pointer.side) this.#stepHand(pointer, hand, panel);
      else this.#rest(pointer);
      pointer.wasSelecting = hand.isSelecting;
    }
    this.#gazeSpace.position.copy(head.position);
    this.#gazeSpace.quaternion.copy(head.rotation);
    this.#stepGaze(isGazing ? panel : null, dtSeconds);
  }

  /** Where each pointer meets the panel, world space, for measurements. */
  get meets(): Readonly<Record<Side | 'gaze', Vector3 | null>> {
    const at = (side: Side) => {
      const pointer = this.#pointers.find((each) => each.side === side);
      return pointer?.isOnPanel ? (hitOf(pointer.ray) ?? hitOf(pointer.finger)) : null;
    };
    return { left: at('left'), right: at('right'), gaze: hitOf(this.#gaze) };
  }

  dispose(): void {
    for (const { ray, finger, cursor } of this.#pointers) {
      this.#exit(ray);
      this.#exit(finger);
      cursor.dispose();
    }
    this.#exit(this.#gaze);
    this.#gazeCursor.dispose();
    this.root.removeFromParent();
  }

  #stepHand(pointer: HandPointer, hand: HeadsetHand, panel: PointedPanel): void {
    if (pointer.carried && hand.isSelecting) {
      panel.pose.position.copy(pointer.carried).applyQuaternion(hand.ray.quaternion).add(hand.ray.position);
      this.#onCarry();
      return;
    }
    pointer.carried = null;
    if (this.#stepFinger(pointer, hand, panel)) {
      this.#exit(pointer.ray);
      pointer.isOnPanel = true;
      return;
    }
    this.#exit(pointer.finger);
    pointer.ray.move(panel.scene, this.#event());
    const hit = hitOf(pointer.ray);
    this.#press(pointer, hand, panel);
    // A trigger that was pulled on the panel stays the panel's until it is let go.
    pointer.isOnPanel = hit !== null || (pointer.isOnPanel && hand.isSelecting);
    this.#showCursor(pointer, panel, hit, hand.ray.position);
  }

  #press(pointer: HandPointer, hand: HeadsetHand, panel: PointedPanel): void {
    const { object } = pointer.ray.getIntersection() ?? {};
    if (hand.isSelecting && !pointer.wasSelecting) {
      pointer.ray.down(this.#event());
      if (!object || hitOf(pointer.ray) === null) return;
      pulseInput(hand.input);
      if (!panel.isHandle(object)) return;
      const back = hand.ray.quaternion.clone().invert();
      pointer.carried = panel.pose.position.clone().sub(hand.ray.position).applyQuaternion(back);
    } else if (!hand.isSelecting && pointer.wasSelecting) pointer.ray.up(this.#event());
  }

  /** A finger tip near the panel hovers over it, and presses where it goes down. Returns whether it is near. */
  #stepFinger(pointer: HandPointer, hand: HeadsetHand, panel: PointedPanel): boolean {
    const { position, rotation, scale } = panel.pose;
    const tip = hand.tip.clone().sub(position).applyQuaternion(rotation.clone().invert());
    const isOver = Math.abs(tip.x) < panel.halfWidth * scale && Math.abs(tip.y) < panel.halfHeight * scale;
    const { isHovering, isPressed } = stepPoke(defaultPokeParams, pointer.poke, tip.z, isOver);
    if (!isHovering) return false;
    pointer.fingerSpace.quaternion.copy(rotation);
    pointer.fingerSpace.position.set(tip.x, tip.y, FINGER_START).applyQuaternion(rotation).add(position);
    pointer.finger.move(panel.scene, this.#event());
    // A controller that touches the panel may pull its trigger, too; of a hand that pokes, fingers meet by chance.
    const isTriggered = !hand.isBare && hand.isSelecting && !pointer.wasSelecting;
    if (isPressed || isTriggered) {
      this.#click(pointer.finger);
      pulseInput(hand.input);
    }
    this.#showCursor(pointer, panel, hitOf(pointer.finger), null);
    return true;
  }

  #stepGaze(panel: PointedPanel | null, dtSeconds: number): void {
    if (!panel) {
      this.#exit(this.#gaze);
      this.#gazeCursor.hide();
      stepDwell(defaultDwellParams, this.#dwell, null, dtSeconds);
      return;
    }
    this.#gaze.move(panel.scene, this.#event());
    const hit = hitOf(this.#gaze);
    const object = this.#gaze.getIntersection()?.object;
    const target = hit && object ? panel.buttonAt(object) : null;
    const { progress, pressed } = stepDwell(defaultDwellParams, this.#dwell, target, dtSeconds);
    if (hit) this.#gazeCursor.show(this.#toTracked(hit), panel.pose.rotation, panel.pose.scale, null, progress);
    else this.#gazeCursor.hide();
    if (pressed !== null) this.#click(this.#gaze);
  }

  #showCursor({ cursor }: HandPointer, { pose }: PointedPanel, hit: Vector3 | null, from: Vector3 | null): void {
    if (hit) cursor.show(this.#toTracked(hit), pose.rotation, pose.scale, from);
    else cursor.hide();
  }

  /** From the world into the tracked space. */
  #toTracked(pointWorld: Vector3): Vector3 {
    return this.root.worldToLocal(pointWorld.clone());
  }

  #rest(pointer: HandPointer): void {
    this.#exit(pointer.ray);
    this.#exit(pointer.finger);
    pointer.cursor.hide();
    pointer.carried = null;
    pointer.isOnPanel &&= this.#hands[pointer.side].isSelecting;
  }

  #click(pointer: Pointer): void {
    pointer.down(this.#event());
    pointer.up(this.#event());
  }

  #exit(pointer: Pointer): void {
    if (pointer.getIntersection() !== undefined) pointer.exit(this.#event());
  }

  #event(): { timeStamp: number; button: number } {
    return { timeStamp: this.#timeMs, button: 0 };
  }
}

/** Where a pointer meets the panel, world space; null where it meets nothing. */
function hitOf(pointer: Pointer): Vector3 | null {
  const hit = pointer.getIntersection();
  return hit && !(hit.object as { isVoidObject?: boolean }).isVoidObject ? hit.point : null;
}
