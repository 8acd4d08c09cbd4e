import type { HumanoidBone, Motion } from '@leib/core';
import { type BuiltBody, type FrameTrip, outputAt, type RemoteSimulation } from '@leib/reembody';
import { Group } from 'three';
import type { Clock } from '../../time/clock.js';
import { addSample, createMeter } from '../../world/meter.js';
import { GainsController } from './gains/gainsController.js';
import type { PoseMemory } from './gains/poseMemory.js';
import { startGainsWork } from './gains/startGainsWork.js';
import { bodyFigures, type JointMeters, type ReembodyFigures, type TripMeters } from './reembodyFigures.js';
import { ModelChoice } from './scene/modelChoice.js';
import { RobotController } from './scene/robotController.js';
import { JointEdits } from './settings/jointEdits.js';
import type { ReembodyStore } from './settings/reembodyShape.js';

/** What the panels ask of the scene. */
export interface ReembodyRoom {
  notify(kind: 'info' | 'error', text: string): void;
  /** Other joints were selected, or the same ones changed. */
  drawSelected(): void;
  playedClip(): Motion | null;
  /** The second body's world; null while there is none. */
  simulation(): RemoteSimulation | null;
  /** Puts what its own legs carry on its feet. */
  standUp(): void;
}

const TO_DEGREES = 180 / Math.PI;

/** What scene and panels share: the second body's measured values, the selected joints, robot and gains. */
export class ReembodyController {
  readonly settings: ReembodyStore;
  readonly edits: JointEdits;
  /** Parent of the robot's drawing. */
  readonly robotRoot = new Group();
  readonly robot: RobotController;
  meters: JointMeters = createJointMeters();
  /** Of the place where it is simulated now. */
  trips: TripMeters = createTripMeters('');
  readonly gains: GainsController;
  /** For the evaluation: the local body's last movement. */
  memory: PoseMemory | null = null;
  /** Which model the second body is. */
  readonly model: ModelChoice;
  /** The thing of the room that is being edited, by its number: it can be moved in the picture. -1: none. */
  editedThing = -1;
  readonly #room: ReembodyRoom;
  #selected: readonly HumanoidBone[] = [];
  #plotted: HumanoidBone | null = null;

  constructor(settings: ReembodyStore, clock: Clock, room: ReembodyRoom) {
    this.settings = settings;
    this.#room = room;
    this.robot = new RobotController(this.robotRoot, clock, room.notify);
    this.model = new ModelChoice(clock, room.notify);
    this.edits = new JointEdits(settings);
    this.gains = new GainsController(this.edits, startGainsWork, room.notify);
  }

  /** What the panels show now. */
  figures(): ReembodyFigures {
    const { simulation, meters, trips, plotted } = this;
    return {
      built: simulation?.built ?? null,
      body: simulation && bodyFigures(simulation, { ...meters, ...trips }, plotted),
      model: this.model.shown?.name ?? null,
      clip: this.#room.playedClip(),
      robot: this.robot.figures(),
    };
  }

  get simulation(): RemoteSimulation | null {
    return this.#room.simulation();
  }

  standUp(): void {
    this.#room.standUp();
  }

  /** Joints that are being edited; their limits are drawn. */
  get selected(): readonly HumanoidBone[] {
    return this.#selected;
  }

  set selected(bones: readonly HumanoidBone[]) {
    this.#selected = bones;
    this.#room.drawSelected();
  }

  /** The joint whose error and torque are plotted; null for all. */
  get plotted(): HumanoidBone | null {
    return this.#plotted;
  }

  set plotted(bone: HumanoidBone | null) {
    this.#plotted = bone;
    this.meters = createJointMeters();
  }

  /** Takes error and torque of a new frame, and how long it took. */
  measure({ body, layout }: BuiltBody, output: Float64Array, trip: FrameTrip | null): void {
    const where = this.simulation?.where ?? '';
    if (where !== this.trips.where) this.trips = createTripMeters(where);
    if (trip) {
      addSample(this.trips.whole, trip.wholeMs);
      addSample(this.trips.there, trip.thereMs);
    }
    const { parts, drives } = body;
    let error = output[outputAt.meanError];
    let torque = 0;
    for (let part = 0; part < parts.length; part++) {
      const { bone, drive } = parts[part];
      if (drive < 0 || (this.#plotted !== null && bone !== this.#plotted)) continue;
      if (this.#plotted !== null) error = output[layout.errors + part];
      const { firstSpeed, speedCount } = drives[drive];
      for (let k = 0; k < speedCount; k++) {
        torque = Math.max(torque, Math.abs(output[layout.torques + firstSpeed + k]));
      }
    }
    addSample(this.meters.error, error * TO_DEGREES);
    addSample(this.meters.torque, torque);
  }

  dispose(): void {
    this.model.dispose();
    this.robot.dispose();
    this.gains.cancel();
  }
}

function createTripMeters(where: string): TripMeters {
  return { where, whole: createMeter(), there: createMeter() };
}

function createJointMeters(): JointMeters {
  return { error: createMeter(), torque: createMeter() };
}
