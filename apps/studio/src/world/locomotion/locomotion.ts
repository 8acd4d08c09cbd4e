import { carryHeadTo, createPlayerState, type defaultPlayerSettings, placePlayer } from '@leib/embody';
import type { JointFrame } from '@leib/tracking';
import { Group, type Object3D, Vector3 } from 'three';
import type { StageSettings } from '../stageSections.js';
import type { CarryingWorld } from './carryingWorld.js';
import { playerSettingsOf } from './gettingAbout.js';
import { Teleporter } from './teleporter.js';

type PlayerSettings = typeof defaultPlayerSettings;

const up = new Vector3(0, 1, 0);

/** What carries the person through the world beside their steps: the stick of keys, teleports. The same in every room. */
export class Locomotion {
  /** Parent of the tracked space (TargetOffset), the person's metres. */
  readonly root = new Group();
  readonly player = createPlayerState();
  readonly teleporter: Teleporter;
  /** What keys push instead of walking, -1..1: +x right, +y forward. null: keys walk. */
  keyStick: { x: number; y: number } | null = null;
  readonly #settings: () => StageSettings;
  #values: StageSettings | null = null;
  #playerSettings: PlayerSettings | null = null;

  constructor(world: CarryingWorld, settings: () => StageSettings) {
    this.#settings = settings;
    // A wearer of a headset can be carried where no body is tracked, too.
    this.teleporter = new Teleporter(world, () => world.renderer.xr.isPresenting || !settings().isStill);
  }

  /** Settings of the sphere and the stick, as they are now. */
  get playerSettings(): PlayerSettings {
    const values = this.#settings();
    if (values !== this.#values || this.#playerSettings === null) {
      this.#values = values;
      this.#playerSettings = playerSettingsOf(values);
    }
    return this.#playerSettings;
  }

  /** Back to where the source has the person. */
  goHome(): void {
    placePlayer(this.player, 0, 0, 0, 0);
    this.player.bob = 0;
    this.teleporter.stop();
  }

  /** One frame, after devices were read and the room has moved the person. Returns where they were teleported to; null: nowhere. */
  push(joints: JointFrame): ReturnType<Teleporter['takeLanding']> {
    this.#pushStick(joints);
    const landing = this.teleporter.takeLanding();
    if (landing) carryHeadTo(this.player, joints, landing.pointWorld);
    return landing;
  }

  /** The same when the person was carried: `joints` as the body was solved from them. */
  show(joints: JointFrame): void {
    this.root.position.fromArray(this.player.offsetWorld);
    this.root.rotation.y = this.player.offsetYaw;
    this.teleporter.step(joints);
  }

  /** Where a space within the carried one is, the person's metres. */
  placeOf(tracked: Object3D): { readonly position: Vector3; readonly yaw: number } {
    const position = tracked.position.clone().applyAxisAngle(up, this.player.offsetYaw);
    return { position: position.add(this.root.position), yaw: this.player.offsetYaw + tracked.rotation.y };
  }

  dispose(): void {
    this.teleporter.dispose();
    this.root.removeFromParent();
  }

  /** Keys that push the stick instead of walking. A thumb's own push stays. */
  #pushStick({ leftController }: JointFrame): void {
    this.keyStick = this.#settings().keys === 'stick' ? (this.keyStick ?? { x: 0, y: 0 }) : null;
    if (this.keyStick === null || (this.keyStick.x === 0 && this.keyStick.y === 0)) return;
    const { x, y } = this.keyStick;
    leftController.stickX = x;
    leftController.stickY = y;
  }
}
