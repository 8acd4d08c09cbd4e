import { isSameSkeleton } from '@leib/core';
import type { OtherBody } from '@leib/reembody';
import { type Avatar, type AvatarGhost, createAvatarGhost } from '@leib/three';
import { type CollidersView, createCollidersView } from '@leib/three/reembody';
import { Group, type Raycaster, type Vector3 } from 'three';

/** One for each. */
const colors = ['#f2a65a', '#8fc1e3', '#b5d99c', '#e39ac1', '#d9c46b', '#a9a2ea', '#e57f6f'];

interface Shown {
  readonly other: OtherBody;
  /** What it touches with, and what a pointer finds. */
  readonly shapes: CollidersView;
  /** Drawn with the avatar's mesh; null where its joints differ from the avatar's and only colliders are drawn. */
  readonly ghost: AvatarGhost | null;
}

/** The other bodies of the world, drawn. */
export class OthersView {
  readonly root = new Group();
  #shown: readonly Shown[] = [];

  constructor() {
    this.root.name = 'others';
  }

  /** Rebuilds what is drawn. Not for every frame. */
  setOthers(avatar: Avatar, others: readonly OtherBody[]): void {
    this.clear();
    this.#shown = others.map((other, i) => {
      const color = colors[i % colors.length];
      const shapes = createCollidersView(color);
      const { all, parts } = other.body.settings.colliders;
      shapes.setParts(other.body.parts, ({ bone }) => {
        const set = parts[bone] ?? all;
        return set === 'none' ? 'simple' : set;
      });
      const isSame = isSameSkeleton(other.body.skeleton, avatar.skeleton);
      const ghost = isSame ? createAvatarGhost(avatar, { color, opacity: 1 }) : null;
      this.root.add(shapes.root);
      if (ghost) this.root.add(ghost.root);
      return { other, shapes, ghost };
    });
  }

  /** Leaves the avatar's bones in another body's pose: apply the avatar's own pose after this. */
  update(avatar: Avatar, output: Float64Array, showsShapes: boolean): void {
    for (let i = 0; i < this.#shown.length; i++) {
      const { other, shapes, ghost } = this.#shown[i];
      shapes.root.visible = showsShapes || ghost === null;
      shapes.update(output, other.layout.places);
      if (!ghost) continue;
      avatar.applyPose(other.pose);
      ghost.copyPose();
    }
  }

  /** The part of any of them that a ray meets first; `other` counts them from 0. */
  pick(
    ray: Raycaster,
  ): { readonly other: number; readonly part: number; readonly point: Vector3; readonly distance: number } | null {
    let nearest: ReturnType<OthersView['pick']> = null;
    for (const [other, { shapes }] of this.#shown.entries()) {
      const hit = shapes.pick(ray);
      if (hit !== null && hit.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { ...hit, other };
    }
    return nearest;
  }

  clear(): void {
    for (const { shapes, ghost } of this.#shown) {
      ghost?.dispose();
      shapes.root.removeFromParent();
      shapes.dispose();
    }
    this.#shown = [];
  }

  dispose(): void {
    this.clear();
    this.root.removeFromParent();
  }
}
