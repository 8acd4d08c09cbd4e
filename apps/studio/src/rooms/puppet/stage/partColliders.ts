import { BOUND_PARTS, endOf, type PuppetModel, pivotOf } from '@leib/puppet';
import { Matrix4, Quaternion, Vector3 } from 'three';

/** What things bump into: one simple shape per part that holds some of the surface. */
export interface PartCollider {
  /** Number of the part. */
  readonly part: number;
  readonly kind: 'ellipsoid' | 'box';
  /** Middle and rotation relative to the part's pivot, half sizes; metres. */
  readonly middle: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
  readonly halfSize: readonly [number, number, number];
}

/** A part that holds fewer places is not worth a collider. */
const FEWEST_PLACES = 12;
/** Share of the places at each side that stick out of the collider: fins, lips, seams. */
const LEFT_OUT = 0.04;
const THINNEST = 0.004;

/** Fits a shape to what each part holds: an ellipsoid along its bone, or its box cut down to its places. */
export function buildPartColliders(model: PuppetModel): PartCollider[] {
  const places = placesOfParts(model);
  return model.file.parts.flatMap((part, index): PartCollider[] => {
    if (places[index].length < FEWEST_PLACES) return [];
    const pivot = new Vector3(...pivotOf(part));
    const rotation =
      part.shape.kind === 'box'
        ? new Quaternion(...part.shape.rotation)
        : alongBone(new Vector3(...endOf(part)).sub(pivot));
    const { middle, halfSize } = boundsAlong(model.mesh.positions, places[index], pivot, rotation);
    return [
      {
        part: index,
        kind: part.shape.kind === 'box' ? 'box' : 'ellipsoid',
        middle: middle.applyQuaternion(rotation).toArray(),
        rotation: rotation.toArray() as [number, number, number, number],
        halfSize: halfSize.toArray(),
      },
    ];
  });
}

/** Places that each part holds more firmly than any other part. */
function placesOfParts({ binding: { joints }, mesh, file }: PuppetModel): number[][] {
  const places: number[][] = file.parts.map(() => []);
  for (let place = 0; place < mesh.placeCount; place++) {
    const joint = joints[place * BOUND_PARTS];
    if (joint > 0) places[joint - 1].push(place);
  }
  return places;
}

/** A frame whose z runs along the bone and whose x stays level. */
function alongBone(way: Vector3): Quaternion {
  if (way.lengthSq() < 1e-12) return new Quaternion();
  const z = way.normalize();
  const x = Math.abs(z.y) > 0.95 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0).cross(z).normalize();
  const y = new Vector3().crossVectors(z, x).normalize();
  x.crossVectors(y, z);
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
}

function boundsAlong(
  positions: Float64Array,
  places: readonly number[],
  pivot: Vector3,
  rotation: Quaternion,
): { middle: Vector3; halfSize: Vector3 } {
  const inverse = rotation.clone().invert();
  const local = places.map((place) =>
    new Vector3()
      .fromArray(positions, place * 3)
      .sub(pivot)
      .applyQuaternion(inverse),
  );
  const [middle, halfSize] = [new Vector3(), new Vector3()];
  for (const axis of ['x', 'y', 'z'] as const) {
    const sorted = local.map((each) => each[axis]).sort((a, b) => a - b);
    const out = Math.floor(sorted.length * LEFT_OUT);
    const [low, high] = [sorted[out], sorted[sorted.length - 1 - out]];
    middle[axis] = (low + high) / 2;
    halfSize[axis] = Math.max(THINNEST, (high - low) / 2);
  }
  return { middle, halfSize };
}
