import {
  buildSkeleton,
  createPose,
  type HumanoidBone,
  type Pose,
  parentBone,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import { defaultRemoteBodySettings, inputAt, type RemoteBuilt, RemoteClient, type WorldObject } from '@leib/reembody';
import type { RemoteOpening } from '@leib/reembody/wire';
import { until } from '../common/server.testing.js';

/** Tests only. */

/** A small person: every bone's offset from the one above, metres. */
const offsets: readonly (readonly [HumanoidBone, number, number, number])[] = [
  ['hips', 0, 0.95, 0],
  ['spine', 0, 0.1, 0],
  ['chest', 0, 0.28, 0],
  ['head', 0, 0.25, 0.02],
  ...([1, -1] as const).flatMap((side): [HumanoidBone, number, number, number][] => {
    const name = side > 0 ? 'left' : 'right';
    return [
      [`${name}UpperArm`, side * 0.17, 0.12, 0],
      [`${name}LowerArm`, side * 0.26, 0, 0],
      [`${name}Hand`, side * 0.24, 0, 0],
      [`${name}UpperLeg`, side * 0.1, 0, 0],
      [`${name}LowerLeg`, 0, -0.4, 0],
      [`${name}Foot`, 0, -0.42, 0],
    ];
  }),
];

function parentOf(bone: HumanoidBone): HumanoidBone | null {
  const parent = parentBone(bone);
  return parent === null || offsets.some(([name]) => name === parent) ? parent : parentOf(parent);
}

export const skeleton: Skeleton = buildSkeleton(
  offsets.map(([bone, x, y, z]) => ({ name: bone, parent: parentOf(bone), offset: [x, y, z], bone })),
);
export const floor: readonly WorldObject[] = [{ kind: 'floor', name: 'floor', height: 0 }];

export function openingOf(count = 1, objects: readonly WorldObject[] = floor): RemoteOpening {
  return {
    body: { skeleton, skin: null, settings: defaultRemoteBodySettings },
    starts: Array.from({ length: count }, (_, i) => [i, 0.95, 0] as const),
    objects,
  };
}

/** A client that keeps what it receives. */
export class Visitor {
  readonly client: RemoteClient;
  built: RemoteBuilt | null = null;
  builtCount = 0;
  output: Float64Array = new Float64Array(0);
  answers = 0;
  frames = 0;
  failures: { reason: string; isOver: boolean }[] = [];
  readonly #meanwhile: () => void;

  /** `meanwhile` is called while it waits: for servers whose clock the test advances. */
  constructor(
    url: string,
    world: string | null = null,
    opening: RemoteOpening = openingOf(),
    meanwhile: () => void = () => {},
  ) {
    this.#meanwhile = meanwhile;
    this.client = new RemoteClient(url, world, opening, {
      built: (built) => {
        this.built = built;
        this.builtCount++;
      },
      frame: (output, isAnswer) => {
        this.output = output;
        this.frames++;
        if (isAnswer) this.answers++;
      },
      failed: (reason, isOver) => this.failures.push({ reason, isOver }),
    });
  }

  /** Sends a frame with all own bodies in a T-pose at these places, and waits for the answer. */
  async stand(...xs: readonly number[]): Promise<void> {
    const { input } = this.client;
    if (input === null) throw new Error('the frame before was not answered yet');
    const blockLength = inputAt.targetRotations + skeleton.jointCount * 4;
    for (const [i, x] of xs.entries()) {
      const pose = standingAt(x);
      input.set(pose.rootPosition, i * blockLength + inputAt.targetRootPosition);
      input.set(pose.localRotations, i * blockLength + inputAt.targetRotations);
    }
    input[inputAt.dtSeconds] = 1 / 90;
    const before = this.answers;
    this.client.send();
    await until(() => this.answers > before || this.failures.some(({ isOver }) => isOver), this.#meanwhile);
  }
}

export function standingAt(x: number): Pose {
  const pose = createPose(skeleton);
  pose.rootPosition[0] = x;
  updateWorldPose(skeleton, pose);
  return pose;
}
