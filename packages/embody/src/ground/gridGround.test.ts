import { createVec3, vec3 } from '@leib/core';
import { buildScan, decodeGroundGrid, museum, museumScan } from '@leib/formats/scan';
import { createJointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { createEmbodyState } from '../embodyState.js';
import { applyTargetOffset } from '../player/applyTargetOffset.js';
import { createPlayerState, defaultPlayerSettings } from '../player/playerState.js';
import { stepPlayer } from '../player/stepPlayer.js';
import { carryHeadTo, createLanding, findLanding } from '../player/teleport.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, standingFrame } from '../testing.js';
import { createGridGround } from './gridGround.js';
import { createGroundHit, flatGround, type Ground } from './ground.js';

const { stairs, galleryX, pedestal, halfX, halfY } = museum;
const top = stairs.rise * stairs.steps;
/** The scan has Z up, its ground Y up. */
const stairsZ = -(stairs.fromY + stairs.toY) / 2;
const hit = createGroundHit();
let ground: Ground;

beforeAll(async () => {
  const { files } = await buildScan('museum', museumScan(), { up: 'z', metresPerUnit: 1 });
  ground = createGridGround(decodeGroundGrid(files.get('ground.bin') as Uint8Array));
});

/** A person who only holds the stick, from a place on, towards +X or -X. */
function walk(fromX: number, fromZ: number, way: 1 | -1, seconds: number) {
  const model = buildEmbody(buildTestBody());
  const settings = { ...defaultPlayerSettings, walkSpeed: 0.8 };
  const player = createPlayerState();
  const state = createEmbodyState(model, ground);
  const room = standingFrame();
  const world = createJointFrame();
  room.leftController.stickY = 1;
  player.offsetYaw = (way * Math.PI) / 2;
  carryHeadTo(player, room, [fromX, 0, fromZ]);
  for (let i = 0; i < seconds * 60; i++) {
    stepPlayer(settings, player, room, ground, 1 / 60);
    vec3.copy(state.gait.stickVelocityWorld, player.stickVelocityWorld);
    applyTargetOffset(player, room, world);
    stepEmbody(model, state, world, 1 / 60);
  }
  return { player, state, world };
}

test('the floor, each tread and the gallery of a scan are where they were, within a centimetre', () => {
  for (let i = 0; i < stairs.steps; i++) {
    const x = stairs.fromX + (i + 0.5) * stairs.tread;
    expect(ground.query(x, stairsZ, 3, hit)).toBe(true);
    expect(Math.abs(hit.height - (i + 1) * stairs.rise)).toBeLessThan(0.01);
    expect(hit.normal[1]).toBeGreaterThan(0.97);
  }
  for (let k = 0; k < 200; k++) {
    const [x, z] = [-3.5 + 0.0137 * k, 2.5 - 0.02 * k];
    if (Math.hypot(x - pedestal.x, z + pedestal.y) < 0.6) continue;
    expect(ground.query(x, z, 0.5, hit)).toBe(true);
    expect(Math.abs(hit.height)).toBeLessThan(0.01);
  }
  expect(ground.query((galleryX + halfX) / 2, 0, 2, hit)).toBe(true);
  expect(Math.abs(hit.height - top)).toBeLessThan(0.01);
  expect(ground.query(halfX + 1, 0, 2, hit)).toBe(false);
});

describe('a person with a stick', () => {
  test('goes up scanned stairs, and the feet stand on treads', () => {
    const half = walk(-0.4, stairsZ, 1, 2.6);
    for (const { isStepping, placeWorld } of half.state.gait.steps) {
      if (isStepping) continue;
      const nearest = Math.round(placeWorld[1] / stairs.rise) * stairs.rise;
      expect(placeWorld[1]).toBeGreaterThan(0.1);
      expect(Math.abs(placeWorld[1] - nearest)).toBeLessThan(0.03);
    }
    const { player, state } = walk(-0.4, stairsZ, 1, 4.5);
    expect(player.footingWorld[1]).toBeCloseTo(top, 1);
    expect(player.footingWorld[0]).toBeGreaterThan(galleryX);
    for (const { placeWorld } of state.gait.steps) expect(Math.abs(placeWorld[1] - top)).toBeLessThan(0.03);
  });

  test('is stopped by a wall and by the pedestal', () => {
    const { player, world } = walk(-3, -2, -1, 4);
    const radius = defaultPlayerSettings.sphereRadius;
    expect(player.footingWorld[0]).toBeGreaterThan(-halfX + radius - 0.03);
    expect(player.footingWorld[0]).toBeLessThan(-halfX + radius + 0.1);
    expect(world.jointPoses[pointNumber.head * POSE_SIZE]).toBeGreaterThan(-halfX);
    const before = walk(-3.3, -pedestal.y, 1, 1.2);
    expect(before.player.footingWorld[0]).toBeLessThan(pedestal.x - pedestal.half - radius + 0.1);
  });
});

test('a throw lands on the scanned gallery, and does not go through a wall', () => {
  const landing = createLanding();
  expect(findLanding(ground, [1.4, 2.4, stairsZ], [2, 0.5, 0], 9.81, landing)).toBe(true);
  expect(landing.pointWorld[1]).toBeCloseTo(top, 1);
  // Behind the wall there is a floor, as the stage has one.
  const flat = flatGround(0);
  const endless: Ground = {
    query: (x, z, belowY, out) => ground.query(x, z, belowY, out) || flat.query(x, z, belowY, out),
    sphereContact: (sphere, out) => ground.sphereContact?.(sphere, out) ?? false,
  };
  expect(findLanding(endless, [-1, 1.5, 2], [0, 1, 5], 9.81, landing)).toBe(false);
  expect(landing.pointWorld[2]).toBeLessThan(halfY + 0.1);
});

test('a sphere beside nothing is free', () => {
  const sphere = { centre: createVec3(-1, 0.3, 1), radius: 0.3, stepY: 0.4 };
  expect(ground.sphereContact?.(sphere, { normal: createVec3(), depth: 0 })).toBe(false);
});
