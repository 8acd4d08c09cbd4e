import type { HumanoidBone } from '@leib/core';
import { axisInertias } from '../body/axisInertia.js';
import type { JointDrive } from '../body/jointDrive.js';
import type { RemoteBody } from '../body/remoteBody.js';
import { postureAngle, postureTurn } from '../body/tuningPosture.js';
import { hingeName } from '../engine/engineNames.js';
import { type MujocoModel, type MujocoModule, objectKind } from '../engine/mujoco.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';
import { driveName } from '../settings/driveName.js';
import { type AxisName, axisNames } from '../settings/jointSettings.js';
import { defaultRemoteBodySettings, type RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { writeMjcf } from '../world/writeMjcf.js';
import { gainsOf, type HeuristicName } from './heuristics.js';
import { type RelayOutcome, runRelay, ultimateGain } from './relay.js';

export interface TuningOptions {
  readonly heuristic: HeuristicName;
  /** Radians. */
  readonly hysteresis: number;
  /**
   * Relay torque as a multiple of the drive's largest torque. Above 1: the experiment asks how the limb swings, not how
   * strong the drive is, and a spring that reaches its largest torque only at 8 degrees (what 1 gives) is slack.
   */
  readonly relayShare: number;
  /** Tune the left and the middle, and copy to the right. */
  readonly isMirrored: boolean;
  /** Simulated seconds after which an axis counts as without steady oscillation. */
  readonly limitSeconds: number;
  /** Natural frequency of gains from the inertia, for axes without one, Hz. */
  readonly fallbackHz: number;
}

export const defaultTuningOptions: TuningOptions = {
  heuristic: 'pd',
  hysteresis: defaultRemoteBodySettings.relay.hysteresis,
  relayShare: defaultRemoteBodySettings.relay.share,
  isMirrored: true,
  limitSeconds: 6,
  fallbackHz: 8,
};

/** The options that a body's settings ask for. */
export function tuningOptionsOf({ relay }: Pick<RemoteBodySettings, 'relay'>): TuningOptions {
  return { ...defaultTuningOptions, hysteresis: relay.hysteresis, relayShare: relay.share };
}

/** What tuning found for one axis of one joint. */
export interface AxisTuning {
  /** "LeftUpperLegX". */
  readonly name: string;
  readonly bone: HumanoidBone;
  readonly axis: AxisName;
  readonly kp: number;
  readonly kd: number;
  /** relay: from its oscillation. inertia: critically damped, because there was none. */
  readonly method: 'relay' | 'inertia';
  /** Why, in words. */
  readonly reason: string;
  /** Of the relay, where it led to a result. */
  readonly ultimateGain: number | null;
  readonly ultimatePeriodSeconds: number | null;
  readonly relayTorque: number | null;
}

/**
 * An oscillation of fewer substeps than this cannot be carried by the simulation (two would be its very limit): the relay
 * is weakened until it is slower. With the "pd" rule this also bounds how stiff light limbs get.
 */
const FEWEST_SUBSTEPS = 4;
const WEAKENING = 0.7;
const MOST_TRIALS = 24;
/** Finer than the body's own substep, so that the moment of switching is known well. */
const RELAY_STEP_SECONDS = SUBSTEP_SECONDS / 8;
/**
 * Some friction, as share of the limb's own scale sqrt(d I / h): a relay with hysteresis on a frictionless limb would
 * swing further and further. From the describing function: amplitude about 2.9 h at w = 0.68 sqrt(d / (I h)).
 */
const FRICTION = 0.25;

/**
 * Tunes one axis of one joint while every other part is held in the tuning posture: a world is built in which nothing
 * else moves, and a relay drives it.
 */
export function tuneAxis(
  mujoco: MujocoModule,
  body: RemoteBody,
  drive: JointDrive,
  k: number,
  options: TuningOptions = tuningOptionsOf(body.settings),
): AxisTuning {
  const inertia = axisInertias(body)[drive.firstSpeed + k];
  const axis = axisNames[drive.axes[k]];
  const name = driveName(drive.bone, axis);
  const range = drive.high[k] - drive.low[k];
  const hysteresis = Math.min(options.hysteresis, range / 8);
  const target = middleOfRange(drive, k, 4 * hysteresis);
  const plant = { drive, k, target, hysteresis, inertia, model: buildAxisModel(mujoco, body, drive, k) };
  let torque = drive.maxTorque[k] * options.relayShare;
  let outcome: RelayOutcome = { isSteady: false, reason: 'the drive has no torque' };
  try {
    for (let trial = 0; trial < MOST_TRIALS && torque > 0; trial++) {
      outcome = tryRelay(mujoco, plant, torque, options.limitSeconds);
      const isTooFast = outcome.isSteady && outcome.periodSeconds < FEWEST_SUBSTEPS * SUBSTEP_SECONDS;
      if (!isTooFast) break;
      outcome = { isSteady: false, reason: 'every oscillation was faster than the simulation’s steps' };
      torque *= WEAKENING;
    }
  } finally {
    plant.model.delete();
  }
  const common = { name, bone: drive.bone, axis };
  if (!outcome.isSteady) {
    const omega = 2 * Math.PI * options.fallbackHz;
    return {
      ...common,
      kp: inertia * omega * omega,
      kd: 2 * inertia * omega,
      method: 'inertia',
      reason: outcome.reason,
      ultimateGain: null,
      ultimatePeriodSeconds: null,
      relayTorque: null,
    };
  }
  const gain = ultimateGain(torque, outcome.amplitude, hysteresis);
  return {
    ...common,
    ...gainsOf(options.heuristic, gain, outcome.periodSeconds),
    method: 'relay',
    reason: `steady after ${outcome.cycles} cycles`,
    ultimateGain: gain,
    ultimatePeriodSeconds: outcome.periodSeconds,
    relayTorque: torque,
  };
}

/** The held angle, moved so far from the limits that an oscillation has room. */
function middleOfRange(drive: JointDrive, k: number, room: number): number {
  const [low, high] = [drive.low[k] + room, drive.high[k] - room];
  if (low > high) return (drive.low[k] + drive.high[k]) / 2;
  return Math.min(high, Math.max(low, postureAngle(drive, k)));
}

/** A body of which one axis moves, and where a relay makes it swing. */
interface AxisPlant {
  readonly drive: JointDrive;
  /** Number of the axis among the drive's. */
  readonly k: number;
  readonly model: MujocoModel;
  readonly target: number;
  readonly hysteresis: number;
  readonly inertia: number;
}

/** The body with all other axes rigid, in the tuning posture. */
function buildAxisModel(mujoco: MujocoModule, body: RemoteBody, drive: JointDrive, k: number): MujocoModel {
  const xml = writeMjcf([body], [], {
    gravity: 0,
    hasColliders: false,
    stepSeconds: RELAY_STEP_SECONDS,
    isFree: (candidate, axis) => candidate === drive && axis === k,
    heldTurn: (part) => {
      const own = part.drive < 0 ? null : body.drives[part.drive];
      if (own === null || (own === drive && postureAngle(drive, k) !== 0)) return null;
      return postureTurn(own);
    },
  });
  return mujoco.MjModel.from_xml_string(xml);
}

function tryRelay(
  mujoco: MujocoModule,
  { drive, k, model, target, hysteresis, inertia }: AxisPlant,
  torque: number,
  limitSeconds: number,
): RelayOutcome {
  const joint = mujoco.mj_name2id(model, objectKind.joint, hingeName(0, drive, k));
  const address = model.jnt_dofadr[joint];
  model.dof_damping[address] = FRICTION * Math.sqrt((torque * inertia) / hysteresis);
  const data = new mujoco.MjData(model);
  try {
    data.qpos[address] = target;
    return runRelay(
      {
        step(force) {
          data.qfrc_applied[address] = force;
          mujoco.mj_step(model, data);
          return data.qpos[address] - target;
        },
      },
      {
        hysteresis,
        relayTorque: torque,
        low: drive.low[k] - target,
        high: drive.high[k] - target,
        steadyCycles: 4,
        tolerance: 0.03,
        limitSeconds,
        stepSeconds: RELAY_STEP_SECONDS,
      },
    );
  } finally {
    data.delete();
  }
}
