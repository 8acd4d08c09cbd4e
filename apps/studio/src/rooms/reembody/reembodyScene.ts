import type { Ground } from '@leib/embody';
import type { FileSet } from '@leib/formats';
import {
  type BuiltBody,
  createSimulatedKind,
  inputAt,
  isSimulatedActor,
  outputAt,
  type RemotePart,
  type RemoteSimulation,
  type SimulatedActor,
  type SimulatedBody,
  type WorldObject,
} from '@leib/reembody';
import { createRobotKind } from '@leib/reembody/robot';
import type { ActorDoc } from '@leib/stage';
import { type Avatar, type AvatarGhost, createAvatarGhost, type StageTheme } from '@leib/three';
import {
  createCollidersView,
  createContactForcesView,
  createTorquesView,
  skinnedSurfaceOf,
} from '@leib/three/reembody';
import { type JointFrame, pointNumber, quality } from '@leib/tracking';
import { Group, Object3D } from 'three';
import { notify } from '../../ui/pageStore.js';
import type { RoomActs, RoomCompany, RoomDoc, RoomScene } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { createPoseMemory, rememberPose } from './gains/poseMemory.js';
import { reembodyActions } from './reembodyActions.js';
import { ReembodyController } from './reembodyController.js';
import { BodyNames } from './scene/bodyNames.js';
import { Grasps } from './scene/grasps.js';
import { LimitsTool } from './scene/limitsTool.js';
import { createObjectsView, type ObjectsView } from './scene/objectsView.js';
import { OthersView } from './scene/othersView.js';
import { createPerformerKind } from './scene/performers.js';
import { placeInFrame } from './scene/placeInFrame.js';
import { aimAtOwner, isArmOf, partName, withOthersShapes } from './scene/pushedPart.js';
import { Pushing } from './scene/pushing.js';
import { Seat } from './scene/seat.js';
import { ThingMover } from './scene/thingMover.js';
import { buildThingsGround } from './scene/thingsGround.js';
import { writeGrips } from './scene/writeGrips.js';
import { otherBodies, reembodyDoc, SIMULATED } from './settings/reembodyDoc.js';
import type { ReembodyStore, ReembodyValues } from './settings/reembodyShape.js';
import { BESIDE, thingsOf } from './settings/roomThings.js';
import { lostWords } from './simulation/lostWords.js';
import { openPlace } from './simulation/openPlace.js';

/** How long what its own legs carry is held in its target: steps that lead to another source's place are over then. */
const RISING_SECONDS = 1.2;

