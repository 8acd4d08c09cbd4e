import { createVec3 } from '@leib/core';
import { disposeTree } from '@leib/three';
import {
  dragHandleTo,
  type EmulatedSource,
  type EmulatorHandle,
  grabHandle,
  lookBy,
  pressEmulatorKey,
  pushHandle,
  readHandle,
  releaseEmulatorKeys,
  releaseHandle,
  setMoveWish,
  turnHandBy,
} from '@leib/tracking';
import { Color, Group, Mesh, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3 } from 'three';
import { isTyping } from '../ui/isTyping.js';
import { stopAtGlass } from './glassStop.js';
import { PictureDrag } from './pictureDrag.js';
import type { World } from './world.js';

/** Drawn size, and the larger one that a finger hits, metres. */
const HANDLE_RADIUS = 0.045;
const GRASP_RADIUS = 0.11;
/** The head's joint is where the skull rests on the neck; its ball is this much higher, between the ears. */
const HEAD_LIFT = 0.07;
/** Radians a thing turns per pixel with Shift held. */
const TURN_PER_PIXEL = 0.008;
/** Metres a thing goes per notch of the wheel. */
const PUSH_PER_NOTCH = 0.04;

const stickWays = { KeyW: ['y', 1], KeyS: ['y', -1], KeyD: ['x', 1], KeyA: ['x', -1] } as const;

const restColor = new Color('#4ccbb5');
const heldColor = new Color('#ffb454');

interface Ball {
  readonly handle: EmulatorHandle;
  readonly mesh: Mesh<SphereGeometry, MeshBasicMaterial>;
}

/** Handles on the screen and keys for the emulated headset. The stage is the tracked space turned by half a turn. */
export class EmulatorInput {
  readonly world: World;
  readonly source: EmulatedSource;
  readonly #root = new Group();
  readonly #balls: readonly Ball[];
  readonly #held: Parameters<typeof releaseEmulatorKeys>[1] = new Set();
  readonly #drag: PictureDrag;
  readonly #grabOffset = new Vector3();
  readonly #point = new Vector3();
  readonly #turnBack = new Quaternion();
  readonly #trackedPoint = createVec3();
  readonly #listening = new AbortController();
  #isImmersive = false;
  #isUsed = true;
  /** The pointer is over a ball. */
  #isPointed = false;

