import { THIRD_PERSON_LAYER } from '@leib/three';
import { Group, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Subject } from './bodyBounds.js';
import { type Viewpoint, viewWithCompany } from './companyView.js';
import { createKeepInPicture, holdView, releaseView, stepKeepInPicture } from './keepInPicture.js';
import { type Covered, FOV_DEG, PictureFrame, tangentOf } from './pictureFrame.js';
import type { Recentring } from './recentring.js';
import { type FigureRow, PERSON_HEIGHT, rowTangents, viewpoints } from './viewpoints.js';

export type CameraMode = 'orbit' | 'mirror' | 'figure' | 'row' | 'thing' | 'eyes';

/** People within this share of that height are seen from the same place. */
const SAME_HEIGHT = 0.12;
/** Half of the height in the picture that a standing person needs, share of theirs. */
const STANDING_ROOM = 0.64;
/** Room around what is framed. */
const FRAME_MARGIN = 1.12;

/** From which way a thing is seen: from the front, a little from above and from the side; a long one from the side. */
const thingWay = new Vector3(0.32, 0.22, 1).normalize();
const longThingWay = new Vector3(1, 0.25, 0.75).normalize();
/** A thing this many times as deep as wide is long. */
const LONG = 1.4;

/** Seconds for half of the way to a person who walks away. */
const FOLLOW_HALF_LIFE = 0.25;
/** Seconds for half of the way when the view changes. */
const EASE_HALF_LIFE = 0.09;
/** Horizontal angle that must stay in view on narrow screens, degrees. */
const MIN_HORIZONTAL_FOV_DEG = 30;
const usualTangents = { up: tangentOf(FOV_DEG), across: tangentOf(MIN_HORIZONTAL_FOV_DEG) };
/** How far the camera may go away, metres: from a person, and from a row with a crowd behind it. */
const MOST_AWAY = 9;
/** How near the camera may come to a person, metres. */
const NEAREST = 0.5;
/** Room around a thing in the picture. */
const THING_MARGIN = 1.6;
const ROW_MOST_AWAY = 25;
/** How far behind the start a wearer watches from, metres. */
const WATCH_DISTANCE = 1.5;

/** The spectator's camera: a few ways to look, eased between, never under the floor. */
export class CameraRig {
  /** In virtual reality the tracked space hangs on this: a headset looks along -Z, the mirror stands at +Z. */
  readonly root = new Group();
  readonly camera = new PerspectiveCamera(FOV_DEG, 1, 0.05, 60);
  readonly controls: OrbitControls;
  readonly #lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  #mode: CameraMode = 'orbit';
  /** True until the camera has arrived at a new viewpoint; a visitor's hand on it ends the journey. */
  #isTravelling = false;
  /** Where the camera travels to, from where the person was followed to. */
  readonly #journey = { position: new Vector3(), target: new Vector3() };
  /** Where the person was followed to: the viewpoints count from there. */
  readonly #followed = new Vector3();
  /** The view goes back to where it started from, since the person does not walk any more. */
  #isFollowEnding = false;
  readonly #keep = createKeepInPicture();
  /** The person's height against PERSON_HEIGHT. */
  #personSize = 1;
  /** Where another body stands beside the person's start, metres to the side; 0: none does. */
  #companyX = 0;
  #row: FigureRow = { halfWidth: 1.7, height: PERSON_HEIGHT };
  #subject: Subject | null = null;
  readonly #goal = new Vector3();
  /** Where a thing of any size is seen from (frameThing). */
  readonly #thing = { position: new Vector3(0.5, 1.35, 3.5), target: new Vector3(0, 0.92, 0), nearest: 0.5 };
  /** The view is the mode's own: it follows from the window's size. */
  #isUntouched = true;
  #hasStepped = false;
  readonly #picture = new PictureFrame();

