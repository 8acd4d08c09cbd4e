import { expect, test } from 'vitest';
import { parseMarkerMap } from './assignMarkers.js';
import { placesOfLabels, readLabel } from './readLabel.js';

test.each([
  // Plug-in Gait and CMU, with and without a subject
  ['TakeoMonday:LFWT', 'hips', 'set'],
  ['RBAC', 'upperChest', 'set'],
  ['LSHN', 'leftLowerLeg', 'set'],
  ['RMT5', 'rightFoot', 'set'],
  ['C7', 'upperChest', 'set'],
  // Helen Hayes, OptiTrack, Qualisys
  ['V.Sacral', 'hips', 'set'],
  ['R.Knee.Medial', 'rightUpperLeg', 'words'],
  ['WaistLFront', 'hips', 'set'],
  ['RUArmHigh', 'rightUpperArm', 'set'],
  ['LShoulderBack', 'leftShoulder', 'set'],
  ['L_IAS', 'hips', 'set'],
  ['R_FLE', 'rightUpperLeg', 'set'],
  // Short names of gait laboratories, clusters that are counted
  ['RLFC', 'rightUpperLeg', 'set'],
  ['LMMAL', 'leftLowerLeg', 'set'],
  ['LCAL', 'leftFoot', 'set'],
  ['RTH3', 'rightUpperLeg', 'words'],
  ['LSK1', 'leftLowerLeg', 'words'],
  ['pv4', 'hips', 'words'],
  // Words
  ['Skeleton_LShin2', 'leftLowerLeg', 'words'],
  ['R.Post.Fem.', 'rightUpperLeg', 'words'],
  ['ForearmR2', 'rightLowerArm', 'words'],
  ['MedialEpicondyleR', 'rightUpperArm', 'words'],
  ['left hand 1', 'leftHand', 'words'],
  ['Head3', 'head', 'words'],
])('%s sits on %s', (label, bone, by) => {
  expect(readLabel(label)).toMatchObject({ place: { bone }, by });
});

test.each(['WheelchairRearR', 'Probe1', 'NAG', '*12', ''])('"%s" names no place', (label) => {
  expect(readLabel(label)).toBeNull();
});

test('angles, forces and powers among the markers are no markers', () => {
  const results = ['LKneeAngles', 'RHipAnglesV', 'LAnkleForce', 'RKneePower', 'LGroundReactionMoment', 'CentreOfMass'];
  expect(placesOfLabels([...results, 'LKNE'])).toEqual([...results.map(() => null), 'leftUpperLeg']);
});

test('left and right are mirror images', () => {
  const [left, right] = [readLabel('LKNE')?.place, readLabel('RKNE')?.place];
  expect(right?.offset).toEqual([-(left?.offset[0] ?? 0), left?.offset[1], left?.offset[2]]);
  expect([left?.from, right?.from]).toEqual(['leftLowerLeg', 'rightLowerLeg']);
});

test.each([
  ['{"format": "leib-markers/2", "markers": {}}', 'format'],
  ['{"format": "leib-markers/1", "markers": {"A": {"bone": "tail"}}}', 'markers.A.bone'],
  ['{"format": "leib-markers/1", "markers": {"A": {"bone": "head", "at": [0, 9, 0]}}}', 'markers.A.at[1]'],
])('a wrong map is refused with its place: %s', (text, path) => {
  expect(parseMarkerMap(text)).toMatchObject({ ok: false, path });
});

test.each(['prototype', 'constructor', '__proto__'])('a marker called "%s" is in the map like any other', (label) => {
  const map = parseMarkerMap(`{"format": "leib-markers/1", "markers": {"${label}": {"bone": "head"}}}`);
  expect(map.ok && Object.entries(map.value.markers)).toEqual([[label, { bone: 'head' }]]);
});
