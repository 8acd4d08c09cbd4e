import type { HumanoidBone, Motion } from '@leib/core';
import { outputAt } from '@leib/reembody';
import { Group } from 'three';
import type { Clock } from '../../time/clock.js';
import { addSample, createMeter, type Meter } from '../../world/meter.js';
import { GainsController } from './gains/gainsController.js';
import type { PoseMemory } from './gains/poseMemory.js';
import { startGainsWork } from './gains/startGainsWork.js';
import { bodyFigures, type ReembodyFigures } from './reembodyFigures.js';
import { ModelChoice } from './scene/modelChoice.js';
import { RobotController } from './scene/robotController.js';
import { JointEdits } from './settings/jointEdits.js';
import type { ReembodyStore } from './settings/reembodyShape.js';
import type { BuiltBody, RemoteSimulation } from './simulation/remoteSimulation.js';

/** What the panels ask of the scene. */
export interface ReembodyRoom {
  notify(kind: 'info' | 'error', text: string): void;
  /** Other joints were selected, or the same ones changed. */
  drawSelected(): void;
  playedClip(): Motion | null;
  /** Puts what its own legs carry on its feet. */
  standUp(): void;
}

const TO_DEGREES = 180 / Math.PI;

/** Error and torque of one joint, or of all, over the last frames. */
export interface JointMeters {
  /** Degrees. */
  readonly error: Meter;
  /** N m, the largest of the joint's axes; of all joints the largest. */
  readonly torque: Meter;
}

/** What scene and panels share: the running simulation, its measured values, the selected joints, robot and gains. */
export class ReembodyController {
  readonly settings: ReembodyStore;
  readonly edits: JointEdits;
  /** Parent of the robot's drawing. */
  readonly robotRoot = new Group();
  readonly robot: RobotController;
  simulation: RemoteSimulation | null = null;
  meters: JointMeters = createJointMeters();
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
    const { simulation, meters, plotted } = this;
    return {
      built: simulation?.built ?? null,
      body: simulation && bodyFigures(simulation, meters, plotted),
      model: this.model.shown?.name ?? null,
      clip: this.#room.playedClip(),
      robot: this.robot.figures(),
    };
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

  /** Takes error and torque of a new frame. */
  measure({ body, layout }: BuiltBody, output: Float64Array): void {
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

function createJointMeters(): JointMeters {
  return { error: createMeter(), torque: createMeter() };
}
