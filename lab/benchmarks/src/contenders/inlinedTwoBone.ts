import type { IkContender } from '../contender.js';
import type { IkProblem } from '../ikProblem.js';
import { stiffArm } from './leibTwoBone.js';

/**
 * The least code that solves this one triangle and nothing else: scalars in, scalars out, in the loop itself,
 * no pole along the limb, no target on the root. The yardstick for what our general function may cost.
 */
export function createInlinedTwoBone(problem: IkProblem): IkContender {
  const { targets, targetCount } = problem;
  const { upperLength: a, lowerLength: b } = stiffArm(problem);
  const [poleX, poleY, poleZ] = [0.2, 0.1, -1];
  const [rootX, rootY, rootZ] = [0, 0, 0];
  const mid = new Float64Array(3);
  const end = new Float64Array(3);
  const run = (first: number, last: number) => {
    for (let at = first * 3; at < last * 3; at += 3) {
      const awayX = targets[at] - rootX;
      const awayY = targets[at + 1] - rootY;
      const awayZ = targets[at + 2] - rootZ;
      const distance = Math.sqrt(awayX * awayX + awayY * awayY + awayZ * awayZ);
      const d = Math.min(Math.max(distance, Math.abs(a - b)), a + b);
      const axisX = awayX / distance;
      const axisY = awayY / distance;
      const axisZ = awayZ / distance;
      const poleAlong = poleX * axisX + poleY * axisY + poleZ * axisZ;
      const acrossX = poleX - poleAlong * axisX;
      const acrossY = poleY - poleAlong * axisY;
      const acrossZ = poleZ - poleAlong * axisZ;
      const acrossLength = Math.sqrt(acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ);
      const along = (a * a - b * b + d * d) / (2 * d);
      const outward = Math.sqrt(Math.max(0, a * a - along * along)) / acrossLength;
      mid[0] = rootX + along * axisX + outward * acrossX;
      mid[1] = rootY + along * axisY + outward * acrossY;
      mid[2] = rootZ + along * axisZ + outward * acrossZ;
      end[0] = rootX + d * axisX;
      end[1] = rootY + d * axisY;
      end[2] = rootZ + d * axisZ;
    }
  };
  return {
    name: 'hand-inlined reference',
    callCount: targetCount,
    run: (count) => run(0, count),
    solveOne: (index) => run(index, index + 1),
    readTip: (tip) => tip.set(end),
  };
}