  constructor(world: World, source: EmulatedSource) {
    this.world = world;
    this.source = source;
    const geometry = new SphereGeometry(1, 24, 16);
    this.#balls = (['head', 'leftHand', 'rightHand'] as const).map((handle) => {
      const material = new MeshBasicMaterial({ color: restColor, transparent: true, opacity: 0.75, depthTest: false });
      const mesh = new Mesh(geometry, material);
      mesh.scale.setScalar(HANDLE_RADIUS);
      mesh.renderOrder = 10;
      this.#root.add(mesh);
      return { handle, mesh };
    });
    world.tracked.add(this.#root);
    this.#drag = new PictureDrag(world, {
      take: () => this.#take(),
      move: (event) => this.#move(event),
      end: () => this.#letGo(),
      hover: (event) => this.#hover(event),
    });
    this.#listen(world.renderer.domElement);
    this.update();
  }

  /** Rooms without a tracked person show no handles and leave keys and pointer to others; virtual reality always uses them. */
  set isUsed(isUsed: boolean) {
    this.#isUsed = isUsed;
    this.#showRoot();
  }

  /** Pushes the sticks: to the right and ahead, -1..1, and turning to the right. */
  pushSticks(right: number, ahead: number, turnRight: number): void {
    const { keyStick } = this.world.locomotion;
    if (keyStick) Object.assign(keyStick, { x: right, y: ahead });
    setMoveWish(this.source.state, keyStick ? 0 : ahead, keyStick ? 0 : right, 0, -turnRight);
  }

  /** Inside virtual reality the own head has no handle: dragging anywhere looks around. */
  set isImmersive(isImmersive: boolean) {
    this.#isImmersive = isImmersive;
    this.#showRoot();
    for (const { handle, mesh } of this.#balls) mesh.visible = handle !== 'head' || !isImmersive;
  }

  /** A walk ends before the mirror, on either side of it. */
  stayOutOfGlass(): void {
    const { glass, person } = this.world;
    if (!glass) return;
    const { params, state } = this.source;
    const { headGoal } = state;
    this.#root.localToWorld(this.#point.set(-headGoal[0], 0, -headGoal[2]));
    const metres = Math.max(1, (params.standingHeadHeight * person.scale.x) / 1.55);
    if (!stopAtGlass(glass, this.#point, metres)) return;
    this.#root.worldToLocal(this.#point);
    headGoal[0] = -this.#point.x;
    headGoal[2] = -this.#point.z;
  }

  /** Puts the balls where head and hands are shown. */
  update(): void {
    const { x, z, yaw } = this.world.wearer.recentring;
    this.#root.position.set(x, 0, z);
    this.#root.rotation.y = yaw;
    for (let i = 0; i < this.#balls.length; i++) {
      const { handle, mesh } = this.#balls[i];
      readHandle(this.source.state, handle, this.#trackedPoint);
      const lift = handle === 'head' ? HEAD_LIFT : 0;
      mesh.position.set(-this.#trackedPoint[0], this.#trackedPoint[1] + lift, -this.#trackedPoint[2]);
      const { grabbed, activeHand } = this.source.state;
      mesh.material.color.copy(grabbed === handle ? heldColor : restColor);
      // The hand that keys act on is the brighter one.
      mesh.material.opacity = handle === `${activeHand}Hand` ? 0.9 : 0.6;
    }
  }

  /** Where a ball is drawn, the world's metres; of the head where its joint is, below the ball. */
  handleWorld(handle: EmulatorHandle): readonly [x: number, y: number, z: number] {
    const mesh = this.#balls.find((ball) => ball.handle === handle)?.mesh ?? this.#root;
    const { x, y, z } = mesh.getWorldPosition(this.#point);
    return [x, y - (handle === 'head' ? HEAD_LIFT * this.world.person.scale.x : 0), z];
  }

  /** Holds or lets go of a key, by its code; false where it means nothing here. */
  press(code: string, isDown: boolean): boolean {
    if (this.#pushStick(code, isDown)) return true;
    return pressEmulatorKey(this.source.params, this.source.state, this.#held, code, isDown);
  }

  dispose(): void {
    this.#listening.abort();
    this.#drag.dispose();
    this.world.renderer.domElement.style.cursor = '';
    this.#releaseKeys();
    this.world.rig.controls.enabled = true;
    this.#root.removeFromParent();
    disposeTree(this.#root);
  }

  #showRoot(): void {
    this.#root.visible = this.#isUsed || this.#isImmersive;
    if (this.#root.visible) return;
    this.#releaseKeys();
    this.#pointAt(false);
  }

  #listen(canvas: HTMLCanvasElement): void {
    const { signal } = this.#listening;
    // Before the camera's own controls hear of it.
    const first = { signal, capture: true };
    canvas.addEventListener('wheel', (event) => this.#push(event), { ...first, passive: false });
    addEventListener('keydown', (event) => this.#key(event, true), first);
    addEventListener('keyup', (event) => this.#key(event, false), first);
    addEventListener('blur', () => this.#releaseKeys(), { signal });
  }

  #take(): boolean {
    const ball = this.#root.visible ? this.#ballUnderPointer() : null;
    // Inside virtual reality one looks around by dragging the picture.
    if (!ball) return this.#isImmersive;
    const { handle, mesh } = ball;
    grabHandle(this.source.state, handle);
    mesh.getWorldPosition(this.#point);
    this.#drag.facePlane(this.#point);
    this.#drag.meetPlane(this.#grabOffset);
    this.#grabOffset.sub(this.#point);
    if (handle === 'head') this.#grabOffset.y += HEAD_LIFT * this.world.person.scale.x;
    return true;
  }

  #move(event: PointerEvent): void {
    const { state, params } = this.source;
    const { grabbed } = state;
    if (!grabbed || event.shiftKey) {
      const [x, y] = [event.movementX * TURN_PER_PIXEL, event.movementY * TURN_PER_PIXEL];
      if (!grabbed || grabbed === 'head') lookBy(state, -x, y);
      else turnHandBy(state, grabbed === 'leftHand' ? 'left' : 'right', x, -y);
      return;
    }
    if (!this.#drag.meetPlane(this.#point)) return;
    this.#root.worldToLocal(this.#point.sub(this.#grabOffset));
    dragHandleTo(params, state, [-this.#point.x, this.#point.y, -this.#point.z]);
  }

  /** A mouse over a ball: the cursor says that it can be grabbed. */
  #hover(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    const isOver = this.#root.visible && this.#ballUnderPointer() !== null;
    this.#pointAt(isOver);
  }

  #pointAt(isOver: boolean): void {
    if (isOver === this.#isPointed) return;
    this.#isPointed = isOver;
    this.world.renderer.domElement.style.cursor = isOver ? 'grab' : '';
  }

  #letGo(): void {
    releaseHandle(this.source.state);
    if (this.#isImmersive) this.world.rig.controls.enabled = false;
  }

  #push(event: WheelEvent): void {
    const { state, params } = this.source;
    if (!state.grabbed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.world.rig.camera.getWorldDirection(this.#point);
    this.#point.applyQuaternion(this.#root.getWorldQuaternion(this.#turnBack).invert());
    pushHandle(
      params,
      state,
      [-this.#point.x, this.#point.y, -this.#point.z],
      -Math.sign(event.deltaY) * PUSH_PER_NOTCH,
    );
    this.#drag.plane.constant += Math.sign(event.deltaY) * PUSH_PER_NOTCH;
  }

  #key(event: KeyboardEvent, isDown: boolean): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#root.visible) return;
    // With Shift they are the camera's (cameraKeys.ts).
    if (isDown && (event.shiftKey || isForControl(event))) return;
    if (!this.press(event.code, isDown)) return;
    if (isDown && event.code === 'Home') this.world.goHome();
    event.preventDefault();
    // A key that is let go may have been the camera's when it was pressed.
    if (isDown) event.stopImmediatePropagation();
  }

  #releaseKeys(): void {
    releaseEmulatorKeys(this.source.state, this.#held);
    if (this.world.locomotion.keyStick) this.world.locomotion.keyStick = { x: 0, y: 0 };
  }

  /** In rooms where one gets about by stick, the walking keys push it. */
  #pushStick(code: string, isDown: boolean): boolean {
    const { keyStick } = this.world.locomotion;
    const way = stickWays[code as keyof typeof stickWays];
    if (!keyStick || !way) return false;
    const [axis, sign] = way;
    if (isDown) keyStick[axis] = sign;
    else if (keyStick[axis] === sign) keyStick[axis] = 0;
    return true;
  }

  /** The ball whose larger, invisible ball the pointer's ray meets nearest to its middle. */
  #ballUnderPointer(): Ball | null {
    let nearest: Ball | null = null;
    let nearestDistance = GRASP_RADIUS * this.world.person.scale.x;
    for (const ball of this.#balls) {
      if (!ball.mesh.visible) continue;
      const distance = this.#drag.raycaster.ray.distanceToPoint(ball.mesh.getWorldPosition(this.#point));
      if (distance < nearestDistance) {
        nearest = ball;
        nearestDistance = distance;
      }
    }
    return nearest;
  }
}

/** Whether a key is meant for what has the focus: of a switch or a tab it is only what moves it. */
function isForControl({ target, code }: KeyboardEvent): boolean {
  if (isTyping(target)) return true;
  if (!(target instanceof Element)) return false;
  const moving = target.closest('[type=range], [role=separator], [role=slider]')
    ? /^(Space|Enter|Arrow|Page|Home|End)/
    : /^(Space|Enter|Arrow)/;
  return (
    moving.test(code) && target.closest('input, [role=tab], [role=treeitem], [role=separator], [role=slider]') !== null
  );
}
