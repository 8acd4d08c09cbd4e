import { DEG, type ReadonlyQuat } from '@leib/core';
import { Box3, type Group, type Object3D, Vector3 } from 'three';
import { AvatarError } from './avatarError.js';

export interface Placement {
  readonly statureMetres: number;
  /** What had to be changed for the person to stand upright at the origin, facing +Z, in metres. */
  readonly warnings: readonly string[];
}

export interface PlacementInput {
  readonly label: string;
  /** Turns the body to +Y up, +Z ahead. */
  readonly bodyTurn: ReadonlyQuat;
  readonly hips: Object3D;
  /** Without feet the lowest point may well hang in the air. */
  readonly hasFeet: boolean;
  /** The half turn of VRM 0 is its format, not a fault of the file. */
  readonly isVrm0: boolean;
}

/** Bodies between these heights are believed, metres; outside them another unit is tried, then they are scaled. */
const believableHeight = { min: 0.3, max: 3.2 };
const personHeight = { min: 0.5, max: 2.6 };
const units = [
  { name: 'centimetres', metres: 0.01 },
  { name: 'millimetres', metres: 0.001 },
  { name: 'hundreds of metres', metres: 100 },
  { name: 'kilometres', metres: 1000 },
] as const;

/** Turns, scales and moves `holder` (at identity, `model` inside it) so that the person stands as VRM 1.0 wants it. */
export function placeRig(holder: Group, model: Object3D, input: PlacementInput): Placement {
  const warnings: string[] = [];
  const { bodyTurn, label, hasFeet, isVrm0 } = input;
  const angle = 2 * Math.acos(Math.min(1, Math.abs(bodyTurn[3])));
  if (angle > 0.5 * DEG) {
    holder.quaternion.set(bodyTurn[0], bodyTurn[1], bodyTurn[2], bodyTurn[3]);
    const isHalfTurn = Math.abs(bodyTurn[1]) > 0.999;
    if (!(isVrm0 && isHalfTurn)) warnings.push(`Turned by ${Math.round(angle / DEG)} degrees to stand and face +Z.`);
  }

  let bounds = boundsOf(holder, model);
  const height = bounds.max.y - bounds.min.y;
  if (!Number.isFinite(height) || height <= 0) {
    throw new AvatarError(`${label} has no visible body: its meshes have no size, or their numbers are damaged.`);
  }
  if (height < believableHeight.min || height > believableHeight.max) {
    const unit = units.find(({ metres }) => height * metres >= personHeight.min && height * metres <= personHeight.max);
    holder.scale.setScalar(unit ? unit.metres : 1.7 / height);
    warnings.push(
      unit
        ? `Scaled by ${unit.metres}: it is ${Number(height.toPrecision(3))} high, so its units must be ${unit.name}.`
        : `Scaled to 1.7 m: it is ${height.toPrecision(3)} high, which no person is in any unit.`,
    );
    bounds = boundsOf(holder, model);
  }

  const statureMetres = bounds.max.y - bounds.min.y;
  const lowest = bounds.min.y;
  if (hasFeet ? Math.abs(lowest) > 0.03 : lowest < -0.03) {
    holder.position.y = -lowest;
    warnings.push(`Put on the floor: its lowest point was at ${lowest.toFixed(2)} m.`);
  }
  const hipsWorld = new Vector3().setFromMatrixPosition(input.hips.matrixWorld);
  if (Math.hypot(hipsWorld.x, hipsWorld.z) > 0.3) {
    holder.position.x = -hipsWorld.x;
    holder.position.z = -hipsWorld.z;
    warnings.push(`Moved to the origin: it stood at x ${hipsWorld.x.toFixed(2)}, z ${hipsWorld.z.toFixed(2)} m.`);
  }
  holder.updateMatrixWorld(true);
  return { statureMetres, warnings };
}

function boundsOf(holder: Group, model: Object3D): Box3 {
  holder.updateMatrixWorld(true);
  // Skinned meshes keep the first bounds they computed.
  model.traverse((node) => {
    if ('boundingBox' in node) node.boundingBox = null;
  });
  return new Box3().setFromObject(model);
}
