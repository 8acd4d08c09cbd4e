import type { HumanoidBone, Skeleton } from '@leib/core';
import type { AngleLayout } from '@leib/core/pack';

/**
 * One link in the convention of Denavit and Hartenberg: it takes its parent's frame to its own by
 *
 *   A = Rz(theta) Tz(d) Tx(a) Rx(alpha)
 *
 * A link turns when it has a degree of freedom, which is added to theta; otherwise it is a fixed step on the way to the next
 * joint. A joint of three degrees of freedom is three links on top of each other.
 */
export interface DhLink {
  readonly name: string;
  /** Index of the link it hangs on, before its own; -1 for the root frame (hips joint, the world's axes at rest). */
  readonly parent: number;
  /** Index into the layout's dofs, or -1 for a fixed link. */
  readonly dof: number;
  /** Bone whose joint lies at this link's end, or null. */
  readonly joint: HumanoidBone | null;
  /** Radians, at rest. */
  readonly theta: number;
  /** Metres. */
  readonly d: number;
  readonly a: number;
  /** Radians. */
  readonly alpha: number;
}

/** A skeleton as links, and the same skeleton as the rest of Leib knows it. */
export interface DhSkeleton {
  readonly name: string;
  readonly links: readonly DhLink[];
  /** Degrees of freedom in the order of the links that turn. */
  readonly layout: AngleLayout;
  readonly skeleton: Skeleton;
}

/** Numbers of a frame in a flat array: rotation by columns x, y, z, then the origin. */
export const FRAME_SIZE = 12;

/** Where all links are. One frame more than there are links: the root's is the last one, so that parent -1 finds it. */
export interface DhFrames {
  readonly frames: Float64Array;
  readonly linkCount: number;
  /** Cosine and sine of each link's alpha, which never changes. links x 2. */
  readonly tilts: Float64Array;
}

export function createDhFrames(links: readonly DhLink[]): DhFrames {
  const frames = new Float64Array((links.length + 1) * FRAME_SIZE);
  for (let at = 0; at < frames.length; at += FRAME_SIZE) {
    frames[at] = 1;
    frames[at + 4] = 1;
    frames[at + 8] = 1;
  }
  const tilts = Float64Array.from(links.flatMap(({ alpha }) => [Math.cos(alpha), Math.sin(alpha)]));
  return { frames, linkCount: links.length, tilts };
}

/** Place of a link's frame in the flat array. */
export function frameAt({ linkCount }: Pick<DhFrames, 'linkCount'>, link: number): number {
  return (link < 0 ? linkCount : link) * FRAME_SIZE;
}

/** Sets the root frame: the hips joint with the world's axes. */
export function setRootFrame(out: DhFrames, rootPosition: ArrayLike<number>): void {
  const at = out.linkCount * FRAME_SIZE;
  for (let i = 0; i < 3; i++) out.frames[at + 9 + i] = rootPosition[i];
}

/** Frame of one link from its parent's: F = F(parent) Rz(theta + angle) Tz(d) Tx(a) Rx(alpha). */
export function updateDhFrame(out: DhFrames, links: readonly DhLink[], link: number, angle: number): void {
  const { frames, tilts } = out;
  const { parent, theta, d, a } = links[link];
  const from = frameAt(out, parent);
  const to = link * FRAME_SIZE;
  const turn = theta + angle;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const cosAlpha = tilts[link * 2];
  const sinAlpha = tilts[link * 2 + 1];
  for (let i = 0; i < 3; i++) {
    const x = frames[from + i];
    const y = frames[from + 3 + i];
    const z = frames[from + 6 + i];
    const across = x * cos + y * sin;
    const beside = y * cos - x * sin;
    frames[to + i] = across;
    frames[to + 3 + i] = beside * cosAlpha + z * sinAlpha;
    frames[to + 6 + i] = z * cosAlpha - beside * sinAlpha;
    frames[to + 9 + i] = frames[from + 9 + i] + z * d + across * a;
  }
}

/** Forward kinematics of all links. */
export function updateDhFrames(
  out: DhFrames,
  links: readonly DhLink[],
  rootPosition: ArrayLike<number>,
  angles: ArrayLike<number>,
): void {
  setRootFrame(out, rootPosition);
  for (let link = 0; link < links.length; link++) {
    const { dof } = links[link];
    updateDhFrame(out, links, link, dof < 0 ? 0 : angles[dof]);
  }
}
