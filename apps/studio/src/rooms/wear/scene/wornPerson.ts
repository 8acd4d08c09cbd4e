import { priorsOfSkeleton, stepCalibration } from '@leib/calibration';
import { yawOf } from '@leib/core';
import { isPersonActor, type Person } from '@leib/embody';
import {
  copyPoseSlice,
  copyTrackedParts,
  createPlacement,
  createTrackerOffsets,
  createXrOffsets,
  type DeviceFrame,
  eyesInHead,
  type FeedDevice,
  isTracked,
  type JointFrame,
  jointOfDevice,
  loseEverything,
  type Placement,
  POSE_SIZE,
  placementFor,
  pointNumber,
  quality,
  standingHeadHeight,
  type TrackedHand,
  type TrackedSource,
  type TrackerOffsets,
  trackedPoints,
} from '@leib/tracking';
import { Group } from 'three';
import type { SettingsStore } from '../../../files/settingsStore.js';
import { type Recentring, recentredPlacement } from '../../../world/recentring.js';
import type { StagePerson, StageSource } from '../../../world/stageSource.js';
import type { World } from '../../../world/world.js';
import { rememberedBody } from '../../body/wornBody.js';
import { chapterOfTask, taskOfSession } from '../simulate/performance.js';
import { createSimulatedWearer, standingFrame } from '../simulate/simulatedWearer.js';
import type { WearController } from '../wearController.js';
import { updateWearInput } from '../wearInput.js';
import { TRACKED, type wearShape } from '../wearShape.js';
import { commandOfHands, createHandButtons } from './handButtons.js';
import { pelvisDepthsOf } from './pelvisDepth.js';

const follow = { kind: 'follow' } as const;
/** Offsets of joints on themselves: what is worn are joints. */
const jointsThemselves = createTrackerOffsets();
const nobody: StagePerson = { stature: null, proportions: null };
const { head, leftHand, rightHand } = pointNumber;

/**
 * What moves the person of the room: takes the devices that somebody wears, real or simulated, through the calibration, and gives the
 * joints under them. What has no role yet comes from the page's source as it is.
 */
export class WornPerson {
  /** Parent of what is drawn in the tracked space. */
  readonly root = new Group();
  readonly #world: World;
  readonly #settings: SettingsStore<typeof wearShape>;
  readonly #controller: WearController;
  readonly #buttons = createHandButtons();
  #wearer = createSimulatedWearer();
  readonly #wearerFrame = standingFrame(this.#wearer.skeleton);
  #isApart = false;
  #headOffsets: TrackerOffsets = createXrOffsets();
  #body: World['body'] = null;
  #offsetsScale = 0;
  #seen: readonly FeedDevice[] = [];
  /** Where the person was when they were last placed in front of the mirror, and with which roles; null: to be placed anew. */
  #placedAt: { readonly headWorld: Float64Array; readonly yaw: number } | null = null;
  #roles: WearController['session']['roles'] = null;
  #found = nobody;

  constructor(world: World, settings: SettingsStore<typeof wearShape>, controller: WearController) {
    this.#world = world;
    this.#settings = settings;
    this.#controller = controller;
    world.locomotion.root.add(this.root);
  }

  /** The source of the person, over what the page's source measures. */
  sourceOver(page: StageSource): StageSource {
    const worn = this;
    const placement = createPlacement();
    const source: TrackedSource = {
      label: page.source.label,
      offsets: jointsThemselves,
      timeline: page.source.timeline,
      ...(page.source.isWorn !== undefined && { isWorn: page.source.isWorn }),
      step: (dtSeconds, out) => this.#step(page, placement.scale, dtSeconds, out),
      dispose() {},
    };
    return {
      ...page,
      source,
      placement,
      get found() {
        return worn.#found;
      },
      get headHeight() {
        return worn.#isWorn ? null : page.headHeight;
      },
      get trackedPart() {
        return worn.#isWorn ? 'head' : page.trackedPart;
      },
      get things() {
        return worn.#isWorn ? { ...page.things, measure: 'person' as const } : page.things;
      },
      place: (scale, recentring) => this.#place(page, placement, scale, recentring),
    };
  }

  dispose(): void {
    this.#world.things.recorded?.playChapter(null);
    this.root.removeFromParent();
  }

