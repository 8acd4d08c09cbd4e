import {
  type BodyProfile,
  type CalibrationSession,
  isAnchor,
  roleNames,
  shownProportions,
  type TrackerRole,
} from '@leib/calibration';
import { jointOfBone, type Pose, type Skeleton } from '@leib/core';
import { createJointCentreView, createTrackersView } from '@leib/three';
import {
  boneOfPoint,
  type FeedDevice,
  isTracked,
  type JointFrame,
  POSE_SIZE,
  type TrackedPoint,
  trackedPoints,
} from '@leib/tracking';
import { Group, Vector3 } from 'three';
import type { SettingsStore } from '../../../files/settingsStore.js';
import type { RoomActs, RoomScene } from '../../../world/roomScene.js';
import { StageLabels } from '../../../world/stageLabels.js';
import type { StageSource } from '../../../world/stageSource.js';
import type { World } from '../../../world/world.js';
import { WearController } from '../wearController.js';
import type { wearShape } from '../wearShape.js';
import { wearActions, wearCard } from '../wearSteps.js';
import { createHeadsetView } from './headsetView.js';
import { createLengthsView } from './lengthsView.js';
import { WornPerson } from './wornPerson.js';

type DrawnCentre = Parameters<ReturnType<typeof createJointCentreView>['update']>[1];

type WearStore = SettingsStore<typeof wearShape>;

/** Time between two updates of lists of lengths. */
const READ_SECONDS = 0.1;
/** Noise of a tracker's position, metres. */
const TRACKER_NOISE = 0.001;

/** The open room "Wear": what moves the person is calibrated; trackers, lengths and the headset are drawn. */
class WearScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Group();
  readonly #world: World;
  readonly #settings: WearStore;
  readonly controller: WearController;
  readonly acts: RoomActs = { actions: () => wearActions(this.controller), card: () => wearCard(this.controller) };
  readonly #worn: WornPerson;
  readonly #trackers = createTrackersView();
  readonly #centre = createJointCentreView();
  readonly #lengths = createLengthsView();
  readonly #headset = createHeadsetView();
  readonly #labels: StageLabels;
  readonly #stopListening: () => void;
  /** Seconds since lengths were updated. */
  #sinceRead = 0;

  constructor(world: World, settings: WearStore) {
    this.#world = world;
    this.#settings = settings;
    this.controller = new WearController({
      showProfile: (profile) => this.#showProfile(profile),
    });
    this.#worn = new WornPerson(world, settings, this.controller);
    this.#worn.root.add(this.#trackers.root, this.#centre.root);
    this.#labels = new StageLabels(world);
    this.personRoot.add(this.#lengths.root, this.#headset.root);
    this.#showProfile(this.controller.profile);
    this.#stopListening = settings.store.subscribe(() => this.#onSettings());
    this.#onSettings();
  }

  sourceOver(page: StageSource): StageSource {
    return this.#worn.sourceOver(page);
  }

  update(dtSeconds: number): void {
    const { showTrackers, showNames, showCentre, showHeadset } = this.#settings.values();
    const { session, devices } = this.controller;
    const { body } = this.#world;
    this.#measureGaps(dtSeconds);
    const role = session.step === 'joints' ? session.joints[0] : null;
    const turned = role === null ? null : this.#deviceOf(role);
    const drawn = showTrackers ? this.#drawnTrackers() : [];
    this.#trackers.root.visible = showTrackers;
    this.#trackers.marked = turned?.id ?? null;
    this.#trackers.update(drawn);
    this.#showNames(showNames ? drawn : []);
    this.#centre.root.visible = showCentre && turned !== null;
    if (showCentre && turned) this.#centre.update(turned.pose, drawnCentre(session.finder));
    this.#sinceRead += dtSeconds;
    const isReading = this.#sinceRead >= READ_SECONDS;
    if (isReading) this.#sinceRead = 0;
    this.#showLengths(isReading);
    this.#headset.update(showHeadset && devices.length > 0 ? body : null);
  }

  dispose(): void {
    this.#stopListening();
    const views = [this.#trackers, this.#labels, this.#centre, this.#lengths, this.#headset];
    for (const part of [this.#worn, ...views]) part.dispose();
  }

  /** Settings that are part of the profile have its values; in one change, so that none is taken for the visitor's. */
  #showProfile({ lockMode, adaptsLengths }: BodyProfile): void {
    const shown = this.#settings.values();
    if (shown.lockMode === lockMode && shown.adaptsLengths === adaptsLengths) return;
    this.#settings.setAll({ lockMode, adaptsLengths });
  }

  #onSettings(): void {
    const { lockMode, moveSeconds, adaptsLengths } = this.#settings.values();
    const { sessionSettings } = this.controller;
    sessionSettings.proportionsSeconds = moveSeconds;
    if (adaptsLengths !== this.controller.profile.adaptsLengths) {
      this.controller.command({ type: 'setAdapting', adaptsLengths });
    }
    if (lockMode !== this.controller.profile.lockMode) this.controller.command({ type: 'setLockMode', lockMode });
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
    return input.devices.filter(({ id }) => !isAnchor(profile, id));
  }

  /** Names of trackers beside them in the picture. */
  #showNames(devices: readonly FeedDevice[]): void {
    const { roleOf } = this.controller.session;
    const shown = this.#world.renderer.xr.isPresenting ? [] : devices;
    const labels = shown.map(({ id, name, pose: [x, y, z] }) => {
      const at = this.#worn.root.localToWorld(new Vector3(x, y, z));
      return { text: labelText(name, roleOf[id] ?? null), at, kind: 'thing', align: 'start' } as const;
    });
    this.#labels.update(labels, true);
  }

  #deviceOf(role: TrackedPoint): FeedDevice | null {
    const { input, session } = this.controller;
    return input.devices.find(({ id }) => session.roleOf[id] === role) ?? null;
  }

  /** Draws bones of the measured lengths in the body. */
  #showLengths(isReading: boolean): void {
    const { session, shownProfile } = this.controller;
    const { body, scales } = this.#world;
    const { refiner, step } = session;
    const isLive = step === 'proportions' && refiner !== null && session.history.proposal === null;
    if (isReading || !isLive) this.controller.lengths = isLive ? shownProportions(refiner) : shownProfile.proportions;
    const { lengths } = this.controller;
    const isShown = this.#settings.values().showLengths && step === 'proportions' && lengths !== null && body !== null;
    this.#lengths.root.visible = isShown;
    if (isShown) this.#lengths.update(body.avatar, body.pose, lengths, scales.wearer);
  }
}

