import { handJointInJoint, POSE_SIZE, pointNumber, quality, type TrackedHand } from '@leib/tracking';
import { Line3, type Object3D, Quaternion, Ray, Vector3 } from 'three';
import { pinchOfHand } from '../../../world/gripOfHand.js';
import type { World } from '../../../world/world.js';
import { type Draggable, type DraggedPuppet, gripAt, type HeldThing, partAt, takeThing } from './heldThing.js';

/** A hand this near to a ring or a part takes it, metres. */
const NEAR = { grip: 0.09, part: 0.05 } as const;
/** A ring this near to the way in which the hand points is taken from afar, metres. */
const ALONG_RAY = 0.04;
/** How far a hand points, metres. */
const RAY_LENGTH = 2.5;
/** Pinched, or the trigger pulled, this far: takes. Below the second: lets go. */
const CLOSING = { takes: 0.7, letsGo: 0.4 } as const;
/** From the wrist to between the finger tips of a hand around a controller, metres. */
const PALM = 0.1;
const THUMB_TIP = 4;
const INDEX_TIP = 9;

/** Sides by the number of the hand's slot: the right hand is the first. */
const sides = ['right', 'left'] as const;

/** A hand in the headset, world space. */
export interface PointingHand {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** False: the headset does not see it. */
  isSeen: boolean;
  isClosed: boolean;
  held: HeldThing | null;
  /** Where it was taken, in the hand's frame. */
  readonly takenLocal: Vector3;
  /** What it would take now. */
  near: Draggable | null;
  readonly look: 'rest' | 'near' | 'held';
}

function createPointingHand(): PointingHand {
  return {
    position: new Vector3(),
    rotation: new Quaternion(),
    isSeen: false,
    isClosed: false,
    held: null,
    takenLocal: new Vector3(),
    near: null,
    get look() {
      return this.held ? 'held' : this.near ? 'near' : 'rest';
    },
  };
}

/**
 * Grips and parts that hands in a headset take, both at once: by a pinch or the trigger, where the hand is or where it
 * points. What is not near is played as before: a hand that takes nothing bends its fingers.
 */
export class HeadsetDrags {
  /** Hands by slot: right, left. */
  readonly hands: readonly [PointingHand, PointingHand] = [createPointingHand(), createPointingHand()];
  readonly #world: World;
  readonly #space: Object3D;
  readonly #puppet: () => DraggedPuppet;
  readonly #point = new Vector3();

  /** @param space the puppet's space */
  constructor(world: World, space: Object3D, puppet: () => DraggedPuppet) {
    this.#world = world;
    this.#space = space;
    this.#puppet = puppet;
  }

  get held(): readonly HeldThing[] {
    return this.hands.flatMap(({ held }) => held ?? []);
  }

  /** @param turnsParts hands point at parts to turn them, too */
  step(turnsParts: boolean): void {
    const isImmersive = this.#world.renderer.xr.isPresenting;
    for (const [slot, hand] of this.hands.entries()) {
      const closing = isImmersive ? this.#readHand(slot, hand) : 0;
      if (closing === 0) hand.isSeen &&= isImmersive;
      this.#stepHand(hand, closing, turnsParts);
    }
  }

  #stepHand(hand: PointingHand, closing: number, turnsParts: boolean): void {
    const wasClosed = hand.isClosed;
    hand.isClosed = hand.isSeen && closing > (wasClosed ? CLOSING.letsGo : CLOSING.takes);
    if (!hand.isClosed) {
      hand.held = null;
      hand.near = hand.isSeen ? this.#find(hand, turnsParts) : null;
      return;
    }
    if (!wasClosed && hand.near) {
      hand.held = takeThing(this.#puppet(), hand.near);
      const taken = this.#space.localToWorld(hand.held.at.clone());
      hand.takenLocal.copy(taken).sub(hand.position).applyQuaternion(hand.rotation.clone().invert());
    }
    hand.near = null;
    if (!hand.held) return;
    this.#point.copy(hand.takenLocal).applyQuaternion(hand.rotation).add(hand.position);
    hand.held.at.copy(this.#space.worldToLocal(this.#point));
  }

  /** Where the hand is and points, from the joints of now; returns how far it is closed. */
  #readHand(slot: number, hand: PointingHand): number {
    const side = sides[slot];
    const { tracked } = this.#world.reader;
    const isRight = side === 'right';
    const joints = isRight ? tracked.rightHandJoints : tracked.leftHandJoints;
    const point = isRight ? pointNumber.rightHand : pointNumber.leftHand;
    hand.isSeen = tracked.quality[point] !== quality.lost;
    if (!hand.isSeen) return 0;
    const at = point * POSE_SIZE;
    hand.position.fromArray(tracked.jointPoses, at);
    hand.rotation.fromArray(tracked.jointPoses, at + 3).multiply(new Quaternion(...handJointInJoint[side]));
    if (joints.quality === quality.lost) hand.position.addScaledVector(directionOf(hand), PALM);
    else betweenTips(joints, hand.position);
    const { root: carried } = this.#world.locomotion;
    carried.localToWorld(hand.position);
    hand.rotation.premultiply(carried.quaternion);
    // A hand that presses the panel takes nothing behind it.
    if (this.#world.wearer.handsOnPanel[side]) return 0;
    return pinchOfHand(isRight ? tracked.rightController : tracked.leftController, joints);
  }

  #find(hand: PointingHand, turnsParts: boolean): Draggable | null {
    const ray = new Ray(hand.position, directionOf(hand));
    const far = ray.at(RAY_LENGTH, new Vector3());
    const pointed = new Line3(hand.position, far);
    const grip = this.#gripAt(NEAR.grip, (at) => at.distanceTo(hand.position));
    if (grip >= 0) return { what: 'effector', index: grip };
    const part = this.#partAt(NEAR.part, (from, to) => distanceOf(new Line3(from, to), hand.position));
    if (part >= 0) return { what: 'part', index: part };
    if (turnsParts) {
      const aimed = this.#partAt(ALONG_RAY, (from, to) => Math.sqrt(ray.distanceSqToSegment(from, to)));
      return aimed < 0 ? null : { what: 'part', index: aimed };
    }
    const aimed = this.#gripAt(ALONG_RAY, (at) => distanceOf(pointed, at));
    return aimed < 0 ? null : { what: 'effector', index: aimed };
  }

  #gripAt(reach: number, measure: (atWorld: Vector3) => number): number {
    return gripAt(this.#puppet(), this.held, reach, (at) => measure(this.#space.localToWorld(at)));
  }

  #partAt(reach: number, measure: (fromWorld: Vector3, toWorld: Vector3) => number): number {
    const puppet = this.#puppet();
    return partAt(puppet, puppet.model.file.parts, reach, (from, to) =>
      measure(this.#space.localToWorld(from), this.#space.localToWorld(to)),
    );
  }
}

/** The way in which a hand points: along its fingers. */
function directionOf({ rotation }: Pick<PointingHand, 'rotation'>): Vector3 {
  return new Vector3(0, 0, -1).applyQuaternion(rotation);
}

function distanceOf(line: Line3, point: Vector3): number {
  return line.closestPointToPoint(point, true, new Vector3()).distanceTo(point);
}

function betweenTips({ poses }: TrackedHand, out: Vector3): void {
  const thumb = new Vector3().fromArray(poses, THUMB_TIP * POSE_SIZE);
  out.fromArray(poses, INDEX_TIP * POSE_SIZE).lerp(thumb, 0.5);
}
