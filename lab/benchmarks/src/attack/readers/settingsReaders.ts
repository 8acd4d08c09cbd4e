import {
  parseBodyDistances,
  parseNamedVertices,
  readBetasJson,
  readPeople,
  readSmpl,
  writeBetasJson,
} from '@leib/body';
import { createBodyProfile, parseProfile, profileFile } from '@leib/calibration';
import { parseJson, requireDecoded } from '@leib/core';
import { defaultEmbodySettings, parseEmbodySettings } from '@leib/embody';
import {
  defaultDhSkeleton,
  dhSkeletonText,
  parseBodyMap,
  parseCombination,
  parseDhSkeleton,
  parseMarkerMap,
  parseOffsets,
  parseRigPoints,
} from '@leib/mocap';
import { defaultWalls, parseWalls } from '@leib/net';
import { parseTake } from '@leib/puppet';
import { defaultRemoteBodySettings, parseRemoteBodySettings } from '@leib/reembody';
import { parseRobotBones } from '@leib/reembody/robot';
import { decodeStageDoc } from '@leib/stage';
import { buildPlan, decodeProtocol } from '@leib/study';
import { parseEvalManifest } from '../../../../../apps/cli/dist/evalFolder.js';
import type { ReaderUnderTest } from '../../../../../packages/core/dist/check/testing.js';
import { textFile } from './motionReaders.js';
import { smallNpz, smallPickle } from './smplFiles.js';

/** Readers of tables, settings and body models. */
export async function settingsReaders(): Promise<ReaderUnderTest[]> {
  const vertices = '# vertexCount = 6890\nHeadTop = 412, HeelLeft = 3466\nCrotch = 1210\n';
  return [
    { name: 'SMPL npz', files: [{ bytes: await smallNpz(), kinds: ['bytes'] }], read: (bytes) => readSmpl(bytes) },
    { name: 'SMPL pkl', files: [{ bytes: smallPickle(), kinds: ['bytes'] }], read: (bytes) => readSmpl(bytes) },
    {
      name: 'people CSV',
      files: [textFile('id,sex,stature_cm,weight_kg,waist_cm\na,f,170,60,70\n"b ""2""",m,180,80,\nc,n,165.5,,\n')],
      read: (bytes) => readPeople(textOf(bytes), ['stature', 'weight', 'waist']),
    },
    {
      name: 'vertices',
      files: [textFile(vertices)],
      read: (bytes) => parseBodyDistances('HeadTop, HeelLeft, height', [parseNamedVertices(textOf(bytes))]),
    },
    ...jsonReaders(),
  ];
}

const smallStudy = {
  ...{ format: 'leib-study/1', id: 'a', title: 'a', participants: 2, languages: ['en'], ethics: { text: 'a' } },
  consent: { text: 'a', points: ['b'] },
  flow: [
    {
      ...{ kind: 'block', id: 'b', order: 'latin', repeat: 2 },
      conditions: [{ id: 'c', set: { task: { size: 1 } } }, { id: 'd' }],
      flow: [{ kind: 'task', id: 't', task: 'explore', seconds: 1 }],
    },
  ],
};

function readStudy(text: string): unknown {
  const decoded = decodeProtocol(text);
  return decoded.ok ? [0, 1, 2].map((number) => buildPlan(decoded.value, { number })) : decoded;
}

/** All that is one JSON document, or lines of it. */
function jsonReaders(): ReaderUnderTest[] {
  const json = (name: string, value: unknown, read: (text: string) => unknown): ReaderUnderTest => ({
    name,
    files: [textFile(typeof value === 'string' ? value : JSON.stringify(value), 'json', 'json', 'text')],
    read: (bytes) => read(textOf(bytes)),
  });
  const betas = { name: 'a', sex: 'female' as const, betas: [0.1, -0.5, 2] };
  return [
    json('betas', writeBetasJson(betas, ['x', 'y', 'z']), readBetasJson),
    json('profile', profileFile(createBodyProfile('ann')).text, parseProfile),
    json('embody settings', defaultEmbodySettings, (text) => parseEmbodySettings(requireDecoded(parseJson(text)))),
    json('remote body settings', defaultRemoteBodySettings, (text) =>
      parseRemoteBodySettings(requireDecoded(parseJson(text))),
    ),
    json('clip list', { clips: [{ file: 'a.bvh', clip: 'a', category: 'walk', subject: '1' }] }, parseEvalManifest),
    json('walls', defaultWalls, parseWalls),
    json(
      'stage',
      { format: 'leib-stage/1', actors: { me: { kind: 'person', settings: { arms: 1 } } }, things: [] },
      decodeStageDoc,
    ),
    json('study', smallStudy, readStudy),
    json(
      'robot bones',
      { format: 'leib-robot-bones/1', bones: { left_knee: 'leftLowerLeg', hat: null } },
      parseRobotBones,
    ),
    json(
      'markers',
      { format: 'leib-markers/1', markers: { LFHD: { bone: 'head', at: [0, 0.1, 0.1] }, X: null } },
      parseMarkerMap,
    ),
    json('tracked bodies', { format: 'leib-bodies/1', bodies: { 0: 'head', 1: 'back' } }, parseBodyMap),
    json(
      'rig points',
      {
        format: 'leib-rig-points/1',
        unit: 'm',
        mirror: true,
        points: { hips: [0, 1, 0], leftUpperArm: [0.2, 1.4, 0] },
      },
      parseRigPoints,
    ),
    json(
      'offsets',
      {
        format: 'leib-offsets/1',
        bodies: {
          back: {
            restRotation: [0, 0, 0, 1],
            joints: { leftShoulder: [0.1, 0.2, 0], rightShoulder: [-0.1, 0.2, 0] },
            noise: { position: 0.001, rotation: 0.01 },
          },
        },
      },
      parseOffsets,
    ),
    json(
      'combination',
      {
        format: 'leib-combination/1',
        hz: 60,
        takes: { a: { file: 'a.bvh' }, b: { file: 'b.bvh' } },
        groups: { arm: ['leftUpperArm'] },
        pieces: [{ take: 'a', from: 0, to: 2 }],
        layers: [{ take: 'b', groups: ['arm'], at: 1 }],
      },
      parseCombination,
    ),
    json('DH skeleton', dhSkeletonText(defaultDhSkeleton), parseDhSkeleton),
    {
      name: 'puppet take',
      files: [
        textFile(
          '{"format":"leib-puppet-take/1","name":"t","hz":60,"parts":["a"],"spreadParts":[],"handCount":1}\n' +
            '{"joints":[0,0,0,0,0,0,1,0,0,0,0,0,0,1],"spreads":[],"hands":[[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]]}\n'.repeat(
              3,
            ),
          'json lines',
          'text',
        ),
      ],
      read: (bytes) => parseTake(textOf(bytes)),
    },
  ];
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
