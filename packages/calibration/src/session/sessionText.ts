import { describeProposal, type ProfileHistory } from '../profile/profileHistory.js';
import type { TrackerRole } from '../roles/trackerRoles.js';

/** The steps of a calibration, in their order. 'space' is left out where everything is tracked in one space. */
export const sessionSteps = ['putOn', 'space', 'tPose', 'roles', 'joints', 'proportions', 'mirror'] as const;
export type SessionStep = (typeof sessionSteps)[number];

/** Instructions for turning each joint. */
const jointTexts: Partial<Readonly<Record<TrackerRole, string>>> = {
  leftHand: 'Keep your left forearm still and circle your left hand: up and down, to the sides, round and round.',
  rightHand: 'Keep your right forearm still and circle your right hand: up and down, to the sides, round and round.',
  leftFoot:
    'Sit down, keep your left shank still and circle your left foot: up and down, to the sides, round and round.',
  rightFoot:
    'Sit down, keep your right shank still and circle your right foot: up and down, to the sides, round and round.',
  leftElbow: 'Keep your left upper arm still and bend and stretch your left elbow a few times.',
  rightElbow: 'Keep your right upper arm still and bend and stretch your right elbow a few times.',
  leftKnee: 'Sit down, keep your left thigh still and bend and stretch your left knee a few times.',
  rightKnee: 'Sit down, keep your right thigh still and bend and stretch your right knee a few times.',
};

/** The part of a session that its text depends on. */
interface SessionTextInput {
  readonly step: SessionStep;
  readonly problems: readonly string[];
  readonly history: ProfileHistory;
  readonly joints: readonly TrackerRole[];
  readonly space: { readonly left: readonly string[] };
}

/** The instruction or question that the person reads in the present step. */
export function sessionText({ step, problems, history, joints, space }: SessionTextInput): string {
  const { proposal } = history;
  switch (step) {
    case 'putOn':
      return 'Put on the headset, strap on your trackers and switch them on.';
    case 'space':
      if (proposal !== null) return `${describeProposal(proposal)} Take it, or do it again.`;
      return `Trackers of ${space.left[0] ?? 'the feed'} are tracked in another space than your headset. Look around, move your hands and walk a few steps, best with one tracker on the headset or on a controller.`;
    case 'tPose':
      return (
        problems[0] ??
        'Stand upright, look ahead, stretch both arms out to the sides or half-way down, palms down. Hold still.'
      );
    case 'roles':
      return problems[0] ?? 'This is where your trackers seem to sit. Is it right?';
    case 'joints':
      if (proposal !== null) return `${describeProposal(proposal)} Take it, or turn it again.`;
      return jointTexts[joints[0]] ?? 'Turn the joint to all sides.';
    case 'proportions':
      return proposal === null
        ? 'Move about: walk a little, bend your knees, reach out to all sides.'
        : 'Your body is measured, and the avatar has your lengths. Take them, or measure again.';
    case 'mirror':
      return 'This is you. Move, and watch yourself in the mirror.';
  }
}
