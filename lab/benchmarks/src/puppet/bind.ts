import { seededRandom } from '@leib/core/testing';
import { bindParts, type PuppetPart, previewCut, puppetMeshOf } from '@leib/puppet';
import { Line3, Matrix4, Quaternion, Vector3 } from 'three';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { compare } from '../compare.js';
import type { Contender } from '../contender.js';
import type { BenchResult } from '../report.js';

const boneCount = 20;
/** Places around a worm. */
const around = 100;

/**
 * 100 000 places bound to 20 bones by superellipsoids, through the air. Beside it the two loops that users of three write:
 * the same formula with Vector3 and Matrix4, and the nearest bone by Line3. One call binds everything.
 */
export function benchBind(options: BenchmarkOptions): BenchResult[] {
  const mesh = createWorm();
  const parts = createBones();
  const ours: Contender = {
    name: 'leib',
    callCount: 1,
    run(count) {
      for (let i = 0; i < count; i++) bindParts(mesh, parts);
    },
  };
  const peers = [createFormulaLoop(mesh.positions, parts), createNearestBone(mesh.positions, parts)];
  const facts = { places: mesh.placeCount, bones: parts.length };
  const bound = compare([{ name: 'puppet/bind', ours, peers }], options).map((result) => ({ ...result, facts }));
  return [...bound, ...compare([{ name: 'puppet/bind-preview', ours: createPreview(parts[1]), peers: [] }], options)];
}

/** What one shape would cut of 20 000 places: one call per frame while it is dragged. */
function createPreview({ shape }: PuppetPart): Contender {
  const mesh = createWorm(200);
  return {
    name: 'leib',
    callCount: 1,
    run(count) {
      for (let i = 0; i < count; i++) previewCut(mesh, shape);
    },
  };
}

function createWorm(rings = 1000) {
  const positions = new Float64Array(rings * around * 3);
  const triangles: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < around; side++) {
      const at = ring * around + side;
      const angle = (2 * Math.PI * side) / around;
      positions.set([0.1 * Math.cos(angle), 0.1 * Math.sin(angle), (4 * ring) / rings], at * 3);
      if (ring + 1 === rings) continue;
      const next = ring * around + ((side + 1) % around);
      triangles.push(at, next, next + around, at, next + around, at + around);
    }
  }
  return puppetMeshOf(positions, Uint32Array.from(triangles));
}

function createBones(): PuppetPart[] {
  const random = seededRandom(13);
  const length = 4 / boneCount;
  return Array.from({ length: boneCount }, (_, i): PuppetPart => {
    const across = 0.14 + 0.04 * random();
    const reach = { right: across, left: across, up: across, down: across, front: 0.7 * length, back: 0.7 * length };
    const [from, to] = [i * length, (i + 1) * length];
    const influence = {
      centre: [0, 0, (from + to) / 2] as [number, number, number],
      rotation: [0, 0, 0, 1] as [number, number, number, number],
      reach,
      // Every second bone is the general case, with powers.
      e: i % 2 === 0 ? 1 : 0.8,
      n: i % 2 === 0 ? 1 : 0.5,
      throughAir: true,
    };
    return {
      name: `bone ${i}`,
      parent: i === 0 ? null : `bone ${i - 1}`,
      shape: { kind: 'bone', from: [0, 0, from], to: [0, 0, to], influence },
      joint: {
        limits: { kind: 'cone', axis: [0, 0, 1], halfAngle: 1, twist: { min: -1, max: 1 } },
        weight: 1,
        maxStep: null,
        spring: null,
      },
      region: null,
    };
  });
}

/** The formula of the spec for every place and bone, weights (1 - r) of the four best, with three's vectors. */
function createFormulaLoop(positions: Float64Array, parts: readonly PuppetPart[]): Contender {
  const shapes = parts.flatMap(({ shape }) => {
    if (shape.kind !== 'bone') return [];
    const { centre, rotation, reach, e, n } = shape.influence;
    const toLocal = new Matrix4().compose(new Vector3(...centre), new Quaternion(...rotation), new Vector3(1, 1, 1));
    return [{ toLocal: toLocal.invert(), reach, e, n }];
  });
  const local = new Vector3();
  const bind = () => {
    const count = positions.length / 3;
    const [joints, weights] = [new Uint8Array(count * 4), new Float32Array(count * 4)];
    for (let place = 0; place < count; place++) {
      const held: { bone: number; weight: number }[] = [];
      shapes.forEach(({ toLocal, reach, e, n }, bone) => {
        local.fromArray(positions, place * 3).applyMatrix4(toLocal);
        const x = Math.abs(local.x) / (local.x > 0 ? reach.right : reach.left);
        const y = Math.abs(local.y) / (local.y > 0 ? reach.up : reach.down);
        const z = Math.abs(local.z) / (local.z > 0 ? reach.front : reach.back);
        const r = (x ** (2 / e) + y ** (2 / e)) ** (e / n) + z ** (2 / n);
        if (r < 1) held.push({ bone, weight: 1 - r });
      });
      held.sort((a, b) => b.weight - a.weight);
      const best = held.slice(0, 4);
      const sum = best.reduce((total, { weight }) => total + weight, 0);
      best.forEach(({ bone, weight }, k) => {
        joints[place * 4 + k] = bone + 1;
        weights[place * 4 + k] = weight / sum;
      });
    }
  };
  return { name: 'the formula with three', callCount: 1, run: (count) => repeat(count, bind) };
}

/** Every place to the bone whose line is nearest. */
function createNearestBone(positions: Float64Array, parts: readonly PuppetPart[]): Contender {
  const lines = parts.flatMap(({ shape }) =>
    shape.kind === 'bone' ? [new Line3(new Vector3(...shape.from), new Vector3(...shape.to))] : [],
  );
  const [point, nearest] = [new Vector3(), new Vector3()];
  const bind = () => {
    const joints = new Uint8Array((positions.length / 3) * 4);
    for (let place = 0; place * 3 < positions.length; place++) {
      point.fromArray(positions, place * 3);
      let least = Infinity;
      lines.forEach((line, bone) => {
        const distance = line.closestPointToPoint(point, true, nearest).distanceToSquared(point);
        if (distance >= least) return;
        least = distance;
        joints[place * 4] = bone + 1;
      });
    }
  };
  return { name: 'nearest bone with three', callCount: 1, run: (count) => repeat(count, bind) };
}

function repeat(count: number, work: () => void): void {
  for (let i = 0; i < count; i++) work();
}
