import { type Avatar, type AvatarGhost, createAvatarGhost } from '@leib/three';
import { Group, Vector3 } from 'three';
import { StageLabels } from '../../../world/stageLabels.js';
import type { World } from '../../../world/world.js';

/** From the floor to the words above the figure, metres. */
const ABOVE = 1.95;

/** Until the first body is built: the worn avatar as a pale figure in its place, and what is going on in words. */
export class WaitingFigure {
  readonly root = new Group();
  readonly #world: World;
  readonly #labels: StageLabels;
  readonly #at = new Vector3();
  #avatar: Avatar | null = null;
  #ghost: AvatarGhost | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#labels = new StageLabels(world);
  }

  /** @param words null: the body is there */
  update(words: string | null): void {
    const { body, person, renderer } = this.#world;
    const avatar = words === null ? null : (body?.avatar ?? null);
    if (avatar !== this.#avatar) this.#show(avatar);
    this.#ghost?.root.scale.setScalar(person.scale.x);
    const at = this.root.localToWorld(this.#at.set(0, ABOVE, 0));
    const labels = words === null ? [] : [{ text: words, at, kind: 'figure', align: 'middle' } as const];
    this.#labels.update(renderer.xr.isPresenting ? [] : labels, true);
  }

  dispose(): void {
    this.#show(null);
    this.#labels.dispose();
  }

  #show(avatar: Avatar | null): void {
    this.#avatar = avatar;
    this.#ghost?.root.removeFromParent();
    this.#ghost?.dispose();
    this.#ghost = avatar && createAvatarGhost(avatar);
    if (!this.#ghost) return;
    this.#ghost.copyPose();
    this.root.add(this.#ghost.root);
  }
}

/** How far the download is: "Loading the body model: 1.2 of 3.1 MB". */
export function loadingWords(loadedBytes: number, totalBytes: number): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  if (loadedBytes === 0) return 'Loading the body model';
  if (loadedBytes >= totalBytes) return 'Building your body';
  return `Loading the body model: ${megabytes(loadedBytes)} of ${megabytes(totalBytes)} MB`;
}
