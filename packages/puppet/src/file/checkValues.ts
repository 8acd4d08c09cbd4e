import { InputError } from '@leib/core';
import { paintedRegions } from './paint.js';
import type { HandConnection, PuppetFile, PuppetHand, PuppetJoint, PuppetPart } from './puppetFile.js';

/** Rotations this far from unit length are rounding, and are put right; others are refused. */
const ROUNDING = 1e-3;
/** Nearer to unit length than this a rotation stays bit for bit, so that reading and writing change nothing. */
const EXACT = 1e-9;

type Rotation = [number, number, number, number];

/**
 * The file with rotations of unit length. Throws InputError with the place of a value that fits its type and still
 * makes no sense: a rotation that is none, a direction of no length, a range that is turned round.
 */
export function checkValues(file: PuppetFile): PuppetFile {
  checkUri(file.mesh.uri);
  checkPaint(file);
  const mesh = { ...file.mesh, rotation: unitRotation(file.mesh.rotation, 'mesh.rotation') };
  const parts = file.parts.map((part, i) => checkPart(part, `parts[${i}]`));
  const hands = file.hands.map((hand, i) => checkHand(hand, `hands[${i}]`));
  return { ...file, mesh, parts, hands };
}

function checkUri(uri: string | null): void {
  if (uri === null) return;
  const isBeside = uri !== '' && !/^[a-z][a-z0-9+.-]*:|^[\\/]|(^|[\\/])\.\.([\\/]|$)/i.test(uri);
  if (!isBeside)
    throw new InputError('mesh.uri', `expected the name of a file beside this one, got "${uri.slice(0, 60)}"`);
}

function checkPaint({ skin }: PuppetFile): void {
  const { paint, regions } = skin;
  if (paint === null) return;
  const painted = paintedRegions(paint);
  if (painted === null) throw new InputError('skin.paint.regions', 'expected base64');
  if (painted.length !== paint.placeCount) {
    throw new InputError(
      'skin.paint.regions',
      `expected ${paint.placeCount} bytes as placeCount says, got ${painted.length}`,
    );
  }
  const wrong = painted.findIndex((region) => region >= regions.length);
  if (wrong < 0) return;
  const reason = `expected numbers of regions, 0 to ${regions.length - 1}, got ${painted[wrong]} for place ${wrong}`;
  throw new InputError('skin.paint.regions', reason);
}

function checkPart(part: PuppetPart, path: string): PuppetPart {
  const joint = checkJoint(part.joint, `${path}.joint`);
  const { shape } = part;
  if (shape.kind === 'box') {
    shape.halfSize.forEach((half, k) => {
      if (half <= 0) throw new InputError(`${path}.shape.halfSize[${k}]`, `expected a length above zero, got ${half}`);
    });
    return { ...part, joint, shape: { ...shape, rotation: unitRotation(shape.rotation, `${path}.shape.rotation`) } };
  }
  if (Math.hypot(...shape.to.map((value, k) => value - shape.from[k])) < 1e-6) {
    throw new InputError(`${path}.shape.to`, 'expected a bone with a length, got an end where it begins');
  }
  const rotation = unitRotation(shape.influence.rotation, `${path}.shape.influence.rotation`);
  return { ...part, joint, shape: { ...shape, influence: { ...shape.influence, rotation } } };
}

function checkJoint(joint: PuppetJoint, path: string): PuppetJoint {
  const { limits } = joint;
  if (limits.kind === 'cone') {
    checkDirection(limits.axis, `${path}.limits.axis`);
    checkRange(limits.twist, `${path}.limits.twist`);
    return joint;
  }
  for (const axis of ['x', 'y', 'z'] as const) checkRange(limits[axis], `${path}.limits.${axis}`);
  return { ...joint, limits: { ...limits, rotation: unitRotation(limits.rotation, `${path}.limits.rotation`) } };
}

function checkHand(hand: PuppetHand, path: string): PuppetHand {
  hand.connections.forEach((connection, i) => {
    checkConnection(connection, `${path}.connections[${i}]`);
  });
  if (hand.rest === null) return hand;
  return { ...hand, rest: { ...hand.rest, rotation: unitRotation(hand.rest.rotation, `${path}.rest.rotation`) } };
}

function checkConnection(connection: HandConnection, path: string): void {
  if (connection.kind === 'effector') return;
  const { axis, curve, magnets } = connection;
  checkDirection(axis, `${path}.axis`);
  curve.forEach(({ bend }, i) => {
    if (i === 0 || bend > curve[i - 1].bend) return;
    throw new InputError(`${path}.curve[${i}].bend`, `expected more than ${curve[i - 1].bend}, got ${bend}`);
  });
  if (magnets !== null && magnets.low > magnets.high) {
    throw new InputError(`${path}.magnets.low`, `expected at most ${magnets.high} (high), got ${magnets.low}`);
  }
}

function checkRange({ min, max }: { readonly min: number; readonly max: number }, path: string): void {
  if (min > max) throw new InputError(`${path}.min`, `expected at most ${max} (max), got ${min}`);
}

function checkDirection(direction: readonly number[], path: string): void {
  if (!(Math.hypot(...direction) >= 1e-9)) throw new InputError(path, 'expected a direction, got [0, 0, 0]');
}

function unitRotation(rotation: Rotation, path: string): Rotation {
  const length = Math.hypot(...rotation);
  if (Math.abs(length - 1) <= EXACT) return rotation;
  if (Math.abs(length - 1) > ROUNDING) {
    throw new InputError(path, `expected a unit quaternion, got one of length ${Number(length.toPrecision(4))}`);
  }
  return rotation.map((value) => value / length) as Rotation;
}
