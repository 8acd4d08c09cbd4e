import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defaultSkeleton } from '@leib/body';
import type { Skeleton } from '@leib/core';
import {
  buildBaseline,
  buildEmbody,
  createBaselineCrowdSolver,
  createCrowd,
  createEmbodyCrowdSolver,
  createPerson,
  defaultEmbodySettings,
  defaultLodSettings,
  loadPrior,
  stepCrowd,
} from '@leib/embody';
import {
  createDeviceFrame,
  createJointFrame,
  createTrackerOffsets,
  devicesOfJoints,
  type JointFrame,
  setJoint,
} from '@leib/tracking';
import type { CrowdSolver } from '../../../packages/embody/dist/lod/crowd.js';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { compare } from './compare.js';
import type { Contender } from './contender.js';
import type { BenchResult } from './report.js';

/** Moments of one movement that repeats: nothing is worked out for the benchmark while it is timed. */
const MOMENT_COUNT = 360;
const HZ = 90;
const AVATAR_COUNT = 400;
/** Frames per pass. */
const BODY_FRAMES = 200;
const CROWD_FRAMES = 6;

/** Everybody who works a body out, ours first; what makes one of them, once per avatar. */
const solvers: readonly { readonly name: string; create(): CrowdSolver }[] = [
  { name: 'leib', create: shareModel((skeleton) => buildEmbody(skeleton), createEmbodyCrowdSolver) },
  { name: 'baseline', create: shareModel(buildBaseline, createBaselineCrowdSolver) },
];

/** Ours with the learned prior, whose weights come with the package. */
function createWithPrior(): CrowdSolver {
  const weights = readFileSync(createRequire(import.meta.url).resolve('@leib/embody/prior.bin'));
  return createEmbodyCrowdSolver(buildEmbody(defaultSkeleton, defaultEmbodySettings, loadPrior(weights)));
}

/** One body from head and hands, by the rules and with the prior, and four hundred of them with levels of detail. */
export function benchEmbody(options: BenchmarkOptions): BenchResult[] {
  const moments = createMoments();
  const bodies = solvers.map(({ name, create }) => bodyContender(name, create(), moments));
  const bare = solvers.map(({ name, create }) => bodyContender(`${name} without fingers`, create(), moments, false));
  const [{ create }] = solvers;
  return [
    ...compare([{ name: 'embody/body', ours: bodies[0], peers: [bare[0], ...bodies.slice(1)] }], options),
    ...compare(
      [
        {
          name: 'embody/body-with-prior',
          ours: bodyContender('leib with prior', createWithPrior(), moments),
          peers: [bodyContender('leib by the rules', create(), moments)],
        },
      ],
      options,
    ),
    ...compare(
      [
        {
          name: `embody/crowd-of-${AVATAR_COUNT}`,
          ours: crowdContender('levels of detail', create, moments, true),
          peers: [crowdContender('all in full', create, moments, false)],
        },
      ],
      options,
    ),
  ];
}

function shareModel<Model>(build: (skeleton: Skeleton) => Model, create: (model: Model) => CrowdSolver) {
  const model = build(defaultSkeleton);
  return () => create(model);
}

function bodyContender(
  name: string,
  solver: CrowdSolver,
  moments: readonly JointFrame[],
  hasFingers = true,
): Contender {
  const offsets = createTrackerOffsets();
  const devices = moments.map((joints) => {
    const frame = createDeviceFrame();
    devicesOfJoints(joints, offsets, frame);
    return frame;
  });
  const step = hasFingers ? solver.step : solver.stepWithoutFingers;
  const other = { name, create: () => ({ pose: solver.pose, step }) };
  const person = createPerson({ skeleton: defaultSkeleton, offsets, settings: { solver: other } });
  let moment = 0;
  return {
    name,
    callCount: BODY_FRAMES,
    run(count) {
      for (let i = 0; i < count; i++) {
        moment = (moment + 1) % MOMENT_COUNT;
        person.follow(devices[moment], 1 / HZ);
      }
    },
  };
}

/** People all round the viewer, as many to every square metre: the nearest at arm's length, the last at 26 m. */
function crowdContender(
  name: string,
  create: () => CrowdSolver,
  moments: readonly JointFrame[],
  hasLevels: boolean,
): Contender {
  const everybody = Array.from({ length: AVATAR_COUNT }, () => ({ skeleton: defaultSkeleton, solver: create() }));
  const endless = { fullDistance: 1e6, budgetMicros: 1e9 };
  const crowd = createCrowd(everybody, { ...defaultLodSettings, ...(hasLevels ? {} : endless) });
  const distances = Float64Array.from({ length: AVATAR_COUNT }, (_, i) => 1.3 * Math.sqrt(i + 0.5));
  const frames = everybody.map((_, i) => moments[i % MOMENT_COUNT]);
  let moment = 0;
  return {
    name,
    callCount: CROWD_FRAMES,
    run(count) {
      for (let i = 0; i < count; i++) {
        moment++;
        for (let k = 0; k < AVATAR_COUNT; k++) frames[k] = moments[(moment + 7 * k) % MOMENT_COUNT];
        stepCrowd(crowd, frames, distances, 1 / HZ);
      }
    },
  };
}

/** A loop of four seconds: walking in a circle, looking around, crouching a little, waving. */
function createMoments(): JointFrame[] {
  return Array.from({ length: MOMENT_COUNT }, (_, i) => {
    const frame = createJointFrame();
    const phase = (2 * Math.PI * i) / MOMENT_COUNT;
    const yaw = phase + Math.PI / 2 + 0.4 * Math.sin(3 * phase);
    const place = [0.8 * Math.cos(phase), 1.5 + 0.05 * Math.sin(4 * phase), -0.8 * Math.sin(phase)];
    setJoint(frame, 'head', [...place, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)]);
    for (const [hand, side] of [
      ['leftHand', 1],
      ['rightHand', -1],
    ] as const) {
      const x = side * (0.24 + 0.06 * Math.sin(5 * phase));
      const z = 0.2 + 0.1 * Math.sin(4 * phase + side);
      const half = (yaw - (side * Math.PI) / 2) / 2;
      setJoint(frame, hand, [
        place[0] + Math.cos(yaw) * x + Math.sin(yaw) * z,
        place[1] - 0.35 + 0.15 * Math.sin(6 * phase + side),
        place[2] - Math.sin(yaw) * x + Math.cos(yaw) * z,
        0,
        Math.sin(half),
        0,
        Math.cos(half),
      ]);
    }
    frame.timeSeconds = i / HZ;
    return frame;
  });
}
