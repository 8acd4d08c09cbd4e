import { randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { pointNumber, trackedPoints } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { proportionsOfStature } from '../proportions/bodyProportions.js';
import { type BodyProfile, createBodyProfile, offsetsOfProfile, rolesOfProfile } from './bodyProfile.js';
import { createProfileHistory, describeProposal, type ProfileAction, reduceProfile } from './profileHistory.js';
import { createProfileStore, type ProfileStorage } from './profileStore.js';
import { migrateProfile, parseProfile, profileFile, profileText } from './profileText.js';

function randomProfile(seed: number): BodyProfile {
  const random = seededRandom(seed);
  const [qx, qy, qz, qw] = randomQuat(random);
  const devices: BodyProfile['devices'] = {};
  trackedPoints.slice(1).forEach((role, i) => {
    if (random() < 0.4) return;
    devices[`dtrack:5000/body/${i}`] = {
      role,
      isChosen: random() < 0.3,
      offset: random() < 0.3 ? null : [random(), random(), random(), qx, qy, qz, qw],
      centre:
        random() < 0.5
          ? null
          : {
              centreLocal: [random(), random(), random()],
              kind: random() < 0.5 ? 'ball' : 'hinge',
              axisLocal: [0, 1, 0],
              residual: random() * 0.01,
              expectedError: random() * 0.001,
              confidence: random(),
            },
    };
  });
  return {
    ...createBodyProfile(`Person ${seed}`),
    stature: 1.5 + 0.4 * random(),
    devices,
    proportions: random() < 0.5 ? null : proportionsOfStature(1.5 + 0.4 * random()),
    proportionsFrom: 'trackers',
    body: random() < 0.5 ? null : { model: 'leib-female', betas: [random(), -random()] },
    lockMode: 'hips',
    spaces:
      random() < 0.5
        ? {}
        : {
            'dtrack:5000': {
              reference: 'webxr',
              pose: [random(), 0, random(), qx, qy, qz, qw],
              timeOffset: 0.1 * random(),
              residual: 0.003,
              expectedError: 0.001,
              method: random() < 0.5 ? 'fixed' : 'tPose',
              pairs: [{ reference: 'webxr/head', other: 'dtrack:5000/body/9', mount: [0, 0.1, random()] }],
            },
          },
  };
}

describe('the file', () => {
  test.each(seeds(20))('is read back as it was written (seed %i)', (seed) => {
    const profile = randomProfile(seed);
    expect(parseProfile(profileText(profile))).toEqual({ ok: true, value: profile });
  });

  test.each(['prototype', 'constructor', '__proto__'])('keeps a device called "%s"', (id) => {
    const profile = randomProfile(3);
    const [device] = Object.values(profile.devices);
    const named = { ...profile, devices: Object.fromEntries([[id, device]]) };
    expect(parseProfile(profileText(named))).toEqual({ ok: true, value: named });
  });

  test('of version 1 has one space only', () => {
    const { spaces: _, ...old } = { ...randomProfile(3), format: 'leib-profile/1' };
    expect(parseProfile(JSON.stringify(old))).toEqual({ ok: true, value: { ...randomProfile(3), spaces: {} } });
  });

  const good = randomProfile(3);
  const [id] = Object.keys(good.devices);
  const changed = (change: (copy: Record<string, unknown>) => void) => {
    const copy = JSON.parse(profileText(good));
    change(copy);
    return JSON.stringify(copy);
  };

  test.each<[string, string, string, RegExp]>([
    ['no JSON', '{', '', /expected JSON/],
    ['a list', '[]', '', /expected an object, got/],
    ['another format', '{"format":"leib-tracking/1"}', 'format', /expected "leib-profile\/2", got "leib-tracking\/1"/],
    ['no format', '{}', 'format', /got nothing/],
    ['a newer one', '{"format":"leib-profile/7"}', 'format', /newer than this program/],
    ['a giant', changed((copy) => Object.assign(copy, { stature: 17.5 })), 'stature', /2\.8/],
    ['a wrong lock', changed((copy) => Object.assign(copy, { lockMode: 'knees' })), 'lockMode', /"head"/],
    [
      'an unknown role',
      changed((copy) => Object.assign((copy.devices as Record<string, object>)[id], { role: 'tail' })),
      `devices.${id}.role`,
      /"head"/,
    ],
    [
      'a rotation without unit length',
      changed((copy) => Object.assign((copy.devices as Record<string, object>)[id], { offset: [0, 0, 0, 1, 1, 1, 1] })),
      `devices.${id}.offset`,
      /unit length/,
    ],
    [
      'two devices on one point',
      changed((copy) => {
        const devices = copy.devices as Record<string, object>;
        devices.again = { role: good.devices[id].role, isChosen: false, offset: null, centre: null };
      }),
      'devices',
      /are both/,
    ],
  ])('%s is refused with its place and reason', (_, text, path, reason) => {
    const parsed = parseProfile(text);
    expect(parsed).toMatchObject({ ok: false, path });
    expect(!parsed.ok && parsed.reason).toMatch(reason);
  });

  test('older versions go through every step, in order, and a circle of migrations ends', () => {
    const migrations = {
      'p/1': (old: Readonly<Record<string, unknown>>) => ({ ...old, format: 'p/2', a: 1 }),
      'p/2': (old: Readonly<Record<string, unknown>>) => ({ ...old, format: 'p/3', b: Number(old.a) + 1 }),
    };
    expect(migrateProfile({ format: 'p/1' }, 'p/3', migrations)).toEqual({
      ok: true,
      value: { format: 'p/3', a: 1, b: 2 },
    });
    const loop = { 'p/1': () => ({ format: 'p/2' }), 'p/2': () => ({ format: 'p/1' }) };
    expect(migrateProfile({ format: 'p/1' }, 'p/3', loop).ok).toBe(false);
    expect(migrateProfile({ format: 'toString' }, 'p/3', migrations).ok).toBe(false);
  });

  test('an exported file has a name that every system takes', () => {
    expect(profileFile(createBodyProfile('Zoë / Großmann')).name).toBe('leib-profile-zoe-gro-mann.json');
    expect(profileFile(createBodyProfile('../..')).name).toBe('leib-profile.json');
  });
});

test('roles and offsets come out as feeds and frames want them', () => {
  const profile = randomProfile(5);
  const offsets = offsetsOfProfile(profile);
  for (const [id, { role, offset }] of Object.entries(profile.devices)) {
    expect(rolesOfProfile(profile)[id]).toBe(role);
    if (role === null) continue;
    const at = pointNumber[role] * 7;
    expect([...offsets.subarray(at, at + 7)]).toEqual(offset ?? [0, 0, 0, 0, 0, 0, 1]);
  }
});

describe('the store', () => {
  const memory = (): ProfileStorage => {
    const items = new Map<string, string>();
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, text) => void items.set(key, text),
      removeItem: (key) => void items.delete(key),
    };
  };

  test('keeps people apart, replaces, forgets', () => {
    const store = createProfileStore(memory());
    const [ann, ben] = [
      { ...randomProfile(1), name: 'Ann' },
      { ...randomProfile(2), name: 'Ben' },
    ];
    store.save(ann);
    store.save(ben);
    store.save({ ...ann, stature: 1.6 });
    expect(store.names()).toEqual(['Ann', 'Ben']);
    expect(store.load('Ann')).toMatchObject({ ok: true, value: { stature: 1.6 } });
    store.remove('Ann');
    expect([store.load('Ann'), store.names()]).toEqual([null, ['Ben']]);
  });

  test('a damaged store is reported, not thrown', () => {
    const storage = memory();
    const store = createProfileStore(storage);
    store.save({ ...randomProfile(1), name: 'Ann' });
    storage.setItem('leib-profile:Ann', '{"half":');
    storage.setItem('leib-profiles', 'nonsense');
    expect(store.load('Ann')).toMatchObject({ ok: false });
    expect(store.names()).toEqual([]);
  });
});

