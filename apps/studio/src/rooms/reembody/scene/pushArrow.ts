import { disposeTree } from '@leib/three';
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';

/** Length of the arrow of the weakest and of the strongest push, and its thickness, metres. */
const SHORTEST = 0.14;
const LONGEST = 0.55;
const SHAFT = 0.014;
const TIP = { radius: 0.04, length: 0.1 } as const;
/** After the push the arrow is seen for so long, seconds. */
const FADE_SECONDS = 0.7;

/** A push as it is drawn: where, which way and how hard. */
export interface ShownPush {
  /** World, metres. */
  readonly pointWorld: Vector3;
  /** Newtons. */
  readonly force: Vector3;
}

export interface PushArrow {
  readonly root: Group;
  /** Length that is drawn now, metres; 0 where nothing is. */
  readonly length: number;
  /** Where it starts, in metres that are `scale` of the world's. */
  place(scale: number): readonly [x: number, y: number, z: number];
  /** `strongest`: the force of the longest arrow, newtons. null: nothing is pushed, the last arrow fades. */
  update(push: ShownPush | null, strongest: number, viewWorld: Vector3, dtSeconds: number): void;
  dispose(): void;
}

/**
 * An arrow where a body or a thing is pushed, as long as the push is hard. Away from the viewer it ends at the point, so that
 * it is seen before the body; otherwise it starts there.
 */
export function createPushArrow(): PushArrow {
  const root = new Group();
  root.name = 'push arrow';
  const material = new MeshBasicMaterial({ color: '#ffb454', transparent: true, depthTest: false });
  const shaft = new Mesh(new CylinderGeometry(SHAFT, SHAFT, 1, 12).translate(0, 0.5, 0), material);
  const tip = new Mesh(new ConeGeometry(TIP.radius, TIP.length, 20).translate(0, TIP.length / 2, 0), material);
  shaft.renderOrder = tip.renderOrder = 11;
  root.add(shaft, tip);
  root.visible = false;
  const upward = new Vector3(0, 1, 0);
  const direction = new Vector3();
  let length = 0;
  let left = 0;
  return {
    root,
    get length() {
      return root.visible ? length : 0;
    },
    place: (scale) => [root.position.x / scale, root.position.y / scale, root.position.z / scale],
    update(push, strongest, viewWorld, dtSeconds) {
      left = push ? FADE_SECONDS : Math.max(0, left - dtSeconds);
      root.visible = left > 0;
      material.opacity = Math.min(1, (2 * left) / FADE_SECONDS);
      const force = push?.force.length() ?? 0;
      if (!push || force < 1e-6) return;
      length = arrowLength(force, strongest);
      direction.copy(push.force).divideScalar(force);
      root.position.copy(push.pointWorld);
      if (direction.dot(viewWorld) > 0) root.position.addScaledVector(direction, -length);
      root.quaternion.setFromUnitVectors(upward, direction);
      shaft.scale.y = length - TIP.length;
      tip.position.y = length - TIP.length;
    },
    dispose: () => disposeTree(root),
  };
}

/** Metres: from the shortest, for no force, to the longest, for the strongest. */
export function arrowLength(force: number, strongest: number): number {
  return SHORTEST + (LONGEST - SHORTEST) * Math.min(1, force / strongest);
}
