import { DOF, Goal, Joint, Link, Solver } from 'closed-chain-ik/src/core/index.js';
import type { IkContender } from '../contender.js';
import { type IkProblem, MAX_ITERATIONS, TOLERANCE } from '../ikProblem.js';

/**
 * closed-chain-ik: damped least squares over ball joints. Its defaults give up on a fifth of the targets, because a step
 * from the straight rest pose may lead away at first; with these settings it reaches all of them, and is faster too.
 */
export function createClosedChain({ lengths, targets, targetCount }: IkProblem): IkContender {
  const joints: Joint[] = [];
  const root = new Link();
  let parent = root;
  lengths.forEach((_, index) => {
    const joint = new Joint();
    joint.setDoF(DOF.EX, DOF.EY, DOF.EZ);
    if (index > 0) joint.setPosition(0, lengths[index - 1], 0);
    const link = new Link();
    parent.addChild(joint);
    joint.addChild(link);
    joints.push(joint);
    parent = link;
  });
  const tip = new Link();
  const fixedJoint = new Joint();
  fixedJoint.setPosition(0, lengths[lengths.length - 1], 0);
  parent.addChild(fixedJoint);
  fixedJoint.addChild(tip);
  const goal = new Goal();
  goal.setGoalDoF(DOF.X, DOF.Y, DOF.Z);
  goal.makeClosure(tip);
  const solver = new Solver(root);
  solver.maxIterations = MAX_ITERATIONS;
  solver.dampingFactor = 0.1;
  solver.translationErrorClamp = 0.3;
  solver.stallThreshold = 1e-6;
  solver.divergeThreshold = 1;
  // It judges each axis by itself: this much on all three is the tolerance.
  solver.translationConvergeThreshold = TOLERANCE / Math.sqrt(3);

  const reset = () => {
    for (let i = 0; i < joints.length; i++) joints[i].setDoFValues(0, 0, 0);
  };
  const solve = (index: number) => {
    goal.setPosition(targets[index * 3], targets[index * 3 + 1], targets[index * 3 + 2]);
    solver.solve();
  };
  return {
    name: 'closed-chain-ik',
    callCount: targetCount,
    run: (count) => {
      for (let i = 0; i < count; i++) {
        reset();
        solve(i);
      }
    },
    runOverhead: (count) => {
      for (let i = 0; i < count; i++) reset();
    },
    solveOne: (index) => {
      reset();
      solve(index);
    },
    readTip: (out) => {
      tip.updateMatrixWorld();
      tip.getWorldPosition(out);
    },
  };
}
