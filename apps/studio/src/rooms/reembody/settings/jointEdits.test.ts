import { defaultRemoteBodySettings, type ThreeAxisJoint } from '@leib/reembody';
import { beforeEach, expect, test } from 'vitest';
import { createSettingsStore } from '../../../files/settingsStore.js';
import { withGroup, withGroupDelay, withoutGroup } from './customGroups.js';
import { JointEdits } from './jointEdits.js';
import type { ReembodyStore } from './reembodyShape.js';
import { reembodyShape } from './reembodyShape.js';
import { remoteSettingsOf } from './remoteSettingsOf.js';

let settings: ReembodyStore;
let edits: JointEdits;
beforeEach(() => {
  settings = createSettingsStore('reembody', reembodyShape, { getItem: () => null, setItem() {} });
  edits = new JointEdits(settings);
});
const pastCount = () => settings.store.getState().past.length;
const drag = (...angles: readonly number[]) => {
  edits.beginDrag();
  for (const angle of angles) edits.dragLimit('leftHand', 1, 'high', angle);
};

test('a drag is one step, whatever came before and after it', () => {
  edits.take({ ...defaultRemoteBodySettings, totalMass: 80 });
  drag(0.5, 0.6, 0.7);
  edits.endDrag();
  drag(0.3, 0.2);
  edits.endDrag();
  expect(pastCount()).toBe(3);
  expect(edits.body.joints.leftHand?.y.high).toBe(0.2);
  settings.undo();
  expect(edits.body.joints.leftHand?.y.high).toBe(0.7);
  settings.undo();
  expect(edits.body.joints).toEqual(defaultRemoteBodySettings.joints);
  expect(edits.body.totalMass).toBe(80);
});

test('a cancelled drag leaves nothing: neither the angle nor a step; one without a change takes back nothing else', () => {
  edits.take({ ...defaultRemoteBodySettings, totalMass: 80 });
  drag(0.5, 0.6);
  edits.cancelDrag();
  expect(edits.body).toEqual({ ...defaultRemoteBodySettings, totalMass: 80 });
  expect(pastCount()).toBe(1);
  drag();
  edits.cancelDrag();
  expect(edits.body.totalMass).toBe(80);
});

test('the other side follows, mirrored, unless that is switched off', () => {
  drag(0.5);
  expect(edits.body.joints.rightHand?.y.low).toBe(-0.5);
  edits.cancelDrag();
  edits.isMirroring = false;
  drag(0.5);
  expect(edits.body.joints.leftHand?.y.high).toBe(0.5);
  expect(edits.body.joints.rightHand).toEqual(defaultRemoteBodySettings.joints.rightHand);
});

test('three drives become one joint and come back, on both sides', () => {
  const { leftHand, rightHand } = defaultRemoteBodySettings.joints;
  const body = edits.changed(['leftHand'], ['y', 'z'], (axis) => ({ ...axis, kp: 30, kd: 3 }));
  edits.take(body);
  edits.take(edits.toOneJoint(['leftHand']));
  const one = edits.body.joints.leftHand;
  expect(one?.z.high).toBe(-(leftHand?.z.low ?? 0));
  expect(one?.z.high).toBeGreaterThan(leftHand?.z.high ?? 0);
  expect(edits.body.joints.rightHand?.z.low).toBe(-(rightHand?.z.high ?? 0));
  edits.take(edits.toThreeDrives(['leftHand']));
  expect(edits.body).toEqual(body);
});

test('edited as one joint, y and z share the drive, and the smaller angle stays', () => {
  const { leftHand } = defaultRemoteBodySettings.joints;
  const change = (joint: ThreeAxisJoint) => ({ ...joint, zLimit: 1.6, yz: { ...joint.yz, kp: 12 } });
  edits.take(edits.changedThreeAxis(['leftHand'], change));
  const { y, z } = edits.body.joints.leftHand ?? {};
  expect([y?.kp, z?.kp, z?.low, z?.high]).toEqual([12, 12, -1.6, leftHand?.z.high]);
  expect(edits.body.joints.rightHand?.z.high).toBe(1.6);
});

test('a body from a file brings its switches along, in one step', () => {
  const body = {
    ...defaultRemoteBodySettings,
    name: 'other',
    hasFingers: true,
    control: { ...defaultRemoteBodySettings.control, root: 'spring', targetSpace: 'world' },
  } as const;
  edits.open(body);
  expect(settings.values()).toMatchObject({ root: 'spring', targetSpace: 'world', fingers: true, body });
  expect(pastCount()).toBe(1);
  settings.undo();
  expect(settings.values()).toMatchObject({ root: 'anchor', targetSpace: 'local', fingers: false, body: null });
});

test('a group of the user’s own is one step, keeps its delay when it takes other bones, and is gone after undo', () => {
  edits.take(withGroup(edits.body, 'writing arm', ['leftUpperArm', 'leftLowerArm']));
  edits.take(withGroupDelay(edits.body, 'writing arm', 0.2));
  edits.take(withGroup(edits.body, 'writing arm', ['leftHand']));
  expect(edits.body.groups).toEqual({ 'writing arm': { bones: ['leftHand'], delaySeconds: 0.2 } });
  edits.take(withoutGroup(edits.body, 'writing arm'));
  expect(edits.body.groups).toEqual({});
  settings.undo();
  settings.undo();
  expect(edits.body.groups['writing arm'].bones).toEqual(['leftUpperArm', 'leftLowerArm']);
});

test('a body that was kept before there were groups, stops and centres is completed, and is the same one each time', () => {
  const { groups: _g, stops: _s, centres: _c, relay: _r, ...earlier } = defaultRemoteBodySettings;
  settings.set('body', { ...earlier, totalMass: 60 });
  expect(edits.body).toEqual({ ...defaultRemoteBodySettings, totalMass: 60 });
  expect(edits.body).toBe(edits.body);
  expect(remoteSettingsOf(settings.values()).stops).toEqual(defaultRemoteBodySettings.stops);
});