/** The open room "Re-embody": the avatar shows the actor `simulated`, a ghost shows the person. */
class ReembodyScene implements RoomScene {
  readonly root = new Object3D();
  readonly personRoot = new Group();
  readonly #world: World;
  readonly #settings: ReembodyStore;
  readonly controller: ReembodyController;
  readonly acts: RoomActs = {
    actions: () => reembodyActions(this.#settings, { push: () => this.#pushChest(), standUp: () => this.#standUp() }),
    openFile: (file) => this.#openFile(file),
    openFiles: (set) => this.#openFiles(set),
  };
  #objects: readonly WorldObject[];
  /** Floor and things that stand fast: of `#objects`. */
  ground: Ground;
  readonly #things: ObjectsView;
  readonly #colliders = createCollidersView();
  readonly #contacts = createContactForcesView();
  readonly #torques = createTorquesView();
  readonly #views: readonly { readonly root: Object3D; dispose(): void }[];
  readonly #mover: ThingMover;
  readonly #limits: LimitsTool;
  readonly #push: Pushing;
  readonly #names: BodyNames;
  readonly #grasps: Grasps;
  readonly #endings: readonly (() => void)[];
  /** Who is only in this room. */
  readonly kinds: NonNullable<RoomScene['kinds']>;
  #avatar: Avatar | null = null;
  /** What is simulated: the avatar, or another model. */
  #remote: Avatar | null = null;
  #ghost: AvatarGhost | null = null;
  readonly #othersView = new OthersView();
  #doc: RoomDoc = { actors: {} };
  /** What `#doc` was made of. */
  #told: readonly unknown[] = [];
  #body: ReembodyValues['body'] = null;
  /** Time of the stage in the last frame. */
  #seconds: number;
  readonly #seat: Seat;
  /** Whether the source knows where the person's head is. */
  #isTracked = false;
  /** How long what its own legs carry is still put on its feet. */
  #risingSeconds = 0;

  constructor(world: World, settings: ReembodyStore) {
    this.#world = world;
    this.#seat = new Seat(world);
    this.#settings = settings;
    this.controller = new ReembodyController(settings, world.clock, {
      notify,
      drawSelected: () => this.#drawSelected(),
      playedClip: () => world.truth?.source.motion ?? null,
      simulation: () => this.#simulation,
      standUp: () => this.#standUp(),
    });
    this.#objects = thingsOf(settings.values().things);
    this.ground = buildThingsGround(this.#objects, () => world.person.scale.x);
    this.#things = createObjectsView(this.#objects);
    this.#views = [this.#things, this.#colliders, this.#contacts, this.#torques];
    // Before Pushing: a handle in front of the body is picked first.
    this.#limits = new LimitsTool(world, this.controller.edits, () => this.controller.selected);
    this.#grasps = new Grasps(world, this.#things, () => this.#objects);
    // Before Pushing, too: the thing that is being edited is moved, not pushed.
    this.#mover = new ThingMover(world, this.#things, settings, () => this.controller.editedThing);
    const allBodies = withOthersShapes(this.#colliders, this.#othersView, () => this.#simulation?.built);
    const pushable = { colliders: allBodies, things: this.#things, objects: () => this.#objects };
    this.#push = new Pushing(world, pushable, {
      partName: (part) => partName(this.#simulation?.built ?? null, part),
      isOwnArm: (part, side) => !world.wearer.isWatching && isArmOf(this.#simulation?.built ?? null, part, side),
      isBusy: (side) => !world.wearer.isWatching && this.#grasps.isTaking[side],
    });
    this.#names = new BodyNames(world);
    for (const { root } of [...this.#views, this.#limits, this.#othersView]) this.personRoot.add(root);
    this.personRoot.add(this.controller.robotRoot);
    this.root.add(this.#push.root);
    this.kinds = {
      simulated: createSimulatedKind({
        body: () => this.#embody(),
        place: (ref) => openPlace(ref, world.clock),
        hold: () => world.clock.hold(),
      }),
      performer: createPerformerKind(world, () => this.#shownModel() as Avatar),
      robot: createRobotKind({
        open: () => ({ runner: () => this.controller.robot.robot, output: this.controller.robot.output }),
        isKnown: () => this.#isTracked,
      }),
    };
    this.#seconds = world.stage.seconds;
    this.#endings = [
      settings.store.subscribe(() => this.#onSettings()),
      world.stage.addSink(({ seconds }) => this.#take(seconds)),
    ];
    void this.controller.model.restore();
  }

  setTheme(theme: StageTheme): void {
    this.#things.setTheme(theme);
  }

  /** Moves the person to their seat in a shared world. */
  travel(joints: JointFrame): void {
    this.#isTracked = joints.quality[pointNumber.head] !== quality.lost;
    this.#seat.take(this.#simulation?.built?.seat ?? 0, joints);
  }

  /** Others stand around as far away as is set in the world's metres. Another model is drawn in the avatar's place. */
  get doc(): RoomDoc {
    const values = this.#settings.values();
    const model = this.controller.model.shown;
    const scale = this.#world.person.scale.x;
    const told = [values, model, scale];
    if (told.every((value, i) => value === this.#told[i])) return this.#doc;
    this.#told = told;
    const others = otherBodies(values, values.othersAway / scale);
    if (model === null) this.#doc = { actors: others };
    else {
      const asModel = (doc: ActorDoc) =>
        doc.kind !== 'person' && doc.body.kind === 'default'
          ? { ...doc, body: { kind: 'model', number: model.number } }
          : doc;
      const own = Object.entries(reembodyDoc(values).actors).map(([id, doc]) => [id, asModel(doc)] as const);
      this.#doc = { actors: { ...Object.fromEntries(own), ...others }, view: { avatarShows: null } };
    }
    return this.#doc;
  }

  get #simulated(): SimulatedActor | null {
    const actor = this.#world.stage.actors.get(SIMULATED);
    return isSimulatedActor(actor) ? actor : null;
  }

  get #simulation(): RemoteSimulation | null {
    return this.#simulated?.simulation ?? null;
  }

  /** Whether a frame of this body has come back. */
  get #hasFrame(): boolean {
    const simulated = this.#simulated;
    return simulated !== null && simulated.pose === simulated.simulation?.pose;
  }

  /** Whose shape the second body has. */
  #shownModel(): Avatar | null {
    return this.controller.model.shown?.avatar ?? this.#world.body?.avatar ?? null;
  }

  /** A frame of the stage is made, and not shown yet: the avatar still lends its bones to others. */
  #take(seconds: number): void {
    const dtSeconds = seconds - this.#seconds;
    this.#seconds = seconds;
    const [simulated, avatar, remote] = [this.#simulated, this.#avatar, this.#remote];
    const target = this.#world.body?.pose;
    if (!simulated || !avatar || !remote || !target || avatar !== this.#world.body?.avatar) return;
    const { wished, simulation } = simulated;
    if (this.controller.memory && wished) rememberPose(this.controller.memory, wished, dtSeconds);
    if (simulation?.output) {
      this.#othersView.update(remote, simulation.output, this.#settings.values().showColliders);
    }
    if (this.#ghost) {
      avatar.applyPose(target);
      this.#ghost.copyPose();
    }
    if (wished) this.controller.model.shown?.show(simulated.pose, !this.#isWorn, dtSeconds);
  }

  /** Whether the view is out of the body's own eyes. */
  get #isWorn(): boolean {
    return this.#world.rig.mode === 'eyes' || this.#world.renderer.xr.isPresenting;
  }

  update(dtSeconds: number): void {
    const { ghost, showColliders, showContacts, showLimits, showTorques } = this.#settings.values();
    const output = this.#simulation?.output ?? null;
    const built = this.#simulation?.built;
    // Seen from inside, a ghost around the eyes would hide everything.
    const isWorn = this.#isWorn;
    if (this.#ghost) {
      const isInside = ghost === 'inside';
      this.#ghost.root.visible = this.#hasFrame && ghost !== 'hidden' && !(isInside && isWorn);
      this.#ghost.root.position.x = isInside ? 0 : -BESIDE;
    }
    this.#colliders.root.visible = output !== null && showColliders;
    this.#contacts.root.visible = output !== null && showContacts;
    this.#limits.root.visible = this.#hasFrame && showLimits;
    this.#torques.root.visible = output !== null && showTorques;
    this.#othersView.root.visible = output !== null;
    this.controller.robot.update();
    if (this.#push.isPushing) this.#names.isPushed = true;
    this.#push.update(dtSeconds);
    this.#names.update(this.#hasFrame && ghost === 'beside' ? this.thingPlace('remote head') : null, BESIDE);
    if (!output || !built) return;
    const { layout, body, frame } = built;
    if (frame.objectCount === this.#objects.length) this.#things.update(output, frame.objects);
    if (frame.objectCount === this.#objects.length) this.#grasps.update(built, output, this.#push.hovered);
    this.#colliders.update(output, layout.places);
    if (showContacts) this.#contacts.update(output, frame.contacts, output[outputAt.writtenContacts]);
    this.#limits.update(output, layout.places);
    if (showTorques) this.#torques.update(body.drives, output, layout.places, layout.torques);
  }

  /**
   * A thing of the room by name, a part of the remote body as "remote leftHand", a limit's handle as "limit leftHand x
   * low", of other bodies "other 1 leftHand", of the robot's shapes "robot 0", of what
   * is being pushed "push arrow".
   */
  thingPlace(name: string): readonly [x: number, y: number, z: number] | null {
    if (name === 'push arrow') return this.#push.arrowPlace;
    if (name.startsWith('limit ')) return this.#limits.handlePlace(name.slice('limit '.length));
    const { output, built } = this.#simulation ?? {};
    if (!output || !built) return null;
    if (name.startsWith('robot ')) return this.controller.robot.shapePlace(Number(name.slice('robot '.length)));
    return placeInFrame(name, built, output, this.#objects);
  }

  /** Heads of the remote body and of the others, and what the remote body's hands hold. */
  company(): RoomCompany {
    const { output, built } = this.#simulation ?? {};
    const names = ['remote head', ...(built?.others ?? []).map((_, i) => `other ${i + 1} head`)];
    const heads = names.flatMap((name) => {
      const head = this.thingPlace(name);
      return head ? [head] : [];
    });
    const isHeld = (at: number) => !!output && !!built && output[built.layout.output + at] >= 0;
    return { heads, holds: { left: isHeld(outputAt.leftHeld), right: isHeld(outputAt.rightHeld) } };
  }

  /** A dropped robot: its description alone, or a zip with all its files. */
  async #openFile(file: File): Promise<boolean> {
    if (!/\.(xml|mjcf|urdf|zip)$/i.test(file.name)) return false;
    const { fileSetOfFiles } = await import('@leib/formats');
    return this.#openFiles(await fileSetOfFiles([file]));
  }

  /** A dropped folder or several files with a robot among them. */
  async #openFiles(set: FileSet): Promise<boolean> {
    if (!set.files.some(({ path }) => /\.(xml|mjcf|urdf)$/i.test(path))) return false;
    await this.controller.robot.load(set);
    return true;
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.controller.dispose();
    this.#limits.dispose();
    this.#mover.dispose();
    this.#push.dispose();
    this.#names.dispose();
    this.#grasps.dispose();
    this.#ghost?.dispose();
    this.#othersView.dispose();
    for (const view of this.#views) view.dispose();
  }

  /** Another avatar, or another model, is another body: a new simulation, and a new ghost. */
  #embody(): SimulatedBody {
    const [avatar, remote] = [this.#world.body?.avatar, this.#shownModel()];
    if (!avatar || !remote) throw new Error('There is no avatar yet.');
    this.#avatar = avatar;
    this.#remote = remote;
    if (remote !== avatar) this.personRoot.add(remote.root);
    this.#ghost?.dispose();
    this.controller.gains.cancel();
    this.controller.memory = createPoseMemory(remote.skeleton);
    this.#othersView.clear();
    this.controller.robot.setSkeleton(avatar.skeleton);
    this.#ghost = createAvatarGhost(avatar);
    this.personRoot.add(this.#ghost.root);
    return {
      skeleton: remote.skeleton,
      skin: skinnedSurfaceOf(remote),
      isSameRig: remote === avatar,
      events: {
        built: (built) => {
          this.#showBody(built);
          this.#othersView.setOthers(remote, built.others);
          this.#placeRobot();
        },
        frame: (output, built, trip) => this.controller.measure(built, output, trip),
        failed: (reason) => notify('error', `The remote body: ${reason}`),
        lost: (reason) => this.#loseSimulation(reason),
      },
      writeInput: (input, dtSeconds) => this.#writeInput(input, dtSeconds),
    };
  }

  /** What the person does to the world besides leading the body: pushes, grips, and getting it up. */
  #writeInput(input: Float64Array | null, dtSeconds: number): void {
    this.#push.write(input, dtSeconds);
    this.#followSource(dtSeconds);
    if (!input) return;
    const { reader, wearer } = this.#world;
    writeGrips(input, reader.joints, wearer.handsOnPanel);
    input[inputAt.standsUp] = this.#risingSeconds > 0 ? 1 : 0;
    const built = this.#simulation?.built;
    if (built) aimAtOwner(input, built);
  }

  /** Legs do not step from one source's pose to another's: what they carry is taken over to it, and stands there. */
  #followSource(dtSeconds: number): void {
    const { crossfade, params } = this.#world.reader;
    this.#risingSeconds = Math.max(0, this.#risingSeconds - dtSeconds);
    const isFading = crossfade.isNew || crossfade.sinceSwitchSeconds < params.settings.crossfadeSeconds;
    if (isFading) this.#risingSeconds = RISING_SECONDS + (this.#simulated?.delaySeconds ?? 0);
  }

  #standUp(): void {
    this.#risingSeconds = RISING_SECONDS;
  }

  #onSettings(): void {
    const values = this.#settings.values();
    this.#push.strongest = values.pushForce;
    if (this.#world.room === this) this.#world.onSettings();
    this.#onThings(values);
    this.#placeRobot();
    const built = this.#simulation?.built;
    // On a body that comes off its anchor the legs do not yet bear.
    if (values.root === 'balance' && built?.body.settings.control.root !== 'balance') this.#standUp();
    if (values.body !== this.#body && built) this.#limits.draw(built);
    this.#body = values.body;
  }

  /** The robot lives in the people's world where that is wanted and runs in this page. */
  #placeRobot(): void {
    const { robotWorld, robotBase } = this.#settings.values();
    this.controller.robot.setWorld(robotWorld === 'shared' ? this.#simulation : null, robotBase);
  }

  /** Other things: drawn at once where they are put, simulated as soon as the world with them is built. */
  #onThings(values: ReembodyValues): void {
    const things = thingsOf(values.things);
    if (things === this.#objects) return;
    this.#objects = things;
    this.ground = buildThingsGround(things, () => this.#world.person.scale.x);
    this.#things.setObjects(things);
  }

  /** The server is gone: the setting follows, and the simulation moves into this page. */
  #loseSimulation(reason: string): void {
    const { where } = this.#settings.values();
    notify('error', lostWords(where, reason));
    if (where === 'worker') return;
    this.#settings.set('where', 'worker');
    this.#settings.endGesture();
  }

  /** A push from the front at the chest, as a hand would. */
  #pushChest(): void {
    const chest = this.#simulation?.built?.body.parts.findIndex(({ bone }) => bone === 'chest') ?? -1;
    const place = this.thingPlace('remote chest');
    if (chest >= 0 && place) this.#push.pushPart(chest, place);
  }

  #showBody({ body }: BuiltBody): void {
    const { all, parts } = body.settings.colliders;
    this.#colliders.setParts(body.parts, ({ bone }: RemotePart) => parts[bone] ?? all);
    this.#drawSelected();
  }

  #drawSelected(): void {
    const built = this.#simulation?.built;
    if (!built) return;
    const { parts } = built.body;
    const { selected } = this.controller;
    this.#colliders.setMarked((part) => selected.includes(parts[part].bone));
    this.#limits.draw(built);
  }
}

export function createReembodyScene(world: World, settings: ReembodyStore): RoomScene {
  return new ReembodyScene(world, settings);
}
