import { DEG, type HumanoidBone, type ReadonlyQuat } from '@leib/core';
import { type Group, type Object3D, Vector3 } from 'three';
import { AvatarError } from './avatarError.js';
import { type BodyMeasures, measureBody } from './bodyMeasures.js';

export interface Placement {
  /** Soles to crown, hair and hat included. */
  readonly statureMetres: number;
  /** Soles to the middle of the eyes. */
  readonly eyeHeightMetres: number;
  /** What had to be changed for the person to stand upright at the origin, facing +Z, in metres. */
  readonly warnings: readonly string[];
}

export interface PlacementInput {
  readonly label: string;
  /** Turns the body to +Y up, +Z ahead. */
  readonly bodyTurn: ReadonlyQuat;
  nodeOf(bone: HumanoidBone): Object3D | undefined;
  /** The half turn of VRM 0 is its format, not a fault of the file. */
  readonly isVrm0: boolean;
}

/** Heads and eyes between these heights are believed, metres; outside them another unit is tried, then the body is scaled. */
const believableEyes = { min: 0.25, max: 3 };
const personEyes = { min: 0.45, max: 2.45 };
/** Eyes of a person of 1.7 m. */
const usualEyes = 1.59;
const units = [
  { name: 'centimetres', metres: 0.01 },
  { name: 'millimetres', metres: 0.001 },
  { name: 'hundreds of metres', metres: 100 },
  { name: 'kilometres', metres: 1000 },
] as const;

/**
 * Turns, scales and moves `holder` (at identity, `model` inside it) so that the person stands as VRM 1.0 wants it. Judged by
 * head joint, eyes and soles: a sword, wings or a hat do not make a body taller, and a skirt below the feet does not lift them.
 */
export function placeRig(holder: Group, model: Object3D, input: PlacementInput): Placement {
  const warnings: string[] = [];
  const { bodyTurn, label, isVrm0, nodeOf } = input;
  const angle = 2 * Math.acos(Math.min(1, Math.abs(bodyTurn[3])));
  if (angle > 0.5 * DEG) {
    holder.quaternion.set(bodyTurn[0], bodyTurn[1], bodyTurn[2], bodyTurn[3]);
    const isHalfTurn = Math.abs(bodyTurn[1]) > 0.999;
    if (!(isVrm0 && isHalfTurn)) warnings.push(`Turned by ${Math.round(angle / DEG)} degrees to stand and face +Z.`);
  }
  const measure = (): BodyMeasures => {
    holder.updateMatrixWorld(true);
    const measures = measureBody(model, nodeOf);
    if (measures && measures.crown > measures.sole) return measures;
    throw new AvatarError(`${label} has no visible body: its meshes have no size, or their numbers are damaged.`);
  };

  let body = measure();
  const eyeHeight = body.eyes - body.sole;
  if (eyeHeight < believableEyes.min || eyeHeight > believableEyes.max) {
    const isPerson = (metres: number) => eyeHeight * metres >= personEyes.min && eyeHeight * metres <= personEyes.max;
    const unit = units.find(({ metres }) => isPerson(metres));
    holder.scale.setScalar(unit ? unit.metres : usualEyes / eyeHeight);
    const height = Number(eyeHeight.toPrecision(3));
    warnings.push(
      unit
        ? `Scaled by ${unit.metres}: its eyes are ${height} high, so its units must be ${unit.name}.`
        : `Scaled to eyes at ${usualEyes} m: they are ${height} high, which no person's are in any unit.`,
    );
    body = measure();
  }

  const { sole, crown, eyes } = body;
  const hasFeet = nodeOf('leftFoot') !== undefined || nodeOf('rightFoot') !== undefined;
  // Without feet the lowest point may well hang in the air.
  if (hasFeet ? Math.abs(sole) > 0.005 * (eyes - sole) : sole < -0.03) {
    holder.position.y = -sole;
    if (Math.abs(sole) > 0.03) warnings.push(`Put on the floor: its soles were at ${sole.toFixed(2)} m.`);
  }
  const hips = nodeOf('hips') as Object3D;
  const hipsWorld = new Vector3().setFromMatrixPosition(hips.matrixWorld);
  if (Math.hypot(hipsWorld.x, hipsWorld.z) > 0.3) {
    holder.position.x = -hipsWorld.x;
    holder.position.z = -hipsWorld.z;
    warnings.push(`Moved to the origin: it stood at x ${hipsWorld.x.toFixed(2)}, z ${hipsWorld.z.toFixed(2)} m.`);
  }
  holder.updateMatrixWorld(true);
  const floor = hasFeet ? sole : Math.min(0, sole);
  return { statureMetres: crown - floor, eyeHeightMetres: eyes - floor, warnings };
}
