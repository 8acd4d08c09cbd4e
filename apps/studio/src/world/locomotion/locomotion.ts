import { createQuat, createVec3, vec3 } from '@leib/core';
import {
  createLanding,
  createPlayerState,
  type defaultPlayerSettings,
  findLanding,
  type Ground,
  placePlayer,
} from '@leib/embody';
import { disposeTree } from '@leib/three';
import { type JointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  DynamicDrawUsage,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Raycaster,
  RingGeometry,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { createStore } from 'zustand/vanilla';
import { isTyping } from '../../ui/isTyping.js';
import type { StageSettings } from '../stageSections.js';
import { playerSettingsOf } from './gettingAbout.js';

type PlayerSettings = typeof defaultPlayerSettings;

const up = new Vector3(0, 1, 0);

/** What carries the person through the world beside their steps: the stick of keys, teleports. The same in every room. */
export class Locomotion {
  /** Parent of the tracked space (TargetOffset), the person's metres. */
  readonly root = new Group();
  readonly player = createPlayerState();
  readonly teleporter: Teleporter;
  /** What keys push instead of walking, -1..1: +x right, +y forward. null: keys walk. */
  keyStick: { x: number; y: number } | null = null;
  readonly #settings: () => StageSettings;
  #values: StageSettings | null = null;
  #playerSettings: PlayerSettings | null = null;

  constructor(world: CarryingWorld, settings: () => StageSettings) {
    this.#settings = settings;
    // A wearer of a headset can be carried where no body is tracked, too.
    this.teleporter = new Teleporter(world, () => world.renderer.xr.isPresenting || !settings().isStill);
  }

  /** Settings of the sphere and the stick, as they are now. */
  get playerSettings(): PlayerSettings {
    const values = this.#settings();
    if (values !== this.#values || this.#playerSettings === null) {
      this.#values = values;
      this.#playerSettings = playerSettingsOf(values);
    }
    return this.#playerSettings;
  }

  /** Back to where the source has the person. */
  goHome(): void {
    placePlayer(this.player, 0, 0, 0, 0);
    this.player.bob = 0;
    this.teleporter.stop();
  }

  /** One frame, after devices were read and the room has moved the person. Returns where they teleport to; null: nowhere. */
  push(joints: JointFrame): ReturnType<Teleporter['takeLanding']> {
    this.#pushStick(joints);
    return this.teleporter.takeLanding();
  }

  /** The same when the person was carried: `joints` as the body was solved from them. */
  show(joints: JointFrame): void {
    this.root.position.fromArray(this.player.offsetWorld);
    this.root.rotation.y = this.player.offsetYaw;
    this.teleporter.step(joints);
  }

  /** Where a space within the carried one is, the person's metres. */
  placeOf(tracked: Object3D): { readonly position: Vector3; readonly yaw: number } {
    const position = tracked.position.clone().applyAxisAngle(up, this.player.offsetYaw);
    return { position: position.add(this.root.position), yaw: this.player.offsetYaw + tracked.rotation.y };
  }

  dispose(): void {
    this.teleporter.dispose();
    this.root.removeFromParent();
  }

  /** Keys that push the stick instead of walking. A thumb's own push stays. */
  #pushStick({ leftController }: JointFrame): void {
    this.keyStick = this.#settings().keys === 'stick' ? (this.keyStick ?? { x: 0, y: 0 }) : null;
    if (this.keyStick === null || (this.keyStick.x === 0 && this.keyStick.y === 0)) return;
    const { x, y } = this.keyStick;
    leftController.stickX = x;
    leftController.stickY = y;
  }
}

/** Speed of the throw that a hand aims with, metres per second, and its gravity. */
const THROW_SPEED = 6;
const THROW_GRAVITY = 9.81;
/** The right stick aims when it is pushed ahead this far, and goes when it is back below the second. */
const AIM_AT = 0.7;
const GO_BELOW = 0.4;
const colours = { free: '#4ccbb5', blocked: '#ef4444' } as const;

/** What aims now: a button until the next click, a held key, or the stick of the right hand. */
type Aim = 'click' | 'key' | 'stick';

/**
 * Chooses a place to go to at once. On the page with the pointer: a button and then a click or tap on the ground, or
 * Shift+T held. In virtual reality with the right hand: its stick pushed ahead, or Shift+T.
 */
class Teleporter {
  /** Ring and way, the person's metres. */
  readonly root = new Group();
  readonly store = createStore(() => ({ isAiming: false }));
  readonly #world: CarryingWorld;
  readonly #canAim: () => boolean;
  readonly #landing = createLanding();
  readonly #listening = new AbortController();
  readonly #raycaster = new Raycaster();
  readonly #pointer = new Vector2(0, -0.2);
  readonly #from = createVec3();
  readonly #way = createVec3();
  readonly #turn = createQuat();
  readonly #ring: Mesh<RingGeometry, MeshBasicMaterial>;
  readonly #line: Line<BufferGeometry, LineBasicMaterial>;
  #aim: Aim | null = null;
  #canLand = false;
  #isGoing = false;

