import { randomQuat, randomUnit } from '../testing.js';
import {
  type ArticulatedChain,
  type ArticulatedChainState,
  ballDofs,
  buildArticulatedChain,
  createArticulatedChainState,
  type DofRange,
  FREE_RANGE,
  type RawChainDof,
  type RawChainJoint,
  updateArticulatedChain,
} from './articulatedChain.js';
import type { ChainGoal } from './chainGoal.js';

/** Tests only: chains and goals with a seed. */

/** Two degrees of freedom: no twist where both axes lie across the bone. */
export function universalDofs(
  firstAxis: RawChainDof['axis'],
  secondAxis: RawChainDof['axis'],
  firstRange: DofRange = FREE_RANGE,
  secondRange: DofRange = firstRange,
): RawChainDof[] {
  return [
    { axis: firstAxis, range: firstRange },
    { axis: secondAxis, range: secondRange },
  ];
}

/** One degree of freedom. */
export function hingeDofs(axis: RawChainDof['axis'], range: DofRange = FREE_RANGE): RawChainDof[] {
  return [{ axis, range }];
}

/** Ball joints without limits, equal bones along +Y. */
export function straightChain(jointCount: number, length: number): ArticulatedChain {
  return buildArticulatedChain(
    Array.from({ length: jointCount }, () => ({ bone: [0, length / jointCount, 0], dofs: ballDofs() })),
  );
}

/** Bones of all lengths and directions; ball, universal and hinge joints, most of them limited, all of them willing. */
export function randomLimitedChain(random: () => number, jointCount: number): ArticulatedChain {
  const range = (): DofRange => [-0.2 - 1.3 * random(), 0.2 + 1.3 * random()];
  const axis = () => triple(randomUnit(random));
  const joints = Array.from({ length: jointCount }, (): RawChainJoint => {
    const kind = random();
    const dofs =
      kind < 0.5
        ? ballDofs(range(), range(), range())
        : kind < 0.8
          ? universalDofs(axis(), axis(), range(), range())
          : hingeDofs(axis(), range());
    const direction = randomUnit(random);
    const length = 0.05 + 0.3 * random();
    return {
      bone: [direction[0] * length, direction[1] * length, direction[2] * length],
      dofs,
      weight: 0.3 + 0.7 * random(),
    };
  });
  return buildArticulatedChain(joints);
}

/** Somewhere in the room, turned anyhow, every angle anywhere in its range (free ones within +-2). */
export function randomChainState(chain: ArticulatedChain, random: () => number): ArticulatedChainState {
  const state = createArticulatedChainState(chain);
  randomizeAngles(chain, state, random);
  state.rootPosition.set([4 * random() - 2, 2 * random(), 4 * random() - 2]);
  const rotation = randomQuat(random);
  for (let i = 0; i < 4; i++) state.rootRotation[i] = rotation[i];
  updateArticulatedChain(chain, state);
  return state;
}

export function randomizeAngles(chain: ArticulatedChain, state: ArticulatedChainState, random: () => number): void {
  for (let dof = 0; dof < chain.dofCount; dof++) {
    const min = Math.max(-2, chain.minAngles[dof]);
    const max = Math.min(2, chain.maxAngles[dof]);
    state.angles[dof] = min + (max - min) * random();
  }
  updateArticulatedChain(chain, state);
}

/** The goal that a chain in this state would have reached. */
export function goalAt(state: ArticulatedChainState, point: number, hasRotation: boolean): ChainGoal {
  return {
    point,
    positionWorld: state.worldPositions.slice(point * 3, point * 3 + 3),
    rotationWorld: hasRotation ? state.worldRotations.slice((point - 1) * 4, point * 4) : null,
  };
}

/** Largest difference between a bone's length now and at rest, metres. */
export function boneLengthError(chain: ArticulatedChain, { worldPositions: pos }: ArticulatedChainState): number {
  let worst = 0;
  for (let bone = 0; bone < chain.jointCount; bone++) {
    const at = bone * 3;
    const length = Math.hypot(pos[at + 3] - pos[at], pos[at + 4] - pos[at + 1], pos[at + 5] - pos[at + 2]);
    worst = Math.max(worst, Math.abs(length - chain.boneLengths[bone]));
  }
  return worst;
}

/** Farthest that an angle lies outside its range, radians. */
export function limitError(chain: ArticulatedChain, { angles }: ArticulatedChainState): number {
  let worst = 0;
  for (let dof = 0; dof < chain.dofCount; dof++) {
    worst = Math.max(worst, chain.minAngles[dof] - angles[dof], angles[dof] - chain.maxAngles[dof]);
  }
  return worst;
}

function triple(values: ArrayLike<number>): [number, number, number] {
  return [values[0], values[1], values[2]];
}
