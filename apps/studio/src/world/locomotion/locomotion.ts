import { vec3 } from '@leib/core';
import {
  applyTargetOffset,
  carryHeadTo,
  createPlayerState,
  flatGround,
  type PlayerSettings,
  placePlayer,
  stepPlayer,
} from '@leib/embody';
import type { JointFrame } from '@leib/tracking';
import { Group, type Object3D, Vector3 } from 'three';
import type { StageSettings } from '../stageSections.js';
import type { CarryingWorld } from './carryingWorld.js';
import { playerSettingsOf } from './gettingAbout.js';
import { Teleporter } from './teleporter.js';

const up = new Vector3(0, 1, 0);

/**
 * Carries the tracked space through the world: by stick, by teleport, and where the room has something to climb, with the
 * person's own steps. The same in every room.
 */
export class Locomotion {
  /** Parent of the tracked space (TargetOffset), the person's metres. */
  readonly root = new Group();
  readonly player = createPlayerState();
  readonly teleporter: Teleporter;
  /** What keys push instead of walking, -1..1: +x right, +y forward. null: keys walk. */
  keyStick: { x: number; y: number } | null = null;
  readonly #world: CarryingWorld;
  readonly #settings: () => StageSettings;
  #values: StageSettings | null = null;
  #playerSettings: PlayerSettings | null = null;
  readonly #flat = flatGround();

  constructor(world: CarryingWorld, settings: () => StageSettings) {
    this.#world = world;
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

  /** One frame, after devices were read and the room has moved the person: writes the joints in place. */
  step(joints: JointFrame, dtSeconds: number): void {
    this.#pushStick(joints);
    const landing = this.teleporter.takeLanding();
    if (landing) carryHeadTo(this.player, joints, landing.pointWorld);
    if (this.#isCarrying(joints)) this.#carry(joints, dtSeconds);
    const gait = this.#world.body?.solver.embody?.state.gait;
    // Also where the stick no longer carries: after Home in the middle of a push the person stands.
    if (gait) vec3.copy(gait.stickVelocityWorld, this.player.stickVelocityWorld);
    applyTargetOffset(this.player, joints, joints);
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

  /** Where there is nothing to climb, people walk where their source has them until a stick or a teleport takes them. */
  #isCarrying({ leftController: left, rightController: right }: JointFrame): boolean {
    const { offsetWorld, offsetYaw } = this.player;
    if (this.#world.room.climbs === true || offsetYaw !== 0 || vec3.squaredLength(offsetWorld) > 0) return true;
    return left.stickX !== 0 || left.stickY !== 0 || right.stickX !== 0;
  }

  /** The sphere under the head climbs, slides and falls; the tracked space goes with it, and its floor with the feet. */
  #carry(joints: JointFrame, dtSeconds: number): void {
    const { ground, body, room } = this.#world;
    const embody = body?.solver.embody ?? null;
    const gait = embody?.state.gait ?? null;
    const isGrounded = embody?.model.settings.gait.grounding === true && gait?.isPlaced === true;
    this.player.feetY = isGrounded && gait !== null && room.climbs !== false ? gait.feedback.groundY : null;
    stepPlayer(this.playerSettings, this.player, joints, room.climbs === false ? this.#flat : ground, dtSeconds);
    this.player.bob = gait?.feedback.bob ?? 0;
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
