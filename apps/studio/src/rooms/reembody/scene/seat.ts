import { createPlacement, type JointFrame, placeJoints } from '@leib/tracking';
import type { World } from '../../../world/world.js';
import { placeAround } from './placesAround.js';

/** From the first to the next in a shared world, metres. */
const SEAT_DISTANCE = 0.9;

/** In a shared world each person has a seat: person, view and tracked space go there together. */
export class Seat {
  readonly #world: World;
  readonly #placement = createPlacement();
  #seat = 0;
  /** How often the seat has changed: each time is a teleport. */
  #count = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Moves the joints of a frame to the seat. @param seat its number, 0 the middle */
  take(seat: number, joints: JointFrame): void {
    if (seat !== this.#seat) {
      this.#seat = seat;
      this.#count++;
      const metres = SEAT_DISTANCE / this.#world.person.scale.x;
      const { x, z, yaw } = placeAround(seat - 1, metres, false);
      Object.assign(this.#placement, createPlacement(), seat > 0 && { x, z, yaw });
      this.#world.tracked.position.set(this.#placement.x, 0, this.#placement.z);
      this.#world.tracked.rotation.y = this.#placement.yaw;
    }
    if (seat > 0) placeJoints(joints, this.#placement);
    joints.teleportCount += this.#count;
  }
}
