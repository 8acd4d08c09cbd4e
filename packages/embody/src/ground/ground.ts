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
  /**
   * The deepest touch of a sphere with something that rises more than a step, so that it can slide along it; false
   * where it is free. Ground without this method has no obstacles.
   */
  sphereContact?(sphere: GroundSphere, out: SphereContact): boolean;
}

/** The sphere that travels with a person. */
export interface GroundSphere {
  /** World space. */
  readonly centre: Vec3;
  radius: number;
  /** What does not reach above this height is stepped upon, not run into. */
  stepY: number;
}

/** How a sphere touches an obstacle. */
export interface SphereContact {
  /** Unit and horizontal: the way out. */
  readonly normal: Vec3;
  /** How far to go that way, metres. */
  depth: number;
}

export function createSphereContact(): SphereContact {
  return { normal: createVec3(1, 0, 0), depth: 0 };
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

/** Directions in which a height function is searched for walls around a sphere. */
const WALL_RAYS = 16;
/** ...in this many steps from the middle to the rim. */
const WALL_STEPS = 6;

/** Ground given as a function: hills, stairs, for tests and for programs without a scene. NaN: there is none. */
export function heightGround(heightAt: (x: number, z: number) => number): Ground {
  return {
    query(x, z, belowY, out) {
      const height = heightAt(x, z);
      if (!(height <= belowY)) return false;
      const slopeX = (heightAt(x + SLOPE_STEP, z) - heightAt(x - SLOPE_STEP, z)) / (2 * SLOPE_STEP);
      const slopeZ = (heightAt(x, z + SLOPE_STEP) - heightAt(x, z - SLOPE_STEP)) / (2 * SLOPE_STEP);
      // The edge of a step counts as level, not as a slope.
      const isEdge = !(Math.abs(slopeX) < 2 && Math.abs(slopeZ) < 2);
      const length = isEdge ? 1 : Math.sqrt(slopeX * slopeX + 1 + slopeZ * slopeZ);
      out.height = height;
      out.normal[0] = isEdge ? 0 : -slopeX / length;
      out.normal[1] = 1 / length;
      out.normal[2] = isEdge ? 0 : -slopeZ / length;
      return true;
    },
    sphereContact({ centre, radius, stepY }, out) {
      out.depth = 0;
      for (let ray = 0; ray < WALL_RAYS; ray++) {
        const angle = (2 * Math.PI * ray) / WALL_RAYS;
        const x = Math.cos(angle);
        const z = Math.sin(angle);
        for (let step = 1; step <= WALL_STEPS; step++) {
          const reach = (radius * step) / WALL_STEPS;
          if (!(heightAt(centre[0] + x * reach, centre[2] + z * reach) > stepY)) continue;
          const depth = radius - reach + radius / WALL_STEPS;
          if (depth > out.depth) {
            out.depth = depth;
            out.normal[0] = -x;
            out.normal[1] = 0;
            out.normal[2] = -z;
          }
          break;
        }
      }
      return out.depth > 0;
    },
  };
}

/** The stage's ground in a person's measure: bodies are solved in the metres that their avatar is made in. */
export function scaledGround(groundOf: () => Ground, metresOf: () => number): Ground {
  const sphereWorld: GroundSphere = { centre: createVec3(), radius: 0.5, stepY: 0.5 };
  return {
    query(x, z, belowY, out) {
      const metres = metresOf();
      const isFound = groundOf().query(x * metres, z * metres, belowY * metres, out);
      out.height /= metres;
      return isFound;
    },
    sphereContact({ centre, radius, stepY }, out) {
      const metres = metresOf();
      for (let k = 0; k < 3; k++) sphereWorld.centre[k] = centre[k] * metres;
      sphereWorld.radius = radius * metres;
      sphereWorld.stepY = stepY * metres;
      const isTouched = groundOf().sphereContact?.(sphereWorld, out) ?? false;
      out.depth = isTouched ? out.depth / metres : 0;
      return isTouched;
    },
  };
}
