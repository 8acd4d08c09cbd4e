import { changePart, endOf, type PuppetFile, type PuppetLimits, type PuppetPart, pivotOf } from '@leib/puppet';
import { Quaternion, Vector3 } from 'three';
import { planeColours, zeroWay } from '../../scene/limitsView.js';
import { axisOf, type EditHandle, type HandleValue, pointFrom, turnFrom, turnOf, vectorOf } from './editHandle.js';
import { isPoint } from './shapeHandles.js';

/** Smallest opening while dragging, radians: a closed plane has no handles. Fields can close it. */
const LEAST_WIDTH = Math.PI / 180;
const planeAxes = ['x', 'y', 'z'] as const;

type Planes = Extract<PuppetLimits, { kind: 'planes' }>;
type Cone = Extract<PuppetLimits, { kind: 'cone' }>;

/** Ends of the fans and rim of the cone, where they are drawn (scene/limitsView.ts). */
export function limitHandlesOf(part: PuppetPart): EditHandle[] {
  const { limits } = part.joint;
  return limits.kind === 'planes' ? planeHandles(part, limits) : coneHandles(part, limits);
}

function wayOf(part: PuppetPart): Vector3 {
  return vectorOf(endOf(part)).sub(vectorOf(pivotOf(part)));
}

function setLimits(file: PuppetFile, name: string, limits: PuppetLimits): PuppetFile {
  const part = file.parts.find((one) => one.name === name);
  return part ? changePart(file, name, { joint: { ...part.joint, limits } }) : file;
}

function planeHandles(part: PuppetPart, limits: Planes): EditHandle[] {
  const frame = turnOf(limits.rotation);
  const way = wayOf(part);
  const inFrame = way.clone().applyQuaternion(frame.clone().invert());
  const fans = planeAxes.flatMap((axis, k) => {
    const range = limits[axis];
    if (range.max - range.min < LEAST_WIDTH / 2) return [];
    const about = axisOf(limits.rotation, k);
    const zero = zeroWay(inFrame, axis).applyQuaternion(frame).multiplyScalar(way.length());
    return (['min', 'max'] as const).map((end) =>
      angleHandle(part, {
        id: `limit ${axis} ${end}`,
        label: `Limit of ${part.name}, ${axis} ${end === 'min' ? 'lowest' : 'highest'}`,
        colour: planeColours[axis],
        angle: range[end],
        bounds: boundsOf(range, end),
        pointAt: (angle) => zero.clone().applyAxisAngle(about, angle),
        change: (angle) => ({ ...limits, [axis]: { ...range, [end]: angle } }),
        reach: (angle) => new Quaternion().setFromAxisAngle(about, angle),
      }),
    );
  });
  return [...fans, ...planeAxes.map((_, k) => frameHandle(part, limits, k, way.length()))];
}

/** Zero stays within the range: the model's own pose stays possible. */
function boundsOf({ min, max }: { min: number; max: number }, end: 'min' | 'max'): readonly [number, number] {
  return end === 'min' ? [-Math.PI, Math.min(0, max - LEAST_WIDTH)] : [Math.max(0, min + LEAST_WIDTH), Math.PI];
}

interface AngleHandle {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  readonly angle: number;
  readonly bounds: readonly [least: number, most: number];
  /** From the pivot. */
  pointAt(angle: number): Vector3;
  change(angle: number): PuppetLimits;
  reach?(angle: number): Quaternion;
}

function angleHandle(
  part: PuppetPart,
  { id, label, colour, angle, bounds, pointAt, change, reach }: AngleHandle,
): EditHandle {
  const pivot = vectorOf(pivotOf(part));
  const [least, most] = bounds;
  return {
    id,
    label,
    look: 'limit',
    colour,
    rides: 'parent',
    motion: { kind: 'circle', angle, least, most, pointAt: (at) => pointFrom(pointAt(at).add(pivot)) },
    apply: (file, value) => (isPoint(value) ? file : setLimits(file, part.name, change(value))),
    ...(reach && { reach: (value: HandleValue) => turnFrom(reach(isPoint(value) ? angle : value)) }),
  };
}