  constructor(canvas: HTMLCanvasElement) {
    this.root.add(this.camera);
    this.camera.layers.enable(THIRD_PERSON_LAYER);
    this.camera.position.copy(viewpoints.orbit.position);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.target.copy(viewpoints.orbit.target);
    this.controls.enableDamping = !this.#lessMotion.matches;
    this.controls.minDistance = NEAREST;
    this.controls.maxDistance = MOST_AWAY;
    this.controls.maxPolarAngle = Math.PI * 0.53;
    this.controls.addEventListener('start', () => {
      this.#isTravelling = false;
      this.#isUntouched = false;
      holdView(this.#keep);
    });
    this.controls.addEventListener('end', () => releaseView(this.#keep, this.#subject?.centre ?? this.controls.target));
  }

  get mode(): CameraMode {
    return this.#mode;
  }

  setMode(mode: CameraMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#isUntouched = true;
    this.#travelTo(this.#viewpoint());
    this.controls.enabled = mode !== 'eyes';
    // Through one's own eyes, the own head is not to be seen.
    if (mode === 'eyes') this.camera.layers.disable(THIRD_PERSON_LAYER);
    else this.camera.layers.enable(THIRD_PERSON_LAYER);
    this.#limitDistance();
    this.#fitPicture();
  }

  /** Somebody of another height is on the stage: the view goes where they are whole. */
  setPersonHeight(height: number): void {
    const size = height / PERSON_HEIGHT;
    const next = Math.abs(size - 1) < SAME_HEIGHT ? 1 : size;
    if (next === this.#personSize) return;
    this.#personSize = next;
    this.#limitDistance();
    if (this.#isOfPerson()) this.#startAt(this.#viewpoint());
    this.#isUntouched = true;
  }

  /** Another body stands so many metres to the side of the person: at the start both are to be seen. 0: none does. */
  setCompany(besideX: number): void {
    if (Math.abs(besideX - this.#companyX) < 0.01) return;
    this.#companyX = besideX;
    this.#limitDistance();
    if (this.#isUntouched && this.#hasCompany()) this.#startAt(this.#viewpoint());
  }

  /** In the mode "row": the whole of it is in the picture. */
  setRow(row: FigureRow): void {
    const { halfWidth, height } = this.#row;
    if (Math.abs(row.halfWidth - halfWidth) < 0.01 && Math.abs(row.height - height) < 0.01) return;
    this.#row = row;
    if (this.#mode === 'row') this.#fitPicture();
  }

  /** Goes as near as the person is whole between bars and panels, seen from the present side; in other modes, to the start. */
  frame(): void {
    const subject = this.#isOfPerson() ? this.#subject : null;
    this.#isUntouched = subject === null;
    if (!subject) {
      this.#travelTo(this.#viewpoint());
      return;
    }
    const way = this.#goal.copy(this.camera.position).sub(this.controls.target);
    if (way.lengthSq() < 1e-9) way.set(0, 0, 1);
    const { up, across } = this.#picture.tangents;
    const radius = Math.hypot(subject.half.x, subject.half.z);
    const away = Math.max(subject.half.y / up, radius / across) * FRAME_MARGIN + radius;
    way.setLength(Math.min(Math.max(away, this.controls.minDistance), this.controls.maxDistance));
    const position = way.add(subject.centre).clone();
    position.y = Math.max(position.y, 0.1 * this.#personSize);
    this.#travelTo({
      position: position.sub(this.#followed),
      target: subject.centre.clone().sub(this.#followed),
    });
  }

  /** Back to where the view was at first. */
  goHome(): void {
    this.endFollowing();
    this.#isUntouched = true;
    this.#travelTo(this.#viewpoint());
  }

  /** The person is at the start again: the view goes back by as much as it has followed them. */
  endFollowing(): void {
    this.#isFollowEnding = true;
    this.#keep.isReturning = false;
    this.#keep.releasedAt = null;
  }

  /** In the mode "thing": goes where a thing fills the picture. `half`: half of its sizes, metres. */
  frameThing(centre: Vector3, half: Vector3, isAtOnce: boolean): void {
    const across = Math.max(usualTangents.across, usualTangents.up * this.#picture.aspect);
    const away = Math.max(half.y / usualTangents.up, Math.max(half.x, half.z) / across);
    const way = half.z > LONG * half.x ? longThingWay : thingWay;
    this.#thing.target.copy(centre);
    this.#thing.position.copy(centre).addScaledVector(way, away * THING_MARGIN);
    this.#thing.nearest = Math.min(NEAREST, away / 3);
    this.#limitDistance();
    if (this.#mode === 'thing') this.#travelTo(this.#thing);
    if (!isAtOnce) return;
    this.camera.position.copy(this.#thing.position);
    this.controls.target.copy(centre);
  }

  /** Looks from a place at another, at once. */
  goTo(position: readonly [number, number, number], target: readonly [number, number, number]): void {
    this.#isTravelling = false;
    this.#isUntouched = false;
    this.camera.position.set(...position);
    this.controls.target.set(...target);
    // What is seen now is what was wanted, until the body moves.
    releaseView(this.#keep, this.#subject?.centre ?? this.controls.target);
  }

  /** What is looked at has moved: the view goes along. */
  goAlong(by: Vector3): void {
    for (const place of [this.camera.position, this.controls.target, this.#journey.position, this.#journey.target])
      place.add(by);
  }

  /** Hands the view over to a headset, or takes it back. */
  setImmersive(isImmersive: boolean): void {
    this.root.scale.setScalar(1);
    this.root.position.set(0, 0, 0);
    this.root.rotation.y = isImmersive ? Math.PI : 0;
    this.controls.enabled = !isImmersive && this.#mode !== 'eyes';
    if (isImmersive) this.camera.layers.disable(THIRD_PERSON_LAYER);
    else if (this.#mode !== 'eyes') this.camera.layers.enable(THIRD_PERSON_LAYER);
    if (!isImmersive) this.#travelTo(this.#viewpoint());
  }

  /**
   * In virtual reality: where the tracked space was recentred and then taken, and how large it is. `metres`: the avatar's
   * metres -> the world's; `space`: tracked metres -> the avatar's.
   */
  carry(
    { position, yaw: turn }: { readonly position: Vector3; readonly yaw: number },
    { x, z, yaw }: Recentring,
    metres: number,
    space: number,
  ): void {
    this.root.scale.setScalar(metres * space);
    this.root.position.set(x, 0, z).applyAxisAngle(up, turn).add(position).multiplyScalar(metres);
    this.root.rotation.y = Math.PI + turn + yaw;
    this.camera.layers.disable(THIRD_PERSON_LAYER);
  }

  /** In virtual reality: the wearer stands behind the body that another source moves. */
  standBack({ x, z, yaw }: Recentring, metres: number): void {
    this.root.position.set(x * metres, 0, z * metres - WATCH_DISTANCE);
    this.root.rotation.y = Math.PI + yaw;
    this.camera.layers.enable(THIRD_PERSON_LAYER);
  }

  /** The part of the window that nothing covers, pixels. */
  get freeRect(): PictureFrame['freeRect'] {
    return this.#picture.freeRect;
  }

  /** The picture is centred in the part of the window that nothing covers, and the angles count there. */
  resize(width: number, height: number, covered: Covered): void {
    Object.assign(this.#picture, { width, height, covered });
    this.#fitPicture();
  }

  /**
   * Advances the view. `eyesWorld`: where the avatar's eyes are and how the head is turned (facing +Z at rest); `subject`:
   * the body that is shown, null where there is none. Followed people stay where they are in the picture; others may walk
   * about in it, and the view goes after them when they leave it.
   */
  step(
    dtSeconds: number,
    eyesWorld: { readonly position: Vector3; readonly rotation: Quaternion },
    subject: Subject | null = null,
    isFollowing = false,
  ): void {
    this.#subject = subject;
    this.#hasStepped = true;
    this.#follow(dtSeconds, isFollowing ? eyesWorld.position : null, subject);
    if (this.#mode === 'eyes') {
      this.camera.position.copy(eyesWorld.position);
      this.camera.quaternion.copy(eyesWorld.rotation).multiply(halfTurn);
      return;
    }
    if (this.#isTravelling) this.#travel(dtSeconds);
    else if (subject && this.#isOfPerson()) this.#keepInPicture(dtSeconds, subject);
    this.controls.update(dtSeconds);
  }

  dispose(): void {
    this.controls.dispose();
  }

  /** In the modes that look at the person. */
  #isOfPerson(): boolean {
    return this.#mode === 'orbit' || this.#mode === 'mirror';
  }

  /** In the modes in which another body may stand beside the first. */
  #hasCompany(): boolean {
    return this.#isOfPerson() || this.#mode === 'figure';
  }

  #viewpoint(): Viewpoint {
    if (this.#mode === 'thing') return this.#thing;
    if (this.#mode === 'eyes') return viewpoints.orbit;
    const { position, target } = viewpoints[this.#mode];
    if (!this.#isOfPerson()) return this.#withCompany({ position, target });
    // Farther away where bars leave little height: whole is more than near.
    const away = Math.max(
      1,
      (STANDING_ROOM * PERSON_HEIGHT) / (this.#picture.tangents.up * Math.hypot(position.x, position.z)),
    );
    const alone = {
      position: position.clone().sub(target).multiplyScalar(away).add(target).multiplyScalar(this.#personSize),
      target: target.clone().multiplyScalar(this.#personSize),
    };
    return this.#withCompany(alone);
  }

  #withCompany(alone: Viewpoint): Viewpoint {
    if (this.#companyX === 0 || !this.#hasCompany()) return alone;
    const { tangents, cornerShare } = this.#picture;
    return viewWithCompany(alone, this.#companyX, tangents.across, cornerShare);
  }

  #fitPicture(): void {
    if (this.#mode === 'row') this.#picture.fit(this.camera, rowTangents(this.#row), 'between bars');
    else this.#picture.fit(this.camera, usualTangents, 'between panels');
    this.#limitDistance();
    if (this.#isUntouched && this.#hasCompany()) this.#startAt(this.#viewpoint());
  }

  /** Before the first frame there is nothing to travel from. */
  #startAt(viewpoint: Viewpoint): void {
    this.#travelTo(viewpoint);
    if (this.#hasStepped) return;
    this.camera.position.copy(viewpoint.position);
    this.controls.target.copy(viewpoint.target);
  }

  #travelTo({ position, target }: Viewpoint): void {
    this.#journey.position.copy(position);
    this.#journey.target.copy(target);
    this.#isTravelling = this.#mode !== 'eyes';
  }

  #travel(dtSeconds: number): void {
    const { position, target } = this.#journey;
    const amount = this.#lessMotion.matches ? 1 : 1 - 2 ** (-dtSeconds / EASE_HALF_LIFE);
    this.controls.target.lerp(this.#goal.copy(target).add(this.#followed), amount);
    this.camera.position.lerp(this.#goal.copy(position).add(this.#followed), amount);
    if (this.camera.position.distanceTo(this.#goal) < 1e-3) this.#isTravelling = false;
  }

  #limitDistance(): void {
    const size = this.#isOfPerson() ? this.#personSize : 1;
    this.controls.minDistance = this.#mode === 'thing' ? this.#thing.nearest : NEAREST * Math.min(1, size);
    const most = this.#mode === 'row' ? ROW_MOST_AWAY : MOST_AWAY * Math.max(1, size);
    // A row of bodies is whole in a narrow picture only from farther away.
    const { position, target } = this.#viewpoint();
    this.controls.maxDistance = this.#companyX === 0 ? most : Math.max(most, position.distanceTo(target));
  }

  /** Carries the view along over floor and stairs; back to the start when the person is there again. */
  #follow(dtSeconds: number, eyes: Vector3 | null, subject: Subject | null): void {
    if (eyes) this.#isFollowEnding = false;
    else if (!this.#isFollowEnding) return;
    // What the lower foot stands on.
    const standsAt = subject ? Math.max(0, subject.centre.y - subject.half.y) : this.#followed.y;
    this.#goal.set(eyes?.x ?? 0, eyes ? standsAt : 0, eyes?.z ?? 0).sub(this.#followed);
    if (!eyes && this.#goal.length() < 1e-3) this.#isFollowEnding = false;
    this.#shift(this.#goal.multiplyScalar(1 - 2 ** (-dtSeconds / FOLLOW_HALF_LIFE)));
  }

  /** A body that left the picture is brought back into its middle. */
  #keepInPicture(dtSeconds: number, { centre, half }: Subject): void {
    const { position } = this.camera;
    this.camera.updateMatrixWorld();
    const inView = this.#goal.copy(centre).applyMatrix4(this.camera.matrixWorldInverse);
    const depth = -inView.z / position.distanceTo(this.controls.target);
    const { x, y } = inView.applyMatrix4(this.camera.projectionMatrix);
    if (!stepKeepInPicture(this.#keep, { ...this.#picture.placeOf(x, y), depth }, centre, 2 * half.y)) return;
    this.#goal.copy(centre).sub(this.controls.target);
    this.#shift(this.#goal.multiplyScalar(1 - 2 ** (-dtSeconds / FOLLOW_HALF_LIFE)));
  }

  /** Moves the whole view. */
  #shift(by: Vector3): void {
    this.#followed.add(by);
    if (this.#mode === 'eyes') return;
    this.camera.position.add(by);
    this.controls.target.add(by);
  }
}

const up = new Vector3(0, 1, 0);
/** A head at rest faces +Z, a camera looks along -Z. */
const halfTurn = new Quaternion(0, 1, 0, 0);
