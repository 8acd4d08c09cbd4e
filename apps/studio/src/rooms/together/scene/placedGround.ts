import { createVec3 } from '@leib/core';
import { createGroundHit, type Ground, type GroundSphere } from '@leib/embody';
import type { Object3D } from 'three';

/** The ground of a thing where the thing stands: moved, turned about the vertical, scaled. */
export function placedGround(own: Ground, { position, quaternion, scale }: Object3D): Ground {
  const inner: GroundSphere = { centre: createVec3(), radius: 1, stepY: 0 };
  /** Cosine and sine of its turn. */
  const turn = { cos: 1, sin: 0 };
  const readTurn = () => {
    const { y, w } = quaternion;
    const length = y * y + w * w || 1;
    turn.cos = (w * w - y * y) / length;
    turn.sin = (2 * y * w) / length;
  };
  const innerX = (x: number, z: number) => ((x - position.x) * turn.cos - (z - position.z) * turn.sin) / scale.x;
  const innerZ = (x: number, z: number) => ((x - position.x) * turn.sin + (z - position.z) * turn.cos) / scale.x;
  const turnBack = (normal: { [index: number]: number }) => {
    const [x, z] = [normal[0], normal[2]];
    normal[0] = x * turn.cos + z * turn.sin;
    normal[2] = z * turn.cos - x * turn.sin;
  };
  return {
    query(x, z, belowY, out) {
      readTurn();
      if (!own.query(innerX(x, z), innerZ(x, z), (belowY - position.y) / scale.x, out)) return false;
      out.height = out.height * scale.x + position.y;
      turnBack(out.normal);
      return true;
    },
    sphereContact({ centre, radius, stepY }, out) {
      readTurn();
      inner.centre[0] = innerX(centre[0], centre[2]);
      inner.centre[1] = (centre[1] - position.y) / scale.x;
      inner.centre[2] = innerZ(centre[0], centre[2]);
      inner.radius = radius / scale.x;
      inner.stepY = (stepY - position.y) / scale.x;
      out.depth = 0;
      if (!own.sphereContact?.(inner, out)) return false;
      out.depth *= scale.x;
      turnBack(out.normal);
      return true;
    },
  };
}

/** Grounds of several things, and what there is beside them: where one of them has ground, the floor of the stage does not count. */
export function jointGround(groundsOf: () => readonly Ground[], beside: Ground): Ground {
  const hit = createGroundHit();
  return {
    query(x, z, belowY, out) {
      let best = Number.NEGATIVE_INFINITY;
      for (const ground of groundsOf()) {
        if (!ground.query(x, z, belowY, hit) || hit.height <= best) continue;
        best = hit.height;
        out.height = best;
        for (let k = 0; k < 3; k++) out.normal[k] = hit.normal[k];
      }
      return best > Number.NEGATIVE_INFINITY || beside.query(x, z, belowY, out);
    },
    sphereContact(sphere, out) {
      let depth = 0;
      const normal = [1, 0, 0];
      for (const ground of groundsOf()) {
        if (!ground.sphereContact?.(sphere, out) || out.depth <= depth) continue;
        depth = out.depth;
        for (let k = 0; k < 3; k++) normal[k] = out.normal[k];
      }
      out.depth = depth;
      for (let k = 0; k < 3; k++) out.normal[k] = normal[k];
      return depth > 0;
    },
  };
}
