import {
  type BodyProportions,
  isAnchor,
  offsetsOfProfile,
  priorsOfSkeleton,
  type RolesResult,
  rolesOfProfile,
  shownProportions,
  spacesOfProfile,
  stepCalibration,
} from '@leib/calibration';
import { jointOfBone, yawOf } from '@leib/core';
import { flatGround } from '@leib/embody';
import {
  createHeadsetModel,
  createProbeGridView,
  createTextPanel,
  createTrackersView,
  type DrawnCentre,
  fitHeadset,
  type HeadsetModel,
  jointSurface,
} from '@leib/three';
import {
  boneOfPoint,
  copyPoseSlice,
  createDeviceFrame,
  createJointFrame,
  createJointReader,
  createPlacement,
  createTrackerOffsets,
  createXrOffsets,
  eyesInHead,
  type FeedDevice,
  isTracked,
  type JointFrame,
  POSE_SIZE,
  placeJoints,
  placementFor,
  pointNumber,
  quality,
  readJoints,
  type TrackedPoint,
  type TrackerOffsets,
  trackedPoints,
} from '@leib/tracking';
import { Group } from 'three';
import type { SettingsStore } from '../../settings/settingsStore.js';
import type { RoomScene } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { rememberedBody } from '../body/wornBody.js';
import { commandOfHands, createHandButtons } from './handButtons.js';
import { createLengthsView } from './lengthsView.js';
import { panelText } from './panelText.js';
import { pelvisDepthOf } from './pelvisDepth.js';
import { createSimulatedWearer, type SimulatedWearer, standingFrame } from './simulate/simulatedWearer.js';
import { chapterOfTask, taskOfSession } from './taskOfSession.js';
import { WearDesk, wearStore } from './wearDesk.js';
import { updateWearInput } from './wearInput.js';
import type { wearShape } from './wearShape.js';

type WearStore = SettingsStore<typeof wearShape>;
type Body = NonNullable<World['body']>;

/** Seconds for half of the way of a shown distance to the present one. */
const GAP_HALF_LIFE = 0.25;
/** The board stands to the left of the glass, at the height of the eyes, turned to the person. */
const BOARD = { x: 0.92, y: 1.42, z: 1.12, yaw: Math.PI + Math.atan2(0.92, 1.12), width: 0.66 } as const;
/** What a tracker's place is off by, metres. */
const TRACKER_NOISE = 0.001;
/** What people read changes so often: words and lists of lengths are made anew each time. */
const READ_SECONDS = 0.1;
const follow = { kind: 'follow' } as const;
/** What is worn is handed to the reader as joints. */
const jointsThemselves = createTrackerOffsets();

