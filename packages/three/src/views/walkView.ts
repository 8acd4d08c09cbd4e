import { createQuat, createVec3, jointOfBone, vec3, yawOf } from '@leib/core';
import type { createPlayerState, defaultPlayerSettings, EmbodyModel, EmbodyState } from '@leib/embody';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import { Color, Group, type Object3D } from 'three';
import { disposeTree } from '../disposeTree.js';
import { createLineSketch, type LineSketch } from './armPlanesView.js';

type PlayerState = ReturnType<typeof createPlayerState>;

export interface WalkView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  /** The sphere that climbs, slides and falls with the person. */
  showSphere: boolean;
  /** Where the tracked space has been carried: TargetOffset. */
  showOffset: boolean;
  /** Where the body faces, where the head looks, and how far the head turns before the body goes along. */
  showHeading: boolean;
  /** The five heights ahead that a step's length is found from. */
  showProbes: boolean;
  /** How far hips and shoulders turn with the steps. */
  showSwing: boolean;
  update(model: EmbodyModel, state: EmbodyState, carried: CarriedPerson | null): void;
  dispose(): void;
}

/** The player that carries the person, and its settings. */
export interface CarriedPerson {
  readonly player: PlayerState;
  readonly settings: typeof defaultPlayerSettings;
}

const sphereColor = new Color('#38bdf8');
const offsetColor = new Color('#f472b6');
const bodyColor = new Color('#4ade80');
const headColor = new Color('#fbbf24');
const zoneColor = new Color('#22b8cf');
const probeColor = new Color('#fb7185');
const restColor = new Color('#94a3b8');

/** The thesis's drawings of getting about: sphere, offset, dead zone of turning, heights ahead, swing. */
export function createWalkView(): WalkView {
  const sketch = createLineSketch('walk lines', 700);
  const root = new Group();
  root.name = 'walk view';
  root.add(sketch.root);
  const view: WalkView = {
    root,
    showSphere: true,
    showOffset: true,
    showHeading: true,
    showProbes: true,
    showSwing: true,
    update(model, state, carried) {
      sketch.begin();
      if (carried && view.showSphere) drawSphere(sketch, carried);
      if (carried && view.showOffset) drawOffset(sketch, carried.player);
      if (view.showHeading) drawHeading(sketch, model, state);
      if (view.showProbes) drawProbes(sketch, state);
      if (view.showSwing) drawSwing(sketch, model, state);
      sketch.end();
    },
    dispose() {
      disposeTree(root);
    },
  };
  return view;
}

/** Three circles, and a cross at its lowest point. */
function drawSphere(sketch: LineSketch, { player, settings }: CarriedPerson): void {
  const [x, y, z] = player.footingWorld;
  const { sphereRadius: radius } = settings;
  const centre = [x, y + radius, z] as const;
  sketch.arc(centre, radius, 0, 2 * Math.PI, sphereColor);
  const LINES = 32;
  for (let i = 0; i < LINES; i++) {
    const [a, b] = [i, i + 1].map((step) => (2 * Math.PI * step) / LINES);
    const [sa, ca, sb, cb] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b)].map((each) => each * radius);
    sketch.line([x + sa, centre[1] + ca, z], [x + sb, centre[1] + cb, z], sphereColor);
    sketch.line([x, centre[1] + ca, z + sa], [x, centre[1] + cb, z + sb], sphereColor);
  }
  sketch.line([x - 0.05, y, z], [x + 0.05, y, z], sphereColor);
  sketch.line([x, y, z - 0.05], [x, y, z + 0.05], sphereColor);
}

/** From the start to where the tracked space is now, its height over the start, and an arrow along its heading. */
function drawOffset(sketch: LineSketch, { offsetWorld: [x, y, z], offsetYaw, bob }: PlayerState): void {
  const at = [x, y + bob, z] as const;
  sketch.line([0, 0, 0], [x, 0, z], offsetColor);
  sketch.line([x, 0, z], at, offsetColor);
  const along = (yaw: number, length: number) =>
    [x + length * Math.sin(offsetYaw + yaw), at[1], z + length * Math.cos(offsetYaw + yaw)] as const;
  sketch.arc(at, 0.15, 0, 2 * Math.PI, offsetColor);
  sketch.line(at, along(0, 0.3), offsetColor);
  sketch.line(along(0, 0.3), along(0.25, 0.22), offsetColor);
  sketch.line(along(0, 0.3), along(-0.25, 0.22), offsetColor);
}

/** Radius of the dead zone on the floor, metres. */
const ZONE = 0.5;

function drawHeading(sketch: LineSketch, model: EmbodyModel, { body }: EmbodyState): void {
  const { heading, yawDeadZone } = model.settings.trunk;
  const { yaw } = body.heading;
  const hips = jointOfBone(model.skeleton, 'hips') * 3;
  const [x, , z] = body.pose.worldPositions.subarray(hips, hips + 3);
  const centre = [x, body.floorY + 0.01, z] as const;
  const along = (angle: number, length: number) =>
    [x + length * Math.sin(angle), centre[1], z + length * Math.cos(angle)] as const;
  sketch.line(centre, along(yaw, ZONE), bodyColor);
  const at = pointNumber.head * POSE_SIZE + 3;
  const [qx, qy, qz, qw] = body.targets.frame.jointPoses.subarray(at, at + 4);
  sketch.line(centre, along(yawOf(createQuat(qx, qy, qz, qw)), ZONE), headColor);
  if (heading !== 'deadZone') return;
  sketch.arc(centre, ZONE, yaw - yawDeadZone, yaw + yawDeadZone, zoneColor);
  sketch.line(centre, along(yaw - yawDeadZone, ZONE), zoneColor);
  sketch.line(centre, along(yaw + yawDeadZone, ZONE), zoneColor);
}

/** Height from which the ground is looked for, above it, metres. */
const LOOKED_FROM = 0.3;

function drawProbes(sketch: LineSketch, { gait }: EmbodyState): void {
  for (let i = 0; i < gait.probeCount; i++) {
    const [x, y, z] = gait.probesWorld.subarray(i * 3, i * 3 + 3);
    sketch.line([x, y + LOOKED_FROM, z], [x, y, z], probeColor);
    sketch.arc([x, y + 0.005, z], 0.03, 0, 2 * Math.PI, probeColor);
  }
}

/** Half the width of the drawn bars, metres, and how much larger than life a swing is drawn. */
const BAR = 0.3;
const EXAGGERATED = 3;

function drawSwing(sketch: LineSketch, { skeleton }: EmbodyModel, { body }: EmbodyState): void {
  const { hipYaw, shoulderYaw } = body.swing;
  for (const [bone, turn] of [
    ['hips', hipYaw],
    ['neck', shoulderYaw],
  ] as const) {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) continue;
    const [x, y, z] = body.pose.worldPositions.subarray(joint * 3, joint * 3 + 3);
    const bar = (yaw: number, color: Color) => {
      const across = vec3.scale(createVec3(), [Math.cos(yaw), 0, -Math.sin(yaw)], BAR);
      sketch.line([x - across[0], y, z - across[2]], [x + across[0], y, z + across[2]], color);
    };
    bar(body.heading.yaw, restColor);
    bar(body.heading.yaw + EXAGGERATED * turn, bone === 'hips' ? bodyColor : headColor);
  }
}
