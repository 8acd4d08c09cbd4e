import type { MocapBodyName } from '../bodies/bodyFrame.js';
import type { MocapJoint } from './offsets.js';

/** Joints that the offsets of each of the ten bodies give. */
export const jointsOfBody: Readonly<Record<MocapBodyName, readonly MocapJoint[]>> = {
  head: ['head'],
  back: ['leftShoulder', 'rightShoulder', 'leftHip', 'rightHip', 'neck'],
  leftHand: ['leftWrist'],
  rightHand: ['rightWrist'],
  leftElbow: ['leftElbow'],
  rightElbow: ['rightElbow'],
  leftKnee: ['leftKnee'],
  rightKnee: ['rightKnee'],
  leftFoot: ['leftAnkle'],
  rightFoot: ['rightAnkle'],
};