  /** @param canAim whether there is a person to carry */
  constructor(world: CarryingWorld, canAim: () => boolean) {
    this.#world = world;
    this.#canAim = canAim;
    this.#ring = new Mesh(
      new RingGeometry(0.22, 0.28, 48).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({ transparent: true, opacity: 0.85, depthTest: false }),
    );
    const way = new BufferAttribute(new Float32Array(this.#landing.way.length), 3).setUsage(DynamicDrawUsage);
    this.#line = new Line(
      new BufferGeometry().setAttribute('position', way),
      new LineBasicMaterial({ transparent: true, opacity: 0.7 }),
    );
    this.#line.frustumCulled = false;
    this.#ring.renderOrder = 1000;
    this.root.name = 'teleport';
    this.root.add(this.#ring, this.#line);
    this.root.visible = false;
    this.#listen(world.renderer.domElement);
  }

  /** The next click or tap on the ground goes there; again: it does not. */
  toggle(): void {
    if (this.#aim === null) this.#begin('click');
    else this.stop();
  }

  /** Aims no longer, and goes nowhere. */
  stop(): void {
    this.#aim = null;
    this.#isGoing = false;
    this.root.visible = false;
    this.store.setState({ isAiming: false });
  }

  /** The place that was chosen, once; null while none is. */
  takeLanding(): ReturnType<typeof createLanding> | null {
    const isChosen = this.#isGoing && this.#canLand;
    if (this.#isGoing) this.stop();
    return isChosen ? this.#landing : null;
  }

  /** One frame: `joints` as the body is solved from them. */
  step(joints: JointFrame): void {
    this.#readStick(joints);
    if (this.#aim === null) return;
    if (this.#world.renderer.xr.isPresenting) this.#aimByHand(joints);
    else this.#aimByPointer();
    this.#draw();
  }

  dispose(): void {
    this.#listening.abort();
    disposeTree(this.root);
    this.root.removeFromParent();
  }

  #begin(aim: Aim): void {
    if (!this.#canAim()) return;
    this.#aim = aim;
    this.#canLand = false;
    this.store.setState({ isAiming: true });
  }

  #readStick({ rightController }: JointFrame): void {
    if (!this.#world.renderer.xr.isPresenting) return;
    if (this.#aim === null && rightController.stickY > AIM_AT) this.#begin('stick');
    else if (this.#aim === 'stick' && rightController.stickY < GO_BELOW) this.#isGoing = true;
  }

  /** A throw from the right hand, along its fingers. */
  #aimByHand({ jointPoses: poses, quality: grades }: JointFrame): void {
    const at = pointNumber.rightHand * POSE_SIZE;
    this.#canLand = false;
    if (grades[pointNumber.rightHand] === quality.lost) return;
    vec3.set(this.#from, poses[at], poses[at + 1], poses[at + 2]);
    for (let k = 0; k < 4; k++) this.#turn[k] = poses[at + 3 + k];
    vec3.set(this.#way, -THROW_SPEED, 0, 0);
    vec3.transformQuat(this.#way, this.#way, this.#turn);
    this.#canLand = findLanding(this.#world.ground, this.#from, this.#way, THROW_GRAVITY, this.#landing);
  }

  #aimByPointer(): void {
    const { rig, person, ground } = this.#world;
    this.#raycaster.setFromCamera(this.#pointer, rig.camera);
    const { origin, direction } = this.#raycaster.ray;
    const metres = 1 / person.scale.x;
    vec3.set(this.#from, origin.x * metres, origin.y * metres, origin.z * metres);
    vec3.set(this.#way, direction.x, direction.y, direction.z);
    this.#canLand = findLanding(ground, this.#from, this.#way, 0, this.#landing);
  }

  #draw(): void {
    const { pointWorld, way, wayCount } = this.#landing;
    const isThrow = this.#world.renderer.xr.isPresenting;
    this.root.visible = true;
    this.#ring.visible = this.#canLand;
    this.#ring.position.set(pointWorld[0], pointWorld[1] + 0.01, pointWorld[2]);
    this.#line.visible = isThrow;
    if (isThrow) {
      const position = this.#line.geometry.getAttribute('position') as BufferAttribute;
      for (let i = 0; i < wayCount * 3; i++) position.array[i] = way[i];
      position.needsUpdate = true;
      this.#line.geometry.setDrawRange(0, wayCount);
    }
    const colour = this.#canLand ? colours.free : colours.blocked;
    this.#ring.material.color.set(colour);
    this.#line.material.color.set(colour);
  }

  #listen(canvas: HTMLCanvasElement): void {
    // Before the camera and the handles hear of it.
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointermove', (event) => this.#point(event, canvas), first);
    canvas.addEventListener('pointerdown', (event) => this.#click(event, canvas), first);
    // What begins as a click here must not end as one elsewhere.
    canvas.addEventListener('pointerup', (event) => this.#aim !== null && event.stopImmediatePropagation(), first);
    globalThis.addEventListener?.('keydown', (event) => this.#key(event, true), first);
    globalThis.addEventListener?.('keyup', (event) => this.#key(event, false), first);
  }

  #point(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    this.#pointer.set(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    if (this.#aim !== null) event.stopImmediatePropagation();
  }

  #click(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (this.#aim !== 'click' || event.button !== 0) return;
    this.#point(event, canvas);
    event.preventDefault();
    this.#aimByPointer();
    this.#isGoing = true;
  }

  #key(event: KeyboardEvent, isDown: boolean): void {
    if (event.code !== 'KeyT' && !(event.code === 'Escape' && this.#aim !== null)) return;
    if (event.code === 'Escape') {
      if (isDown) this.stop();
    } else if (isDown && event.shiftKey && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
      if (!this.#canAim()) return;
      if (this.#aim === null) this.#begin('key');
    } else if (!isDown && this.#aim === 'key') {
      this.#isGoing = true;
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** What of the world carries the person. */
export interface CarryingWorld {
  /** In the person's metres. */
  readonly ground: Ground;
  readonly renderer: WebGLRenderer;
  readonly person: Object3D;
  readonly rig: { readonly camera: Camera };
}
