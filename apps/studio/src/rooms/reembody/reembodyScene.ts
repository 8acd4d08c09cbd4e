import type { Pose } from '@leib/core';
import { flatGround } from '@leib/embody';
import {
  type AxisSettings,
  axisNames,
  defaultRemoteBodySettings,
  defaultRoom,
  editJoints,
  inputAt,
  kindOfBone,
  OBJECT_SIZE,
  outputAt,
  type RemoteBodySettings,
  type RemotePart,
  type WorldObject,
} from '@leib/reembody';
import {
  type Avatar,
  type AvatarGhost,
  createAvatarGhost,
  createCollidersView,
  createContactForcesView,
  createJointArcsView,
  createTorquesView,
  type DrawnArc,
  type StageTheme,
  skinnedSurfaceOf,
} from '@leib/three';
import type { TrackedController, TrackedFrame } from '@leib/tracking';
import { Group, Object3D } from 'three';
import type { RoomScene } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { ReembodyDesk, type ReembodyStore, reembodyDesk } from './reembodyDesk.js';
import { remoteSettingsOf } from './remoteSettingsOf.js';
import { LimitDrag, type LimitDragged } from './scene/limitDrag.js';
import { createObjectsView } from './scene/objectsView.js';
import { PushDrag } from './scene/pushDrag.js';
import { type BuiltBody, RemoteSimulation } from './simulation/remoteSimulation.js';

/** From the remote body to the ghost beside it, metres. */
const BESIDE = 0.95;

/** The room "Re-embody" while one is in it: the local body is a ghost, the avatar is what forces make of it. */
class ReembodyScene implements RoomScene {
  readonly root = new Object3D();
  readonly personRoot = new Group();
  readonly ground = flatGround();
  readonly mirrorYaw = 0;
  readonly truthErrors = null;
  readonly followsPerson = false;
  readonly #world: World;
  readonly #settings: ReembodyStore;
  readonly #desk: ReembodyDesk;
  readonly #objects: readonly WorldObject[] = defaultRoom;
  readonly #things = createObjectsView(this.#objects);
  readonly #colliders = createCollidersView();
  readonly #contacts = createContactForcesView();
  readonly #arcs = createJointArcsView();
  readonly #torques = createTorquesView();
  readonly #views = [this.#things, this.#colliders, this.#contacts, this.#arcs, this.#torques];
  readonly #limitDrag: LimitDrag;
  readonly #push: PushDrag;
  readonly #stopListening: () => void;
  #simulation: RemoteSimulation | null = null;
  #avatar: Avatar | null = null;
  #ghost: AvatarGhost | null = null;
  /** As JSON: whatever else changes in the room, the same body is not built again. */
  #sentSettings = '';