  get #isWorn(): boolean {
    return this.#controller.devices.length > 0;
  }

  /** Devices of this frame -> calibration -> the joints that it makes of them. */
  #step(page: StageSource, scale: number, dtSeconds: number, out: DeviceFrame): void {
    const actor = this.#world.stage.actors.get(TRACKED);
    if (!isPersonActor(actor)) {
      loseEverything(out);
      return;
    }
    this.#findDevices(page, actor.person, dtSeconds);
    this.#calibrate(page, actor.person.reader.joints, dtSeconds);
    this.#writeSource(page, actor.person, scale, out);
    if (this.#isWorn) this.#writeWorn(out);
    this.#tellFound();
  }

  #findDevices({ things }: StageSource, tracked: Person, dtSeconds: number): void {
    const { simulate, acts, apart } = this.#settings.values();
    const controller = this.#controller;
    const task = taskOfSession(controller.session);
    controller.isSimulated = simulate && !things.isReal;
    if (controller.isSimulated) {
      if (apart !== this.#isApart) {
        this.#isApart = apart;
        this.#wearer = createSimulatedWearer({ isApart: apart });
      }
      this.#readWearerFrame(things.measure, tracked);
      this.#wearer.step(this.#wearerFrame, acts ? task : follow, dtSeconds);
    }
    things.recorded?.playChapter(chapterOfTask(task));
    controller.devices = controller.isSimulated ? this.#wearer.devices : things.devices;
    if (controller.devices === this.#seen) return;
    this.#seen = controller.devices;
    this.#placedAt = null;
    controller.gaps.fill(Number.NaN);
    controller.restart();
  }

  #calibrate(page: StageSource, joints: JointFrame, dtSeconds: number): void {
    const { session, input, devices, isSimulated, shownProfile } = this.#controller;
    this.#fitBody();
    updateWearInput(input, devices, session.roleOf, this.#headOffsets, shownProfile.spaces);
    input.jointOffsets = isSimulated ? undefined : page.source.offsets;
    input.floorY = page.things.recorded?.recording.floorY ?? 0;
    stepCalibration(session, input, dtSeconds);
    const { renderer, wearer } = this.#world;
    if (!renderer.xr.isPresenting) return;
    const command = commandOfHands(this.#buttons, joints, session, wearer.handsOnPanel);
    if (command) this.#controller.command(command);
  }

  /** Head and hands of the source in the simulated person's metres. */
  #readWearerFrame(measure: 'person' | 'avatar', { reader, scales, avatar }: Person): void {
    const { joints } = reader;
    const { skeleton } = this.#wearer;
    const scale =
      measure === 'person' ? scales.wearer : standingHeadHeight(skeleton) / standingHeadHeight(avatar.ownSkeleton);
    const out = this.#wearerFrame;
    for (let point = 0; point < trackedPoints.length; point++) {
      const isFollowed = point === head || point === leftHand || point === rightHand;
      out.quality[point] = isFollowed ? joints.quality[point] : quality.lost;
      out.lostSeconds[point] = isFollowed ? joints.lostSeconds[point] : Number.POSITIVE_INFINITY;
      const at = point * POSE_SIZE;
      for (let k = 0; k < POSE_SIZE; k++) out.jointPoses[at + k] = joints.jointPoses[at + k] * (k < 3 ? scale : 1);
    }
    out.teleportCount = joints.teleportCount;
    // No head tracked yet: the wearer stands.
    if (out.quality[head] === quality.lost) {
      out.quality[head] = quality.inferred;
      out.lostSeconds[head] = 0;
    }
  }

  /** Updates what depends on the avatar and its size: the headset's offset, the priors, the depth of the pelvis. */
  #fitBody(): void {
    const { body, scales } = this.#world;
    const scale = scales.wearer;
    if (body === this.#body && scale === this.#offsetsScale) return;
    this.#offsetsScale = scale;
    const { sessionSettings } = this.#controller;
    if (body && body !== this.#body) {
      const { ownSkeleton, report } = body.avatar;
      sessionSettings.priors = priorsOfSkeleton(ownSkeleton, report.statureMetres, 0);
      sessionSettings.pelvisDepths = rememberedBody() === null ? null : pelvisDepthsOf(body.avatar, body.pose, scale);
    }
    this.#body = body;
    if (!body) return;
    const [x, y, z] = eyesInHead(body.avatar.skeleton);
    this.#headOffsets = createXrOffsets({ eyesInHead: [x * scale, y * scale, z * scale] });
  }

  /** Hands and controllers, and every point as the page's source has it. */
  #writeSource(
    { source: { offsets } }: StageSource,
    { devices, reader }: Person,
    scale: number,
    out: DeviceFrame,
  ): void {
    if (this.#controller.isSimulated) {
      // Its space is the stage's, in other metres.
      copyTrackedParts(out, reader.joints);
      for (const hand of [out.leftHandJoints, out.rightHandJoints]) scaleHand(hand, 1 / scale);
      return;
    }
    copyTrackedParts(out, devices);
    for (let at = 0; at < out.devicePoses.length; at += POSE_SIZE)
      jointOfDevice(out.devicePoses, at, devices.devicePoses, offsets, at);
  }

  /** Over it the joints of what is worn. Controllers are hands before they have a role; a simulated body's source is not the body. */
  #writeWorn(out: DeviceFrame): void {
    const { session, isSimulated, input } = this.#controller;
    const { lose } = this.#settings.values();
    const { jointFrame } = session;
    for (let point = 0; point < trackedPoints.length; point++) {
      const isLost = !isTracked(jointFrame, point) || trackedPoints[point] === lose;
      if (isLost && !isSimulated && this.#isSuggested(input.devices, point)) continue;
      out.quality[point] = isLost ? quality.lost : jointFrame.quality[point];
      copyPoseSlice(out.devicePoses, point * POSE_SIZE, jointFrame.jointPoses, point * POSE_SIZE);
    }
  }

  #isSuggested(devices: readonly FeedDevice[], point: number): boolean {
    const { roleOf } = this.#controller.session;
    return devices.some(
      ({ id, suggestedPoint }) => suggestedPoint === trackedPoints[point] && roleOf[id] === undefined,
    );
  }

  /** The person's stature and lengths: measured, then proposed or accepted. */
  #tellFound(): void {
    const { shownProfile, lengths } = this.#controller;
    const { stature, proportions } = this.#isWorn ? { stature: shownProfile.stature, proportions: lengths } : nobody;
    if (stature !== this.#found.stature || proportions !== this.#found.proportions)
      this.#found = { stature, proportions };
  }

  /** Where the tracked space is: in VR where the view is, simulated on the stage, else with the person in front of the mirror. */
  #place(page: StageSource, placement: Placement, scale: number, recentring?: Recentring): void {
    const { isSimulated } = this.#controller;
    if (!this.#isWorn) Object.assign(placement, page.placement);
    else if (isSimulated) Object.assign(placement, createPlacement(), { scale });
    else if (this.#world.renderer.xr.isPresenting) {
      // WebXR looks along -Z, the mirror is at +Z.
      const turned = { ...createPlacement(), scale, yaw: Math.PI };
      Object.assign(placement, recentring ? recentredPlacement(turned, recentring) : turned);
      this.#placedAt = null;
    } else this.#placeBeforeMirror(placement, scale);
    const { x, y, z, yaw } = placement;
    this.root.position.set(x, y, z);
    this.root.rotation.y = yaw;
    this.root.scale.setScalar(scale);
  }

  #placeBeforeMirror(placement: Placement, scale: number): void {
    const { session, input } = this.#controller;
    const { held, roles } = session;
    if (held !== null && roles !== this.#roles) {
      this.#roles = roles;
      this.#placedAt = { headWorld: held.headWorld, yaw: roles?.headingYaw ?? 0 };
    } else if (this.#placedAt === null && input.isHeadTracked) {
      const { headWorld: at } = input;
      this.#placedAt = { headWorld: at.slice(), yaw: yawOf([at[3], at[4], at[5], at[6]]) };
    }
    if (this.#placedAt === null) return;
    const { headWorld, yaw } = this.#placedAt;
    Object.assign(placement, placementFor(headWorld, yaw, input.floorY, scale, 0));
  }
}

function scaleHand({ poses }: TrackedHand, scale: number): void {
  for (let at = 0; at < poses.length; at += POSE_SIZE) for (let k = 0; k < 3; k++) poses[at + k] *= scale;
}
