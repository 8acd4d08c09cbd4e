import type { HumanoidBone } from '@leib/core';
import { type RobotReport, robotBoneChoices } from '@leib/reembody/robot';
import { boneLabel } from '../settings/boneLabel.js';

interface RobotJointsProps {
  readonly report: RobotReport;
  readonly onChoose: (joint: string, bone: HumanoidBone | null) => void;
}

/** Every joint of the robot with the bone that it follows; a change is kept for this robot. */
export function RobotJoints({ report, onChoose }: RobotJointsProps) {
  return (
    <details className="robot-joints">
      <summary>What its joints follow</summary>
      <ul>
        {report.joints.map(({ joint, bone, guess }) => (
          <li key={joint}>
            <label>
              <span title={joint}>{joint}</span>
              <select
                value={bone ?? ''}
                className={bone === guess ? undefined : 'changed'}
                onChange={({ target }) => onChoose(joint, target.value === '' ? null : (target.value as HumanoidBone))}
              >
                <option value="">nothing</option>
                {robotBoneChoices.map((choice) => (
                  <option key={choice} value={choice}>
                    {boneLabel(choice)}
                    {choice === guess ? ' (guessed)' : ''}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