  constructor(world: World, settings: ReembodyStore) {
    this.#world = world;
    this.#settings = settings;
    this.#desk = new ReembodyDesk(settings);
    this.#desk.onSelected = () => this.#drawSelected();
    // First: an arc's edge in front of the body is meant before the body.
    this.#limitDrag = new LimitDrag(world, this.#arcs, (drag) => this.#dragLimit(drag));
    this.#push = new PushDrag(world, this.#colliders, this.#things, this.#objects);
    for (const { root } of this.#views) this.personRoot.add(root);
    this.#stopListening = settings.store.subscribe(() => this.#onSettings());
    reembodyDesk.setState({ desk: this.#desk });
  }

  setTheme(theme: StageTheme): void {
    this.#things.setTheme(theme);
  }

  /** Nobody is taken elsewhere; the hands' buttons are read here, as the source has them. */
  travel(frame: TrackedFrame): void {
    const input = this.#simulation?.input;
    if (!input) return;
    input[inputAt.leftGrip] = gripOf(frame.leftController);
    input[inputAt.rightGrip] = gripOf(frame.rightController);
  }

  shownPose(localPose: Pose, dtSeconds: number): Pose {
    const avatar = this.#world.body?.avatar;
    if (!avatar) return localPose;
    if (avatar !== this.#avatar) this.#embody(avatar);
    const simulation = this.#simulation;
    if (!simulation) return localPose;
    this.#sendTarget(simulation, localPose, dtSeconds);
    if (this.#ghost) {
      avatar.applyPose(localPose);
      this.#ghost.copyPose();
    }
    return simulation.output ? simulation.pose : localPose;
  }

  update(): void {
    const { ghost, showColliders, showContacts, showLimits, showTorques } = this.#settings.values();
    const output = this.#simulation?.output ?? null;
    const built = this.#simulation?.built;
    // Through one's own eyes a ghost around them hides everything.
    const isWorn = this.#world.rig.mode === 'eyes' || this.#world.renderer.xr.isPresenting;
    if (this.#ghost) {
      const isInside = ghost === 'inside';
      this.#ghost.root.visible = output !== null && ghost !== 'hidden' && !(isInside && isWorn);
      this.#ghost.root.position.x = isInside ? 0 : -BESIDE;
    }
    this.#colliders.root.visible = output !== null && showColliders;
    this.#contacts.root.visible = output !== null && showContacts;
    this.#arcs.root.visible = output !== null && showLimits;
    this.#torques.root.visible = output !== null && showTorques;
    if (!output || !built) return;
    const { layout, body } = built;
    this.#things.update(output, layout.objects);
    this.#colliders.update(output, layout.places);
    if (showContacts) this.#contacts.update(output, layout.contacts, output[outputAt.toldContacts]);
    if (showLimits) this.#arcs.update(output, layout.places);
    if (showTorques) this.#torques.update(body.drives, output, layout.places, layout.torques);
  }

  /** A thing of the room by name, or a part of the remote body as "remote leftHand". */
  thingPlace(name: string): readonly [x: number, y: number, z: number] | null {
    const output = this.#simulation?.output;
    const built = this.#simulation?.built;
    if (!output || !built) return null;
    const { layout, body } = built;
    const bone = name.startsWith('remote ') ? name.slice('remote '.length) : null;
    const index =
      bone === null
        ? this.#objects.findIndex((object) => object.name === name)
        : body.parts.findIndex((part) => part.bone === bone);
    if (index < 0) return null;
    const at = bone === null ? layout.objects + index * OBJECT_SIZE : layout.places + index * 7;
    return [output[at], output[at + 1], output[at + 2]];
  }

  dispose(): void {
    this.#stopListening();
    reembodyDesk.setState({ desk: null });
    this.#desk.dispose();
    this.#limitDrag.dispose();
    this.#push.dispose();
    this.#simulation?.dispose();
    this.#ghost?.dispose();
    for (const view of this.#views) view.dispose();
  }

  /** Another avatar is another body: a new simulation, and a new ghost. */
  #embody(avatar: Avatar): void {
    this.#avatar = avatar;
    this.#simulation?.dispose();
    this.#ghost?.dispose();
    this.#desk.cancelTuning();
    const settings = remoteSettingsOf(this.#settings.values());
    this.#sentSettings = textOf(settings);
    const { skeleton } = avatar;
    const simulation = new RemoteSimulation({
      skeleton,
      skin: skinnedSurfaceOf(avatar),
      settings,
      objects: this.#objects,
    });
    simulation.onBuilt = (built) => this.#showBody(built);
    simulation.onFrame = (output) => {
      if (simulation.built) this.#desk.measure(simulation.built, output);
    };
    simulation.onFailed = (reason) => this.#desk.say('error', `The remote body: ${reason}`);
    this.#simulation = simulation;
    this.#desk.simulation = simulation;
    this.#ghost = createAvatarGhost(avatar);
    this.personRoot.add(this.#ghost.root);
  }

  #sendTarget(simulation: RemoteSimulation, { rootPosition, localRotations }: Pose, dtSeconds: number): void {
    const { input } = simulation;
    if (input) {
      const { latencyMs, delaysHips, showContacts } = this.#settings.values();
      input[inputAt.latencySeconds] = latencyMs / 1000;
      input[inputAt.delaysHips] = delaysHips ? 1 : 0;
      input[inputAt.wantsContacts] = showContacts ? 1 : 0;
      for (let k = 0; k < 3; k++) input[inputAt.rootPosition + k] = rootPosition[k];
      for (let i = 0; i < localRotations.length; i++) input[inputAt.rotations + i] = localRotations[i];
      this.#push.write(input, dtSeconds);
    }
    simulation.step(dtSeconds);
  }

  #onSettings(): void {
    const values = this.#settings.values();
    this.#push.strongest = values.pushForce;
    const settings = remoteSettingsOf(values);
    const text = textOf(settings);
    if (!this.#simulation || text === this.#sentSettings) return;
    this.#sentSettings = text;
    this.#simulation.setSettings(settings);
  }

  #showBody({ body }: BuiltBody): void {
    const { all, parts } = body.settings.colliders;
    this.#colliders.setParts(body.parts, ({ bone }: RemotePart) => parts[bone] ?? all);
    this.#drawSelected();
  }

  /** Null: the drag is over. */
  #dragLimit(drag: LimitDragged | null): void {
    const built = this.#simulation?.built;
    if (!drag) this.#settings.endGesture();
    if (!drag || !built) return;
    const base = this.#settings.values().body ?? defaultRemoteBodySettings;
    const { bone } = built.body.parts[drag.part];
    const change = (axis: AxisSettings) => ({ ...axis, [drag.end]: drag.angle });
    this.#settings.set('body', editJoints(base, [bone], [axisNames[drag.axis]], change));
  }

  #drawSelected(): void {
    const built = this.#simulation?.built;
    if (!built) return;
    const { parts, drives } = built.body;
    const { selected } = this.#desk;
    this.#colliders.setMarked((part) => selected.includes(parts[part].bone));
    const arcs = drives
      .filter(({ bone }) => selected.includes(bone))
      .flatMap(({ part, axes, low, high }) =>
        Array.from(
          axes,
          (axis, k): DrawnArc => ({ part, parent: parts[part].parent, axis, low: low[k], high: high[k] }),
        ),
      );
    this.#arcs.setArcs(arcs, (part) => wayOf(parts, part));
  }
}

/** Where a part's bone leads at rest: to the next part, or where its mass is. */
function wayOf(parts: readonly RemotePart[], part: number): readonly number[] {
  const next = parts.find(({ parent, bone }) => parent === part && kindOfBone(bone) !== 'thumbMetacarpal');
  return next?.offset ?? parts[part].centre;
}

/** What tells two bodies apart: all but the name. */
function textOf(settings: RemoteBodySettings): string {
  return JSON.stringify({ ...settings, name: '' });
}

function gripOf({ grip, trigger }: TrackedController): number {
  return Math.max(grip, trigger);
}

export function createReembodyScene(world: World, settings: ReembodyStore): RoomScene {
  return new ReembodyScene(world, settings);
}