/** Turns all three planes about one of their axes. */
function frameHandle(part: PuppetPart, limits: Planes, k: number, radius: number): EditHandle {
  const about = axisOf(limits.rotation, k);
  const start = axisOf(limits.rotation, (k + 1) % 3).multiplyScalar(1.25 * radius);
  return {
    ...angleHandle(part, {
      id: `planes ${planeAxes[k]}`,
      label: `Turn the planes of ${part.name} about ${planeAxes[k]}`,
      colour: planeColours[planeAxes[k]],
      angle: 0,
      bounds: [-Math.PI, Math.PI],
      pointAt: (angle) => start.clone().applyAxisAngle(about, angle),
      change: (angle) => {
        const turned = new Quaternion().setFromAxisAngle(about, angle).multiply(turnOf(limits.rotation));
        return { ...limits, rotation: turnFrom(turned.normalize()) };
      },
    }),
    look: 'turn',
  };
}

const CONE_COLOUR = '#e8a33d';

function coneHandles(part: PuppetPart, limits: Cone): EditHandle[] {
  const way = wayOf(part);
  const [axis, pivot] = [vectorOf(limits.axis).normalize(), vectorOf(pivotOf(part))];
  const radius = way.length();
  const side = anyAcross(axis);
  const rest = way.clone().normalize();
  const lean = (to: Vector3) => new Quaternion().setFromUnitVectors(rest, to.clone().normalize());
  const rims = [1, -1].map((sign) => {
    const pointAt = (angle: number) =>
      axis
        .clone()
        .multiplyScalar(Math.cos(angle))
        .addScaledVector(side, sign * Math.sin(angle))
        .multiplyScalar(radius);
    return angleHandle(part, {
      id: sign > 0 ? 'cone opening' : 'cone opening 2',
      label: `Opening of ${part.name}’s cone`,
      colour: CONE_COLOUR,
      angle: limits.halfAngle,
      bounds: [LEAST_WIDTH, Math.PI - LEAST_WIDTH],
      pointAt,
      change: (halfAngle) => ({ ...limits, halfAngle }),
      reach: (angle) => lean(pointAt(angle)),
    });
  });
  const twists = (['min', 'max'] as const).map((end) =>
    angleHandle(part, {
      id: `cone twist ${end}`,
      label: `Twist of ${part.name}, ${end === 'min' ? 'lowest' : 'highest'}`,
      colour: planeColours.z,
      angle: limits.twist[end],
      bounds: boundsOf(limits.twist, end),
      pointAt: (angle) =>
        side
          .clone()
          .applyAxisAngle(axis, angle)
          .multiplyScalar(0.6 * radius),
      change: (angle) => ({ ...limits, twist: { ...limits.twist, [end]: angle } }),
      reach: (angle) => new Quaternion().setFromAxisAngle(rest, angle),
    }),
  );
  const middle: EditHandle = {
    id: 'cone axis',
    label: `Direction of ${part.name}’s cone`,
    look: 'limit',
    colour: CONE_COLOUR,
    rides: 'parent',
    motion: {
      kind: 'free',
      at: pointFrom(
        axis
          .clone()
          .multiplyScalar(radius * 1.12)
          .add(pivot),
      ),
    },
    apply(file, to) {
      if (!isPoint(to)) return file;
      const next = vectorOf(to).sub(pivot);
      return next.length() < 1e-6 ? file : setLimits(file, part.name, { ...limits, axis: pointFrom(next.normalize()) });
    },
  };
  return [...rims, ...twists, middle];
}

/** A unit vector square to another. */
function anyAcross(axis: Vector3): Vector3 {
  const other = Math.abs(axis.x) < 0.8 ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1);
  return other.cross(axis).normalize();
}
