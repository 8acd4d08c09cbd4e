import {
  type BodyProfile,
  type BodyProportions,
  isAnchor,
  priorsOfSkeleton,
  shownProportions,
  stepCalibration,
} from '@leib/calibration';
import { flatGround } from '@leib/embody';
import { createProbeGridView, createTrackersView } from '@leib/three';
import {
  copyJoints,
  copyPoseSlice,
  createDeviceFrame,
  createJointFrame,
  createJointReader,
  createTrackerOffsets,
  createXrOffsets,
  eyesInHead,
  type FeedDevice,
  isTracked,
  type JointFrame,
  type Placement,
  POSE_SIZE,
  placeJoints,
  pointNumber,
  quality,
  readJoints,
  standingHeadHeight,
  type TrackedPoint,
  type TrackerOffsets,
  trackedPoints,
} from '@leib/tracking';
import { Group } from 'three';
import type { SettingsStore } from '../../../files/settingsStore.js';
import { recentredPlacement } from '../../../world/recentring.js';
import type { RoomAction, RoomCard, RoomScene } from '../../../world/roomScene.js';
import type { World } from '../../../world/world.js';
import { rememberedBody } from '../../body/wornBody.js';
import { createSimulatedWearer, type SimulatedWearer, standingFrame } from '../simulate/simulatedWearer.js';
import { chapterOfTask, taskOfSession } from '../taskOfSession.js';
import { wearActions, wearCard } from '../wearActions.js';
import { WearController } from '../wearController.js';
import { updateWearInput } from '../wearInput.js';
import type { wearShape } from '../wearShape.js';
import { drawnCentre } from './drawnCentre.js';
import { commandOfHands, createHandButtons } from './handButtons.js';
import { createHeadsetView } from './headsetView.js';
import { createLengthsView } from './lengthsView.js';
import { measureGaps } from './measureGaps.js';
import { pelvisDepthsOf } from './pelvisDepth.js';
import { TrackerLabels } from './trackerLabels.js';
import { createWearPlacement, stepWearPlacement } from './wearPlacement.js';

type WearStore = SettingsStore<typeof wearShape>;
type Body = NonNullable<World['body']>;

/** Time between two updates of texts and lists of lengths. */
const READ_SECONDS = 0.1;
const follow = { kind: 'follow' } as const;
/** Offsets of joints on themselves: the reader takes the worn joints as devices. */
const jointsThemselves = createTrackerOffsets();

