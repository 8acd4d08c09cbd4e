import { createVec3, unitAcross, vec3 } from '@leib/core';
import type { EmbodyModel, EmbodyState } from '@leib/embody';
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
} from 'three';
import { disposeTree } from '../disposeTree.js';

type ArmsState = EmbodyState['arms'];

export interface TorsoHullView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  update(model: EmbodyModel['arms'], state: ArmsState): void;
  dispose(): void;
}

const RINGS = 9;
const SEGMENTS = 28;

/** What elbows are kept out of, as rings around the trunk. */
export function createTorsoHullView(color = '#a78bfa'): TorsoHullView {
  const positions = new Float32Array(RINGS * SEGMENTS * 2 * 3);
  const attribute = new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', attribute);
  const material = new LineBasicMaterial({ color, transparent: true, opacity: 0.8, depthTest: false });
  const root = new LineSegments(geometry, material);
  root.name = 'torso hull view';
  root.frustumCulled = false;
  root.renderOrder = 1000;
  const across = createVec3();
  const ahead = createVec3();

  function writeRing(hull: ArmsState['hull'], ring: number, share: number, width: number, depth: number): void {
    for (let corner = 0; corner < SEGMENTS * 2; corner++) {
      const angle = (2 * Math.PI * ((corner + 1) >> 1)) / SEGMENTS;
      const sideways = Math.cos(angle) * width;
      const forward = Math.sin(angle) * depth;
      for (let k = 0; k < 3; k++) {
        positions[(ring * SEGMENTS * 2 + corner) * 3 + k] =
          hull.lowWorld[k] + hull.alongWorld[k] * share + across[k] * sideways + ahead[k] * forward;
      }
    }
  }

  return {
    root,
    update({ settings }, { hull }) {
      const { widthPart, depthPart, from, to, cap } = settings.torso.hull;
      for (let ring = 0; ring < RINGS; ring++) {
        // From round end to round end: the outermost rings are just short of a point.
        const share = from - cap + ((to - from + 2 * cap) * (ring + 0.2)) / (RINGS - 0.6);
        const beyond = Math.max(0, from - share, share - to) / (cap + 1e-9);
        const size = hull.halfShoulders * Math.sqrt(Math.max(0, 1 - beyond * beyond));
        vec3.lerp(across, hull.hipsAcrossWorld, hull.shouldersAcrossWorld, Math.min(1, Math.max(0, share)));
        unitAcross(across, hull.upWorld, across);
        vec3.cross(ahead, across, hull.upWorld);
        writeRing(hull, ring, share, size * widthPart, size * depthPart);
      }
      attribute.needsUpdate = true;
    },
    dispose() {
      disposeTree(root);
    },
  };
}
