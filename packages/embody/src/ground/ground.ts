import { createVec3, type Vec3 } from '@leib/core';

/** What is under a point. */
export interface GroundHit {
  /** World space, metres. */
  height: number;
  /** Unit, away from the ground. */
  readonly normal: Vec3;
}

/**
 * What a body stands on: a scene, a height function, a flat floor. Asked several times a frame, so an answer is
 * written into `out` and nothing is allocated.
 */
export interface Ground {
  /** The highest ground at (x, z) that is not above `belowY`; false where there is none. */
  query(x: number, z: number, belowY: number, out: GroundHit): boolean;
}

export function createGroundHit(): GroundHit {
  return { height: 0, normal: createVec3(0, 1, 0) };
}

/** An endless level floor. */
export function flatGround(floorY = 0): Ground {
  return {
    query(_x, _z, _belowY, out) {
      out.height = floorY;
      out.normal[0] = 0;
      out.normal[1] = 1;
      out.normal[2] = 0;
      return true;
    },
  };
}

/** Distance over which a height function's slope is measured, metres. */
const SLOPE_STEP = 0.02;

/** Ground given as a function: hills, stairs, for tests and for programs without a scene. NaN: there is none. */
export function heightGround(heightAt: (x: number, z: number) => number): Ground {
  return {
    query(x, z, belowY, out) {
      const height = heightAt(x, z);
      if (!(height <= belowY)) return false;
      const slopeX = (heightAt(x + SLOPE_STEP, z) - heightAt(x - SLOPE_STEP, z)) / (2 * SLOPE_STEP);
      const slopeZ = (heightAt(x, z + SLOPE_STEP) - heightAt(x, z - SLOPE_STEP)) / (2 * SLOPE_STEP);
      // A step's edge is no slope to stand on.
      const isEdge = !(Math.abs(slopeX) < 2 && Math.abs(slopeZ) < 2);
      const length = isEdge ? 1 : Math.sqrt(slopeX * slopeX + 1 + slopeZ * slopeZ);
      out.height = height;
      out.normal[0] = isEdge ? 0 : -slopeX / length;
      out.normal[1] = 1 / length;
      out.normal[2] = isEdge ? 0 : -slopeZ / length;
      return true;
    },
  };
}