/** The open room "Wear": reads devices, steps the calibration, writes joints, and draws trackers and guide. */
class WearScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Group();
  readonly ground = flatGround();
  readonly mirrorYaw = 0;
  readonly truthErrors = null;
  readonly #world: World;
  readonly #settings: WearStore;
  readonly controller: WearController;
  /** Parent of everything that is drawn in the tracked space. */
  readonly #tracked = new Group();
  readonly #placement = createWearPlacement();
  readonly #trackers = createTrackersView();
  readonly #grid = createProbeGridView();
  readonly #lengths = createLengthsView();
  readonly #headset = createHeadsetView();
  readonly #labels: TrackerLabels;
  readonly #buttons = createHandButtons();
  readonly #joints = createJointFrame();
  readonly #wearerFrame: JointFrame;
  #wearer: SimulatedWearer = createSimulatedWearer();
  #isApart = false;
  /** Reads what is worn: joints on the stage, before anything lost is held. */
  readonly #worn = createDeviceFrame();
  readonly #reader = createJointReader(null);
  readonly #stopListening: () => void;
  #body: Body | null = null;
  #headOffsets: TrackerOffsets = createXrOffsets();
  #offsetsScale = 0;
  #seen: readonly FeedDevice[] = [];
  readonly #drawn: FeedDevice[] = [];
  #stature: number | null = null;
  /** Lengths that the avatar should have. */
  #proportions: BodyProportions | null = null;
  /** Seconds since texts and lengths were updated. */
  #sinceRead = 0;
  #shownLengths: BodyProportions | null = null;

  constructor(world: World, settings: WearStore) {
    this.#world = world;
    this.#settings = settings;
    this.controller = new WearController({
      setJointMethod: (method) => settings.set('jointMethod', method),
      showProfile: (profile) => this.#showProfile(profile),
    });
    this.#wearerFrame = standingFrame(this.#wearer.skeleton);
    this.#labels = new TrackerLabels(world, this.#tracked);
    this.#tracked.add(this.#trackers.root, this.#grid.root);
    world.locomotion.root.add(this.#tracked);
    this.personRoot.add(this.#lengths.root, this.#headset.root);
    this.#showProfile(this.controller.profile);
    this.#stopListening = settings.store.subscribe(() => this.#onSettings());
    this.#onSettings();
  }

  get stature(): number | null {
    return this.#stature;
  }

  get proportions(): BodyProportions | null {
    return this.#proportions;
  }

  setTheme(): void {}

  travel(frame: JointFrame, dtSeconds: number): void {
    const { things, renderer } = this.#world;
    const { simulate, acts, apart } = this.#settings.values();
    const controller = this.controller;
    const { session } = controller;
    const task = taskOfSession(session);
    controller.isSimulated = simulate && !things.isReal;
    if (controller.isSimulated) {
      if (apart !== this.#isApart) {
        this.#isApart = apart;
        this.#wearer = createSimulatedWearer({ isApart: apart });
      }
      this.#readWearerFrame(frame);
      this.#wearer.step(this.#wearerFrame, acts ? task : follow, dtSeconds);
    }
    things.recorded?.playChapter(chapterOfTask(task));
    controller.devices = controller.isSimulated ? this.#wearer.devices : things.devices;
    if (controller.devices !== this.#seen) this.#restart(controller.devices);
    this.#fitBody();
    updateWearInput(
      controller.input,
      controller.devices,
      session.roleOf,
      this.#headOffsets,
      controller.shownProfile.spaces,
    );
    controller.input.jointOffsets = controller.isSimulated ? undefined : this.#world.offsets;
    controller.input.floorY = things.recorded?.recording.floorY ?? 0;
    stepCalibration(session, controller.input, dtSeconds);
    if (renderer.xr.isPresenting) this.#listenToHands(frame);
    this.#place();
    this.#writeJoints(frame, dtSeconds);
    this.#updatePerson();
  }

  actions(): readonly RoomAction[] {
    return wearActions(this.controller);
  }

  card(): RoomCard {
    return wearCard(this.controller);
  }

  update(dtSeconds: number): void {
    const { showTrackers, showNames, showGrid, showHeadset } = this.#settings.values();
    const { session, devices } = this.controller;
    const { body } = this.#world;
    this.#measureGaps(dtSeconds);
    const role = session.step === 'joints' ? session.joints[0] : null;
    const turned = role === null ? null : this.#deviceOf(role);
    this.#trackers.root.visible = showTrackers;
    this.#trackers.marked = turned?.id ?? null;
    if (showTrackers) this.#trackers.update(this.#drawnTrackers());
    this.#labels.update(showTrackers && showNames ? this.#drawnTrackers() : [], session.roleOf);
    this.#grid.root.visible = showGrid && turned !== null;
    if (showGrid && turned) this.#showGrid(turned);
    this.#sinceRead += dtSeconds;
    const isReading = this.#sinceRead >= READ_SECONDS;
    if (isReading) this.#sinceRead = 0;
    this.#showLengths(isReading);
    this.#headset.update(showHeadset && devices.length > 0 ? body : null);
  }

  dispose(): void {
    this.#stopListening();
    this.#world.things.recorded?.playChapter(null);
    for (const view of [this.#trackers, this.#labels, this.#grid, this.#lengths, this.#headset]) view.dispose();
    this.#tracked.removeFromParent();
  }

  /** Settings that are part of the profile have its values; in one change, so that none is taken for the visitor's. */
  #showProfile({ lockMode, adaptsLengths }: BodyProfile): void {
    const shown = this.#settings.values();
    if (shown.lockMode === lockMode && shown.adaptsLengths === adaptsLengths) return;
    this.#settings.setAll({ lockMode, adaptsLengths });
  }

  #onSettings(): void {
    const { lockMode, moveSeconds, jointMethod, adaptsLengths } = this.#settings.values();
    const { sessionSettings } = this.controller;
    sessionSettings.proportionsSeconds = moveSeconds;
    if (jointMethod !== sessionSettings.jointMethod) {
      sessionSettings.jointMethod = jointMethod;
      this.controller.command({ type: 'restartJoint' });
    }
    if (adaptsLengths !== this.controller.profile.adaptsLengths) {
      this.controller.command({ type: 'setAdapting', adaptsLengths });
    }
    if (lockMode !== this.controller.profile.lockMode) this.controller.command({ type: 'setLockMode', lockMode });
  }

  /** Starts again at the first step with other devices. */
  #restart(devices: readonly FeedDevice[]): void {
    this.#seen = devices;
    this.#placement.isPlaced = false;
    this.controller.gaps.fill(Number.NaN);
    this.controller.restart();
  }

  /** Reads head and hands of the source in the simulated person's metres. */
  #readWearerFrame(frame: JointFrame): void {
    const { things, scales, body } = this.#world;
    const { skeleton } = this.#wearer;
    const scale =
      things.measure === 'person' || !body
        ? scales.wearer
        : standingHeadHeight(skeleton) / standingHeadHeight(body.avatar.ownSkeleton);
    const out = this.#wearerFrame;
    for (let point = 0; point < trackedPoints.length; point++) {
      const isBody = point === pointNumber.head || point === pointNumber.leftHand || point === pointNumber.rightHand;
      out.quality[point] = isBody ? frame.quality[point] : quality.lost;
      out.lostSeconds[point] = isBody ? frame.lostSeconds[point] : Number.POSITIVE_INFINITY;
      const at = point * POSE_SIZE;
      for (let k = 0; k < POSE_SIZE; k++) out.jointPoses[at + k] = frame.jointPoses[at + k] * (k < 3 ? scale : 1);
    }
    out.teleportCount = frame.teleportCount;
    // No head tracked yet: the wearer stands.
    if (out.quality[pointNumber.head] === quality.lost && skeleton.jointCount > 0) {
      out.quality[pointNumber.head] = quality.inferred;
      out.lostSeconds[pointNumber.head] = 0;
    }
  }

  /** Updates what depends on the avatar and its size: the headset's offset, the priors, the depth of the pelvis. */
  #fitBody(): void {
    const { body, scales } = this.#world;
    const scale = scales.wearer;
    if (body === this.#body && scale === this.#offsetsScale) return;
    this.#offsetsScale = scale;
    if (body && body !== this.#body) {
      const { ownSkeleton, report } = body.avatar;
      this.controller.sessionSettings.priors = priorsOfSkeleton(ownSkeleton, report.statureMetres, 0);
      const isOwn = rememberedBody() !== null;
      this.controller.sessionSettings.pelvisDepths = isOwn ? pelvisDepthsOf(body.avatar, body.pose, scale) : null;
    }
    this.#body = body;
    if (!body) return;
    const [x, y, z] = eyesInHead(body.avatar.skeleton);
    this.#headOffsets = createXrOffsets({ eyesInHead: [x * scale, y * scale, z * scale] });
  }

  #listenToHands(frame: JointFrame): void {
    const { handsOnPanel } = this.#world.wearer;
    const command = commandOfHands(this.#buttons, frame, this.controller.session, handsOnPanel);
    if (command) this.controller.command(command);
  }

  /** Moves the tracked space to where it is on the stage. */
  #place(): void {
    const { scales, renderer } = this.#world;
    const { session, input, isSimulated } = this.controller;
    const view = isSimulated ? 'simulated' : renderer.xr.isPresenting ? 'headset' : 'screen';
    stepWearPlacement(this.#placement, view, session, input, 1 / scales.wearer);
    if (view === 'headset') Object.assign(this.#placement.placement, this.#recentred());
    const { x, y, z, yaw, scale } = this.#placement.placement;
    this.#tracked.position.set(x, y, z);
    this.#tracked.rotation.y = yaw;
    this.#tracked.scale.setScalar(scale);
  }

  /** stepWearPlacement() sets it anew in each frame. */
  #recentred(): Placement {
    return recentredPlacement(this.#placement.placement, this.#world.wearer.recentring);
  }

  /** The devices as joints drive the body; what has no role yet comes from the source as it is. */
  #writeJoints(frame: JointFrame, dtSeconds: number): void {
    const { session, isSimulated, input } = this.controller;
    const { loseLeft, loseRight, lose } = this.#settings.values();
    const { tracked, params, smoothing } = this.#world.reader;
    const joints = this.#joints;
    if (!isSimulated && this.controller.devices.length === 0) return;
    joints.jointPoses.set(session.jointFrame.jointPoses);
    joints.quality.set(session.jointFrame.quality);
    placeJoints(joints, this.#placement.placement);
    if (loseLeft) joints.quality[pointNumber.leftHand] = quality.lost;
    if (loseRight) joints.quality[pointNumber.rightHand] = quality.lost;
    if (lose !== 'none') joints.quality[pointNumber[lose]] = quality.lost;
    for (let point = 0; point < trackedPoints.length; point++) {
      // Controllers are hands before they have a role; a simulated body's source is not the body.
      const isSource = !isTracked(joints, point) && !isSimulated && this.#isSuggested(input.devices, point);
      const from = isSource ? tracked : joints;
      this.#worn.quality[point] = from.quality[point];
      copyPoseSlice(this.#worn.devicePoses, point * POSE_SIZE, from.jointPoses, point * POSE_SIZE);
    }
    this.#reader.params = params;
    this.#reader.smoothing = smoothing;
    const worn = readJoints(this.#reader, this.#worn, jointsThemselves, dtSeconds);
    copyJoints(frame, worn);
    frame.teleportCount += worn.teleportCount;
  }

  #isSuggested(devices: readonly FeedDevice[], point: number): boolean {
    const { roleOf } = this.controller.session;
    for (let i = 0; i < devices.length; i++) {
      const { id, suggestedPoint } = devices[i];
      if (suggestedPoint === trackedPoints[point] && roleOf[id] === undefined) return true;
    }
    return false;
  }

  /** Updates the person's stature and lengths: measured, then proposed or accepted. */
  #updatePerson(): void {
    const { shownProfile, devices } = this.controller;
    const isWorn = devices.length > 0;
    const stature = isWorn ? shownProfile.stature : null;
    const proportions = isWorn ? this.#shownLengths : null;
    if (stature === this.#stature && proportions === this.#proportions) return;
    this.#stature = stature;
    this.#proportions = proportions;
  }

  /** Measures how far the avatar's joints are from their tracked positions. */
  #measureGaps(dtSeconds: number): void {
    const { body, scales, reader } = this.#world;
    const { gaps, session } = this.controller;
    if (!body) return;
    const { avatar, pose } = body;
    const shown = { skeleton: avatar.skeleton, pose, joints: reader.joints, scale: scales.wearer };
    measureGaps(gaps, shown, session.jointFrame, dtSeconds);
  }

  /** All trackers; in VR without those on the headset, which would be in front of the eyes. */
  #drawnTrackers(): readonly FeedDevice[] {
    const { input, profile } = this.controller;
    if (!this.#world.renderer.xr.isPresenting || input.spaces === null) return input.devices;
    this.#drawn.length = 0;
    for (let i = 0; i < input.devices.length; i++) {
      if (!isAnchor(profile, input.devices[i].id)) this.#drawn.push(input.devices[i]);
    }
    return this.#drawn;
  }

  #deviceOf(role: TrackedPoint): FeedDevice | null {
    const { input, session } = this.controller;
    for (let i = 0; i < input.devices.length; i++) {
      if (session.roleOf[input.devices[i].id] === role) return input.devices[i];
    }
    return null;
  }

  #showGrid(turned: FeedDevice): void {
    const { finder, grid, settings } = this.controller.session;
    const { probes, paths } = grid.grid;
    const drawn = { probes, paths, revision: grid.samples.count };
    const found = settings.jointMethod === 'closedForm' ? finder : { ...finder, result: grid.result };
    this.#grid.update(turned.pose, drawn, drawnCentre(found));
  }

  /** Draws bones of the measured lengths in the body. */
  #showLengths(isReading: boolean): void {
    const { session, shownProfile } = this.controller;
    const { body, scales } = this.#world;
    const { refiner, step } = session;
    const isLive = step === 'proportions' && refiner !== null && session.history.proposal === null;
    if (isReading || !isLive) this.#shownLengths = isLive ? shownProportions(refiner) : shownProfile.proportions;
    const lengths = this.#shownLengths;
    const isShown = this.#settings.values().showLengths && step === 'proportions' && lengths !== null && body !== null;
    this.#lengths.root.visible = isShown;
    if (isShown) this.#lengths.update(body.avatar, body.pose, lengths, scales.wearer);
  }
}

export function createWearScene(world: World, settings: WearStore): RoomScene {
  return new WearScene(world, settings);
}