/** "Tracker C" before it is known where it sits, "left hand" after. */
function labelText(name: string, role: TrackedPoint | null): string {
  if (role === null) return name;
  return role === 'head' ? 'head' : roleNames[role as TrackerRole];
}

/** The joint's centre as it is drawn, with its uncertainty; null before there is one. */
function drawnCentre({ result, live, hasLive, progress }: CalibrationSession['finder']): DrawnCentre | null {
  if (result) {
    const { centreLocal, axisLocal, kind, expectedError, spreads } = result;
    return {
      centreLocal,
      axisLocal,
      isHinge: kind === 'hinge',
      spreadAlong: expectedError,
      spreadAcross: (expectedError * spreads[0]) / Math.max(1e-6, spreads[1]),
    };
  }
  if (!hasLive || progress < 0.05) return null;
  return {
    centreLocal: live.centreLocal,
    axisLocal: live.axisLocal,
    isHinge: live.isHinge,
    // Before the end: the noise over the angle that the tracker has turned by.
    spreadAlong: TRACKER_NOISE / Math.max(0.01, live.spreads[0]),
    spreadAcross: TRACKER_NOISE / Math.max(0.01, live.spreads[1]),
  };
}

export function createWearScene(world: World, settings: WearStore): RoomScene {
  return new WearScene(world, settings);
}

/** Seconds for half of the way of a shown distance to the present one. */
const HALF_LIFE = 0.25;

/** The body that is shown, and the joints that it follows. */
interface ShownBody {
  readonly skeleton: Skeleton;
  readonly pose: Pose;
  /** Joints on the stage; those that are lost are estimated. */
  readonly joints: JointFrame;
  /** The person's metres in one of the avatar's. */
  readonly scale: number;
}

/**
 * Updates the distances of the avatar's joints from their tracked positions, by pointNumber, metres, eased; NaN for
 * points that `tracked` does not have.
 */
function measureGaps(
  gaps: Float64Array,
  { skeleton, pose, joints, scale }: ShownBody,
  tracked: JointFrame,
  dtSeconds: number,
): void {
  const { worldPositions: p } = pose;
  const share = 1 - 2 ** (-dtSeconds / HALF_LIFE);
  for (let point = 0; point < trackedPoints.length; point++) {
    const joint = jointOfBone(skeleton, boneOfPoint[trackedPoints[point]]);
    if (joint < 0 || !isTracked(tracked, point) || joints.lostSeconds[point] > 0) {
      gaps[point] = Number.NaN;
      continue;
    }
    const at = point * POSE_SIZE;
    const x = p[joint * 3] - joints.jointPoses[at];
    const y = p[joint * 3 + 1] - joints.jointPoses[at + 1];
    const z = p[joint * 3 + 2] - joints.jointPoses[at + 2];
    const gap = Math.sqrt(x * x + y * y + z * z) * scale;
    gaps[point] = Number.isFinite(gaps[point]) ? gaps[point] + (gap - gaps[point]) * share : gap;
  }
}
