import { jointOfBone, type Pose } from '@leib/core';
import { type Avatar, type AvatarGhost, createAvatarGhost } from '@leib/three';
import { Group, Vector3 } from 'three';
import { type StageLabel, StageLabels } from '../../world/stageLabels.js';
import type { World } from '../../world/world.js';
import { BESIDE, BESIDE_X, comparedParts } from './comparedParts.js';
import type { EmbodyRoomSettings } from './embodyShape.js';

/** From the head's joint to the name above it, metres. */
const ABOVE = 0.34;

/** The gap between both bodies is the greatest of so many seconds. */
const GAP_SECONDS = 0.4;

/** Draws the actor beside the person, and says how far both bodies are apart. */
export class Comparison {
  /** In the person's metres. */
  readonly root = new Group();
  readonly #world: World;
  #labels: StageLabels | null = null;
  #avatar: Avatar | null = null;
  #ghost: AvatarGhost | null = null;
  /** The greatest gap of the last moment, which the name above says. */
  #shownGap = 0;
  #gapNow = 0;
  #sinceShown = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** The second body; null while nothing is compared. */
  get #other(): Pose | null {
    return this.#world.stage.actors.get(BESIDE)?.pose ?? null;
  }

  /** How far joints of both bodies are apart at most, metres; null while nothing is compared. */
  get gap(): number | null {
    const own = this.#world.body?.pose;
    const other = this.#other?.worldPositions;
    if (!own || !other) return null;
    let most = 0;
    for (let i = 0; i < other.length; i += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => other[i + k] - own.worldPositions[i + k]);
      most = Math.max(most, Math.hypot(x, y, z));
    }
    return most;
  }

  /** One frame, before the avatar takes its own pose: the avatar lends its bones to the ghost. */
  step(): void {
    const avatar = this.#world.body?.avatar ?? null;
    const pose = this.#other;
    if (!avatar || !pose) {
      this.#drop();
      return;
    }
    if (avatar !== this.#avatar) this.#drop();
    this.#avatar = avatar;
    this.#ghost ??= this.#beside(avatar);
    avatar.applyPose(pose);
    this.#ghost.copyPose();
  }

  /** Names above both: what is with and what without, and how far joints are apart. */
  showNames(values: EmbodyRoomSettings, dtSeconds: number): void {
    const part = values.without === 'none' ? null : comparedParts[values.without];
    const { body, renderer } = this.#world;
    const pose = this.#other;
    if (!part || !pose || !body || renderer.xr.isPresenting) {
      this.#labels?.update([], true);
      return;
    }
    this.#labels ??= new StageLabels(this.#world);
    this.#measureGap(dtSeconds);
    const [own, name] = part.names(values);
    const other = `${name}: up to ${(100 * this.#shownGap).toFixed(1)} cm apart`;
    this.#labels.update(
      [this.#label(own, body.pose.worldPositions, 0), this.#label(other, pose.worldPositions, BESIDE_X)],
      true,
    );
  }

  dispose(): void {
    this.#drop();
    this.#labels?.dispose();
    this.root.removeFromParent();
  }

  /** A figure that changes in every frame could not be read. */
  #measureGap(dtSeconds: number): void {
    this.#gapNow = Math.max(this.#gapNow, this.gap ?? 0);
    this.#sinceShown += dtSeconds;
    if (this.#sinceShown < GAP_SECONDS) return;
    this.#shownGap = this.#gapNow;
    this.#gapNow = 0;
    this.#sinceShown = 0;
  }

  #label(text: string, positions: ArrayLike<number>, aside: number): StageLabel {
    const head = this.#avatar ? jointOfBone(this.#avatar.skeleton, 'head') * 3 : 0;
    const at = new Vector3(positions[head] + aside, positions[head + 1] + ABOVE, positions[head + 2]);
    return { text, at: this.#world.person.localToWorld(at), kind: 'figure', align: 'middle' };
  }

  #beside(avatar: Avatar): AvatarGhost {
    const ghost = createAvatarGhost(avatar, { color: '#9cc9f0', opacity: 1 });
    ghost.root.position.x = BESIDE_X;
    this.root.add(ghost.root);
    return ghost;
  }

  #drop(): void {
    this.#ghost?.dispose();
    this.#ghost = null;
    this.#avatar = null;
  }
}