describe('history', () => {
  const start = createProfileHistory(randomProfile(1));
  const proposal = {
    profile: randomProfile(2),
    what: 'left wrist',
    error: 0.0012,
    errorBefore: 0.004,
    confidence: 0.9,
    advice: 'Good: nothing to improve.',
  };

  test('a calibration shows its error and changes nothing until it is accepted; then it can be undone and redone', () => {
    const proposed = reduceProfile(start, { type: 'propose', proposal });
    expect(proposed.present).toBe(start.present);
    expect(describeProposal(proposal)).toBe('Left wrist: 1.2 mm, was 4.0 mm. Good: nothing to improve.');
    expect(reduceProfile(proposed, { type: 'reject' })).toEqual(start);
    const accepted = reduceProfile(proposed, { type: 'accept' });
    expect(accepted.present).toBe(proposal.profile);
    const undone = reduceProfile(accepted, { type: 'undo' });
    expect(undone.present).toBe(start.present);
    expect(reduceProfile(undone, { type: 'redo' }).present).toBe(proposal.profile);
  });

  test('an action without effect returns the same history', () => {
    for (const type of ['accept', 'reject', 'undo', 'redo'] as const)
      expect(reduceProfile(start, { type })).toBe(start);
  });

  test('a role chosen by hand is taken from the device that had it, and the old offset is discarded', () => {
    const [[first], [second, other]] = Object.entries(start.present.devices);
    const next = reduceProfile(start, { type: 'setRole', id: first, role: other.role }).present;
    expect(next.devices[first]).toEqual({ role: other.role, isChosen: true, offset: null, centre: null });
    expect(next.devices[second].role).toBeNull();
    expect(parseProfile(profileText(next)).ok).toBe(true);
  });

  test.each(seeds(10))('undoing everything leads back, whatever was done (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const actions: ProfileAction[] = Array.from({ length: 20 }, (_, i): ProfileAction => {
      const choice = Math.floor(random() * 4);
      if (choice === 0) return { type: 'rename', name: `n${i}` };
      if (choice === 1) return { type: 'setLockMode', lockMode: i % 2 ? 'both' : 'head' };
      if (choice === 2) return { type: 'setRole', id: `d${i % 3}`, role: i % 4 ? 'hips' : null };
      return { type: 'propose', proposal };
    });
    let history = actions.reduce(reduceProfile, start);
    const end = history.present;
    const steps = history.past.length;
    for (let i = 0; i < steps; i++) history = reduceProfile(history, { type: 'undo' });
    expect(history.present).toBe(start.present);
    for (let i = 0; i < steps; i++) history = reduceProfile(history, { type: 'redo' });
    expect(history.present).toBe(end);
  });
});
