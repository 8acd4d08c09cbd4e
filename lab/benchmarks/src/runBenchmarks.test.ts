import { beforeAll, describe, expect, test } from 'vitest';
import { tinyOptions } from './benchmarkOptions.js';
import { createForwardKinematics } from './forwardKinematics.js';
import { type BenchReport, formatReport } from './report.js';
import { runBenchmarksWith } from './runBenchmarks.js';

let report: BenchReport;
const progress: string[] = [];
beforeAll(async () => {
  report = await runBenchmarksWith(tinyOptions, undefined, (name) => progress.push(name));
});

const resultOf = (name: string) => {
  const result = report.results.find((each) => each.name === name);
  if (result === undefined) throw new Error(`no result "${name}"`);
  return result;
};

describe('the report', () => {
  test('has one result per problem and contender of ours, beside all peers', () => {
    expect(report.results.map(({ name }) => name)).toEqual([
      'forward-kinematics/55-joints',
      'arm/fabrik',
      'arm/ccd',
      'arm/dls',
      'arm/two-bone',
      'chain/fabrik',
      'chain/ccd',
      'chain/dls',
      'embody/body',
      'embody/body-with-prior',
      'embody/crowd-of-400',
      'joint-centre/300-frames',
      'reembody/22-parts',
      'reembody/52-parts',
      'reembody/50-bodies',
      'mocap/dh',
      'mocap/refined',
      'mocap/transfer-contacts',
      'mocap/transfer-angles',
      'puppet/ccd-chain',
      'puppet/ccd-arm',
    ]);
    expect(Object.keys(resultOf('arm/fabrik').peers)).toEqual([
      'three CCDIKSolver',
      'closed-chain-ik',
      'babylon BoneIKController',
      'three-ik',
    ]);
    expect(progress).toEqual([
      'forward-kinematics',
      'arm',
      'chain',
      'embody',
      'joint-centre',
      'reembody',
      'mocap/dh',
      'mocap/refined',
      'mocap/transfer',
      'puppet/ccd-chain',
    ]);
  });

  test('survives JSON, and every number is a number', () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    for (const { ours, unit, peers, bytesPerCall, ratio } of report.results) {
      expect(unit).toBe('us');
      expect(ours).toBeGreaterThan(0);
      expect(bytesPerCall).not.toBeNull();
      for (const [peer, value] of Object.entries(peers)) {
        expect(value).toBeGreaterThan(0);
        expect(ratio[peer]).toBeCloseTo(value / ours, 9);
      }
    }
  });

  test('reads as a table', () => {
    const lines = formatReport(report).split('\n');
    const peerCount = report.results.reduce((sum, { peers }) => sum + Object.keys(peers).length, 0);
    const factCount = report.results.filter(({ facts }) => facts !== undefined).length;
    expect(lines).toHaveLength(2 + report.results.length + peerCount + factCount);
    expect(lines.find((line) => line.startsWith('arm/fabrik'))).toContain('100.0 %');
  });

  test('a name that no benchmark has is an error that lists those there are', async () => {
    await expect(runBenchmarksWith(tinyOptions, 'legs')).rejects.toThrow(
      /^--only: expected .*forward-kinematics.*, got "legs"$/,
    );
  });
});

describe('what is measured', () => {
  test('every contender, theirs too, brings every target within a millimetre', () => {
    for (const { name, successRate, peerSuccessRate = {} } of report.results) {
      if (!['arm', 'chain', 'puppet/ccd'].some((problem) => name.startsWith(problem))) continue;
      expect({ name, successRate, ...peerSuccessRate }).toEqual({
        name,
        successRate: 1,
        ...Object.fromEntries(Object.keys(peerSuccessRate).map((peer) => [peer, 1])),
      });
    }
  });

  test('both bodies of the forward kinematics stand in the same pose', () => {
    expect(createForwardKinematics().largestDifference()).toBeLessThan(1e-12);
  });

  test('a joint’s centre in closed form is nearer than the probe grid’s', () => {
    const { facts = {} } = resultOf('joint-centre/300-frames');
    expect(facts['closed form, 1 mm, 0.3 degrees, mm']).toBeLessThan(0.35);
    expect(facts['probe grid, no noise, mm']).toBeLessThan(8.66);
  });
});
