import { describe, expect, test } from 'vitest';
import { chainPuppet, freeJoint, hingeLimits, type TestPuppet } from './kinematics.testing.js';
import { readChain } from './measureChains.js';
import { angleBetween } from './partJoint.js';
import { applyImpulse } from './waves.js';

const wave = { speed: 10, kept: 0.8 };
const rest = [0, 0, 0, 1] as [number, number, number, number];

const turnOf = ({ pose }: TestPuppet, part: number) =>
  angleBetween(pose.localRotations.subarray(part * 4 + 4, part * 4 + 8), rest);

describe('an impulse', () => {
  test('reaches joint k after k / speed, kept^k as strong', () => {
    const puppet = chainPuppet(6, { wave });
    applyImpulse(puppet.model, puppet.state, 0, 1, [3, 0, 0]);
    const arrivals: number[] = [];
    const peaks = new Float64Array(6);
    for (let frame = 1; frame <= 4000; frame++) {
      puppet.step({}, 1 / 1000);
      for (let part = 0; part < 6; part++) {
        if (turnOf(puppet, part) > 0) arrivals[part] ??= frame / 1000;
        peaks[part] = Math.max(peaks[part], turnOf(puppet, part));
      }
    }
    for (let part = 0; part < 6; part++) {
      expect(arrivals[part] - part / wave.speed).toBeGreaterThanOrEqual(0);
      expect(arrivals[part] - part / wave.speed).toBeLessThan(0.0021);
      expect(peaks[part] / peaks[0]).toBeCloseTo(wave.kept ** part, 3);
      expect(turnOf(puppet, part)).toBe(0);
    }
    expect(puppet.state.chains[0].pulses).toHaveLength(0);
  });

  test('looks the same at 30, 60 and 144 Hz, and runs both ways', () => {
    const turns = [30, 60, 144].map((hz) => {
      const puppet = chainPuppet(5, { wave }, () => ({ ...freeJoint, spring: { frequency: 2, damping: 0.3 } }));
      applyImpulse(puppet.model, puppet.state, 0, 3, [0, 0, 4]);
      for (let frame = 0; frame < hz / 2; frame++) puppet.step({}, 1 / hz);
      return [0, 1, 2, 3, 4].map((part) => turnOf(puppet, part));
    });
    expect(Math.min(...turns[0])).toBeGreaterThan(1e-3);
    expect(turns[0][0]).toBeCloseTo(turns[0][4], 9);
    for (const others of turns) {
      for (let part = 0; part < 5; part++) expect(others[part]).toBeCloseTo(turns[0][part], 6);
    }
  });

  test('keeps to limits, and does nothing in a chain without a wave', () => {
    const limited = chainPuppet(3, { wave }, () => ({ ...freeJoint, limits: hingeLimits([1, 0, 0], -0.05, 0.05) }));
    applyImpulse(limited.model, limited.state, 0, 1, [15, 8, 3]);
    for (let frame = 0; frame < 60; frame++) {
      limited.step();
      for (let part = 0; part < 3; part++) expect(turnOf(limited, part)).toBeLessThan(0.05 + 1e-9);
    }
    const without = chainPuppet(3);
    applyImpulse(without.model, without.state, 0, 1, [5, 0, 0]);
    without.step();
    expect(turnOf(without, 0)).toBe(0);
  });

  test('is sent by a flick of the tip, which itself stays on its goal', () => {
    const puppet = chainPuppet(6, { wave: { speed: 20, kept: 0.9 } });
    let largest = 0;
    for (let frame = 0; frame < 40; frame++) {
      const x = frame < 10 ? 0 : Math.min(0.4, (frame - 10) * 0.08);
      puppet.step({ drags: [{ effector: 6, positionWorld: [x, 0.4, 0], rotationWorld: null }] });
      largest = Math.max(largest, ...puppet.state.waveTurns.map(Math.abs));
      if (frame > 30) expect(readChain(puppet.model, puppet.state, 0).positionError).toBeLessThan(2e-3);
    }
    expect(largest).toBeGreaterThan(0.02);
    const slow = chainPuppet(6, { wave });
    for (let frame = 0; frame < 120; frame++) {
      slow.step({
        drags: [{ effector: 6, positionWorld: [frame * 0.003, 0.5, 0], rotationWorld: null }],
        maxSpeed: 0.3,
      });
    }
    expect(Math.max(...slow.state.waveTurns.map(Math.abs))).toBe(0);
  });

  test('is sent when a quick drag is let go, the other way round than at its beginning; not after a slow one', () => {
    const pulsesAtEnd = (speed: number) => {
      const puppet = chainPuppet(6, { wave });
      const { pulses } = puppet.state.chains[0];
      for (let frame = 0; frame < 12; frame++) {
        puppet.step({ drags: [{ effector: 6, positionWorld: [frame * speed, 0.6, 0], rotationWorld: null }] });
      }
      pulses.length = 0;
      puppet.step();
      const sent = pulses.map(({ kickWorld }) => kickWorld[2]);
      for (let frame = 0; frame < 10; frame++) puppet.step();
      return { sent, turned: Math.max(...puppet.state.waveTurns.map(Math.abs)) };
    };
    const quick = pulsesAtEnd(0.03);
    expect(quick.sent).toHaveLength(1);
    // It came along +x and stops: the end swings on along +x, which is a turn about -z.
    expect(quick.sent[0]).toBeLessThan(-1);
    expect(quick.turned).toBeGreaterThan(0.01);
    expect(pulsesAtEnd(0.002)).toEqual({ sent: [], turned: 0 });
  });
});
