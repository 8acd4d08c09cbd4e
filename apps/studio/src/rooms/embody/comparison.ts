import { jointOfBone } from '@leib/core';
import { createPerson, type Person, solverOf } from '@leib/embody';
import { type Avatar, type AvatarGhost, createAvatarGhost } from '@leib/three';
import { Group, Vector3 } from 'three';
import { pagePriorWeights } from '../../world/priorWeights.js';
import { type StageLabel, StageLabels } from '../../world/stageLabels.js';
import type { World } from '../../world/world.js';
import { comparedParts, valuesBeside } from './comparedParts.js';
import { embodySettingsOf } from './embodySettingsOf.js';
import type { EmbodyRoomSettings } from './embodyShape.js';

/** How far to the side the second body stands, metres: to the right as one sees it from before. */
const BESIDE = -0.95;
/** From the head's joint to the name above it, metres. */
const ABOVE = 0.34;

/** The gap between both bodies is the greatest of so many seconds. */
const GAP_SECONDS = 0.4;

/** One second body beside the person, solved from the same joints with one part the other way round. */
export class Comparison {
  /** In the person's metres. */
  readonly root = new Group();
  readonly #world: World;
  #labels: StageLabels | null = null;
  #person: Person | null = null;
  #avatar: Avatar | null = null;
  #ghost: AvatarGhost | null = null;
  #chosen: EmbodyRoomSettings | null = null;
  /** The greatest gap of the last moment, which the name above says. */
  #shownGap = 0;
  #gapNow = 0;
  #sinceShown = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Where it stands, for the camera; 0 while there is none. */
  get companyX(): number {
    return this.#ghost ? BESIDE : 0;
  }

  /** How far joints of both bodies are apart at most, metres; null while nothing is compared. */
  get gap(): number | null {
    const own = this.#world.body?.pose;
    if (!this.#person || !own) return null;
    const other = this.#person.pose.worldPositions;
    let most = 0;
    for (let i = 0; i < other.length; i += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => other[i + k] - own.worldPositions[i + k]);
      most = Math.max(most, Math.hypot(x, y, z));
    }
    return most;
  }

  /** One frame, before the avatar takes its own pose: the avatar lends its bones to the ghost. */
  step(values: EmbodyRoomSettings, dtSeconds: number): void {
    const { body, reader } = this.#world;
    if (values.without === 'none' || !body) {
      this.#drop();
      return;
    }
    const { avatar } = body;
    if (avatar !== this.#avatar) this.#take(avatar, values);
    if (values !== this.#chosen) this.#choose(values);
    const person = this.#person;
    if (!person || !this.#ghost) return;
    if (person.embody && body.person?.embody) {
      person.embody.state.putDown.isWatched = body.person.embody.state.putDown.isWatched;
    }
    avatar.applyPose(person.solve(reader.joints, dtSeconds));
    this.#ghost.copyPose();
  }

  /** Names above both: what is with and what without, and how far joints are apart. */
  showNames(values: EmbodyRoomSettings, dtSeconds: number): void {
    const part = values.without === 'none' ? null : comparedParts[values.without];
    const { body, renderer } = this.#world;
    if (!part || !this.#person || !body || renderer.xr.isPresenting) {
      this.#labels?.update([], true);
      return;
    }
    this.#labels ??= new StageLabels(this.#world);
    this.#measureGap(dtSeconds);
    const [own, name] = part.names(values);
    const other = `${name}: up to ${(100 * this.#shownGap).toFixed(1)} cm apart`;
    this.#labels.update(
      [this.#label(own, body.pose.worldPositions, 0), this.#label(other, this.#person.pose.worldPositions, BESIDE)],
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

  #take(avatar: Avatar, values: EmbodyRoomSettings): void {
    this.#drop();
    this.#avatar = avatar;
    this.#chosen = values;
    this.#person = createPerson({
      avatar,
      prior: pagePriorWeights,
      ground: this.#world.ground,
      // Joints and ground are in the avatar's metres already.
      settings: {
        solver: solverOf(embodySettingsOf(valuesBeside(values)) ?? 'baseline'),
        fit: { metres: 'avatar', size: 'own' },
      },
    });
    this.#ghost = createAvatarGhost(avatar, { color: '#9cc9f0', opacity: 1 });
    this.#ghost.root.position.x = BESIDE;
    this.root.add(this.#ghost.root);
  }

  #choose(values: EmbodyRoomSettings): void {
    this.#chosen = values;
    this.#person?.set({ solver: solverOf(embodySettingsOf(valuesBeside(values)) ?? 'baseline') });
  }

  #drop(): void {
    this.#ghost?.dispose();
    this.#ghost = null;
    this.#avatar = null;
    this.#person = null;
  }
}