/** The room "Wear" while one is in it: devices in, calibration, joints out; and what is drawn of it. */
class WearScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Group();
  readonly ground = flatGround();
  readonly mirrorYaw = 0;
  readonly truthErrors = null;
  readonly followsPerson = false;
  readonly #world: World;
  readonly #settings: WearStore;
  readonly #desk = new WearDesk();
  /** The tracked space on the stage. */
  readonly #tracked = new Group();
  readonly #placement = createPlacement();
  readonly #trackers = createTrackersView();
  readonly #grid = createProbeGridView();
  readonly #lengths = createLengthsView();
  readonly #panel = createTextPanel(BOARD.width);
  readonly #buttons = createHandButtons();
  readonly #joints = createJointFrame();
  readonly #wearerFrame: JointFrame;
  #wearer: SimulatedWearer = createSimulatedWearer();
  #isApart = false;
  /** Reads what is worn: joints on the stage, before anything lost is held. */
  readonly #worn = createDeviceFrame();
  readonly #reader = createJointReader(null);
  readonly #stopListening: () => void;
  readonly #centre = {
    centreLocal: new Float64Array(3),
    axisLocal: new Float64Array(3),
    spreadAlong: 0,
    spreadAcross: 0,
    isHinge: false,
  };
  #headset: HeadsetModel | null = null;
  #body: Body | null = null;
  #headOffsets: TrackerOffsets = createXrOffsets();
  #offsetsScale = 0;
  #seen: readonly FeedDevice[] = [];
  readonly #drawn: FeedDevice[] = [];
  #stature: number | null = null;
  /** Lengths that the avatar is to have. */
  #proportions: BodyProportions | null = null;
  /** Where the person stood, and which way they faced, when they were put before the mirror. */
  readonly #anchor = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  #anchorYaw = 0;
  #anchorRoles: RolesResult | null = null;
  #isPlaced = false;
  #turned = '';
  /** Seconds since what people read was last looked at. */
  #sinceRead = 0;
  #shownLengths: BodyProportions | null = null;

  constructor(world: World, settings: WearStore) {
    this.#world = world;
    this.#settings = settings;
    this.#wearerFrame = standingFrame(this.#wearer.skeleton);
    this.#panel.root.position.set(BOARD.x, BOARD.y, BOARD.z);
    this.#panel.root.rotation.y = BOARD.yaw;
    this.root.add(this.#panel.root);
    this.#tracked.add(this.#trackers.root, this.#grid.root);
    this.personRoot.add(this.#tracked, this.#lengths.root);
    settings.set('lockMode', this.#desk.profile.lockMode);
    this.#desk.onProfile = ({ lockMode }) => settings.set('lockMode', lockMode);
    this.#stopListening = settings.store.subscribe(() => this.#onSettings());
    this.#onSettings();
    wearStore.setState({ desk: this.#desk });
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
    const desk = this.#desk;
    const { session } = desk;
    const task = taskOfSession(session);
    desk.isSimulated = simulate && !things.isReal;
    if (desk.isSimulated) {
      if (apart !== this.#isApart) {
        this.#isApart = apart;
        this.#wearer = createSimulatedWearer({ isApart: apart });
      }
      this.#readWearerFrame(frame);
      this.#wearer.step(this.#wearerFrame, acts ? task : follow, dtSeconds);
    }
    things.recorded?.playChapter(chapterOfTask(task));
    desk.devices = desk.isSimulated ? this.#wearer.devices : things.devices;
    if (desk.devices !== this.#seen) this.#meet(desk.devices);
    this.#fitBody();
    updateWearInput(desk.input, desk.devices, session.roleOf, this.#headOffsets, desk.shownProfile.spaces);
    desk.input.floorY = things.recorded?.recording.floorY ?? 0;
    stepCalibration(session, desk.input, dtSeconds);
    if (renderer.xr.isPresenting) this.#listenToHands(frame);
    this.#place();
    this.#writeJoints(frame, dtSeconds);
    this.#tellPerson();
  }

  update(dtSeconds: number): void {
    const { showTrackers, showGrid, showHeadset, showPanel } = this.#settings.values();
    const { session, devices } = this.#desk;
    const { renderer, body } = this.#world;
    this.#measureGaps(dtSeconds);
    const role = session.step === 'joints' ? session.joints[0] : null;
    const turned = role === null ? null : this.#deviceOf(role);
    this.#trackers.root.visible = showTrackers;
    this.#trackers.marked = turned?.id ?? null;
    if (showTrackers) this.#trackers.update(this.#drawnTrackers());
    this.#grid.root.visible = showGrid && turned !== null;
    if (showGrid && turned) this.#showGrid(turned);
    this.#sinceRead += dtSeconds;
    const isReading = this.#sinceRead >= READ_SECONDS;
    if (isReading) this.#sinceRead = 0;
    this.#showLengths(isReading);
    this.#panel.root.visible = renderer.xr.isPresenting || showPanel;
    if (this.#panel.root.visible && isReading) this.#panel.show(panelText(session));
    this.#showHeadset(showHeadset && devices.length > 0 ? body : null);
  }

  dispose(): void {
    this.#stopListening();
    this.#world.things.recorded?.playChapter(null);
    wearStore.setState({ desk: null });
    for (const part of [this.#trackers, this.#grid, this.#panel, this.#lengths]) part.dispose();
    this.#headset?.dispose();
    this.#handOver();
  }

  #onSettings(): void {
    const { lockMode, moveSeconds } = this.#settings.values();
    this.#desk.sessionSettings.proportionsSeconds = moveSeconds;
    if (lockMode !== this.#desk.profile.lockMode) this.#desk.command({ type: 'setLockMode', lockMode });
  }

  /** Other devices than before: from the first step on. */
  #meet(devices: readonly FeedDevice[]): void {
    this.#seen = devices;
    this.#isPlaced = false;
    this.#desk.gaps.fill(Number.NaN);
    this.#desk.restart();
  }

  /** What was calibrated holds for a feed in every room. */
  #handOver(): void {
    const { feed } = this.#world.things;
    if (!feed) return;
    const { profile, input } = this.#desk;
    feed.roles = rolesOfProfile(profile);
    feed.offsets.set(offsetsOfProfile(profile));
    if (input.headDevice) feed.spaces = spacesOfProfile(profile, input.headDevice.feed);
  }

  /** Head and hands of the source, in the simulated person's metres. */
  #readWearerFrame(frame: JointFrame): void {
    const { things, person, body } = this.#world;
    const { skeleton, stature } = this.#wearer;
    const scale = things.measure === 'person' || !body ? person.scale.x : stature / body.avatar.report.statureMetres;
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

  /** What depends on the avatar and its size: where its eyes are, the headset's model, how deep its pelvis lies. */
  #fitBody(): void {
    const { body, person } = this.#world;
    const scale = person.scale.x;
    if (body === this.#body && scale === this.#offsetsScale) return;
    this.#offsetsScale = scale;
    if (body && body !== this.#body) {
      const { ownSkeleton, report } = body.avatar;
      this.#desk.sessionSettings.priors = priorsOfSkeleton(ownSkeleton, report.statureMetres, 0);
      const isOwn = rememberedBody() !== null;
      this.#desk.sessionSettings.pelvisDepth = isOwn ? pelvisDepthOf(body.avatar, body.pose) : null;
    }
    if (body !== this.#body) {
      this.#headset?.root.removeFromParent();
      this.#headset?.dispose();
      this.#headset = null;
    }
    this.#body = body;
    if (!body) return;
    const [x, y, z] = eyesInHead(body.avatar.skeleton);
    this.#headOffsets = createXrOffsets({ eyesInHead: [x * scale, y * scale, z * scale] });
  }

  #listenToHands(frame: JointFrame): void {
    const command = commandOfHands(this.#buttons, frame, this.#desk.session);
    if (command) this.#desk.command(command);
  }

  /** Puts the tracked space onto the stage: in virtual reality where the view is, else before the mirror. */
  #place(): void {
    const { person, renderer } = this.#world;
    const { session, input, isSimulated } = this.#desk;
    const scale = 1 / person.scale.x;
    const placement = this.#placement;
    if (isSimulated || renderer.xr.isPresenting) {
      placement.x = placement.y = placement.z = 0;
      // WebXR looks along -Z, the mirror stands at +Z.
      placement.yaw = isSimulated ? 0 : Math.PI;
      placement.scale = scale;
      this.#isPlaced = false;
    } else if (session.held !== null && session.roles !== this.#anchorRoles) {
      this.#anchorRoles = session.roles;
      this.#putBeforeMirror(session.held.headWorld, session.roles?.headingYaw ?? 0);
    } else if (!this.#isPlaced && input.isHeadTracked) {
      const { headWorld: q } = input;
      this.#putBeforeMirror(q, yawOf([q[3], q[4], q[5], q[6]]));
    } else if (this.#isPlaced && placement.scale !== scale) this.#putBeforeMirror(this.#anchor, this.#anchorYaw);
    this.#tracked.position.set(placement.x, placement.y, placement.z);
    this.#tracked.rotation.y = placement.yaw;
    this.#tracked.scale.setScalar(placement.scale);
  }

  #putBeforeMirror(headWorld: Float64Array, yaw: number): void {
    this.#anchor.set(headWorld);
    this.#anchorYaw = yaw;
    this.#isPlaced = true;
    const scale = 1 / this.#world.person.scale.x;
    Object.assign(this.#placement, placementFor(this.#anchor, yaw, this.#desk.input.floorY, scale, 0));
  }

  /** The devices as joints drive the body; what has no role yet comes from the source as it is. */
  #writeJoints(frame: JointFrame, dtSeconds: number): void {
    const { session, isSimulated, input } = this.#desk;
    const { loseLeft, loseRight, lose } = this.#settings.values();
    const { tracked, params, smoothing } = this.#world.reader;
    const joints = this.#joints;
    if (!isSimulated && this.#desk.devices.length === 0) return;
    joints.jointPoses.set(session.jointFrame.jointPoses);
    joints.quality.set(session.jointFrame.quality);
    placeJoints(joints, this.#placement);
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
    frame.jointPoses.set(worn.jointPoses);
    frame.quality.set(worn.quality);
    frame.lostSeconds.set(worn.lostSeconds);
    frame.teleportCount += worn.teleportCount;
  }

  #isSuggested(devices: readonly FeedDevice[], point: number): boolean {
    const { roleOf } = this.#desk.session;
    for (let i = 0; i < devices.length; i++) {
      const { id, suggestedPoint } = devices[i];
      if (suggestedPoint === trackedPoints[point] && roleOf[id] === undefined) return true;
    }
    return false;
  }

  /** How tall the person is, and how long their limbs: as they are measured, then as they are proposed or were taken. */
  #tellPerson(): void {
    const { shownProfile, devices } = this.#desk;
    const isWorn = devices.length > 0;
    const stature = isWorn ? shownProfile.stature : null;
    const proportions = isWorn ? this.#shownLengths : null;
    if (stature === this.#stature && proportions === this.#proportions) return;
    this.#stature = stature;
    this.#proportions = proportions;
    this.#world.onStature();
  }

  /** How far the avatar's joints are from where they are tracked. */
  #measureGaps(dtSeconds: number): void {
    const { body, person, reader } = this.#world;
    const { joints: frame } = reader;
    const { gaps, session } = this.#desk;
    if (!body) return;
    const { skeleton } = body.avatar;
    const { worldPositions: p } = body.pose;
    const share = 1 - 2 ** (-dtSeconds / GAP_HALF_LIFE);
    for (let point = 0; point < trackedPoints.length; point++) {
      const joint = jointOfBone(skeleton, boneOfPoint[trackedPoints[point]]);
      if (joint < 0 || !isTracked(session.jointFrame, point) || frame.lostSeconds[point] > 0) {
        gaps[point] = Number.NaN;
        continue;
      }
      const at = point * POSE_SIZE;
      const x = p[joint * 3] - frame.jointPoses[at];
      const y = p[joint * 3 + 1] - frame.jointPoses[at + 1];
      const z = p[joint * 3 + 2] - frame.jointPoses[at + 2];
      const gap = Math.sqrt(x * x + y * y + z * z) * person.scale.x;
      gaps[point] = Number.isFinite(gaps[point]) ? gaps[point] + (gap - gaps[point]) * share : gap;
    }
  }

  /** In virtual reality what is strapped to the headset would stand before one's eyes. */
  #drawnTrackers(): readonly FeedDevice[] {
    const { input, profile } = this.#desk;
    if (!this.#world.renderer.xr.isPresenting || input.spaces === null) return input.devices;
    this.#drawn.length = 0;
    for (let i = 0; i < input.devices.length; i++) {
      if (!isAnchor(profile, input.devices[i].id)) this.#drawn.push(input.devices[i]);
    }
    return this.#drawn;
  }

  #deviceOf(role: TrackedPoint): FeedDevice | null {
    const { input, session } = this.#desk;
    for (let i = 0; i < input.devices.length; i++) {
      if (session.roleOf[input.devices[i].id] === role) return input.devices[i];
    }
    return null;
  }

  #showGrid(turned: FeedDevice): void {
    const { finder } = this.#desk.session;
    if (finder.phase === 'waiting' || turned.id !== this.#turned) this.#grid.reset();
    this.#turned = turned.id;
    this.#grid.update(turned.pose, this.#readCentre());
  }

  /** What is measured while one moves, or was: bones of those lengths in the body. */
  #showLengths(isReading: boolean): void {
    const { session, shownProfile } = this.#desk;
    const { body, person } = this.#world;
    const { refiner, step } = session;
    const isLive = step === 'proportions' && refiner !== null && session.history.proposal === null;
    if (isReading || !isLive) this.#shownLengths = isLive ? shownProportions(refiner) : shownProfile.proportions;
    const lengths = this.#shownLengths;
    const isShown = this.#settings.values().showLengths && step === 'proportions' && lengths !== null && body !== null;
    this.#lengths.root.visible = isShown;
    if (isShown) this.#lengths.update(body.avatar, body.pose, lengths, person.scale.x);
  }

  /** The centre so far, and what it may be off by: how much the tracker turned across a direction says how well it is known. */
  #readCentre(): DrawnCentre | null {
    const { finder } = this.#desk.session;
    const { result, live, hasLive } = finder;
    const centre = this.#centre;
    if (result) {
      centre.centreLocal.set(result.centreLocal);
      centre.axisLocal.set(result.axisLocal);
      centre.isHinge = result.kind === 'hinge';
      centre.spreadAlong = result.expectedError;
      centre.spreadAcross = (result.expectedError * result.spreads[0]) / Math.max(1e-6, result.spreads[1]);
      return centre;
    }
    if (!hasLive || finder.progress < 0.05) return null;
    centre.centreLocal.set(live.centreLocal);
    centre.axisLocal.set(live.axisLocal);
    centre.isHinge = live.isHinge;
    // So far: a tracker's own noise over the angle that it was turned by.
    centre.spreadAlong = TRACKER_NOISE / Math.max(0.01, live.spreads[0]);
    centre.spreadAcross = TRACKER_NOISE / Math.max(0.01, live.spreads[1]);
    return centre;
  }

  #showHeadset(body: Body | null): void {
    if (this.#headset) this.#headset.root.visible = body !== null;
    if (!body) return;
    const joint = jointOfBone(body.avatar.skeleton, 'head');
    if (!this.#headset) {
      const { positions, longestEdge } = jointSurface(body.avatar, 'head', body.pose);
      if (positions.length === 0) return;
      this.#headset = createHeadsetModel(
        fitHeadset({ positions, eyes: eyesInHead(body.avatar.skeleton) }, longestEdge),
      );
      this.personRoot.add(this.#headset.root);
    }
    const { worldPositions: p, worldRotations: q } = body.pose;
    this.#headset.root.position.set(p[joint * 3], p[joint * 3 + 1], p[joint * 3 + 2]);
    this.#headset.root.quaternion.set(q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]);
  }
}

export function createWearScene(world: World, settings: WearStore): RoomScene {
  return new WearScene(world, settings);
}
