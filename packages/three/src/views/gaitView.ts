import type { EmbodyState } from '@leib/embody';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  MeshBasicMaterial,
  type Object3D,
  SphereGeometry,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, hideInstance, instanceMatrices, writePoint, writeSegment } from './instanceMatrix.js';

type GaitState = EmbodyState['gait'];

type BodyState = EmbodyState['body'];

export interface GaitView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  /** Goals, ways and stand of the feet. */
  showSteps: boolean;
  /** Centre of mass, balance point, centre of pressure. */
  showBalance: boolean;
  update(body: BodyState, gait: GaitState): void;
  dispose(): void;
}

/** Where each foot has been: this many points, one a frame. */
const TRAIL = 90;
const sideColors = [new Color('#3b82f6'), new Color('#f97316')] as const;
const plantedColor = new Color('#4ade80');
const freeColor = new Color('#facc15');
const comColor = new Color('#f472b6');
const copColor = new Color('#e2e8f0');

/** Discs: stand, start and goal of each foot. Balls: mass, balance, pressure. */
const DISCS_PER_FOOT = 3;

/**
 * How a gait comes about: under each foot a disc (green where it stands), start and goal of its step with the line
 * between them, the way it went; and above, the centre of mass with its line down to the centre of pressure.
 */
export function createGaitView(): GaitView {
  const meshes = createMeshes();
  const { discs, balls, rods } = meshes;
  const trails = createTrails();
  const root = new Group();
  root.name = 'gait view';
  root.add(discs, balls, rods, trails.root);
  for (const child of root.children) child.renderOrder = 1000;

  const view: GaitView = {
    root,
    showSteps: true,
    showBalance: true,
    update(body, gait) {
      for (let side = 0; side < 2; side++) {
        if (view.showSteps) showFoot(meshes, side, body, gait);
        else hideFoot(meshes, side);
        trails.add(side, body.feet[side].ankleWorld);
      }
      trails.root.visible = view.showSteps;
      if (view.showBalance) showBalance(meshes, body, gait);
      else hideBalance(meshes);
      for (const mesh of [discs, balls, rods]) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
    },
    dispose() {
      disposeTree(root);
    },
  };
  return view;
}

type GaitMeshes = ReturnType<typeof createMeshes>;

function createMeshes() {
  const flat = new MeshBasicMaterial({ transparent: true, opacity: 0.8, depthTest: false });
  const rod = new CylinderGeometry(1, 1, 1, 8);
  rod.translate(0, 0.5, 0);
  return {
    discs: createInstances('feet', new CylinderGeometry(1, 1, 0.12, 24), flat, 2 * DISCS_PER_FOOT),
    balls: createInstances('balance', new SphereGeometry(1, 16, 12), flat.clone(), 3),
    rods: createInstances('ways', rod, flat.clone(), 3),
  };
}

// Scratch: every call writes it before reading it.
const ends = new Float64Array(6);

function showFoot({ discs, rods }: GaitMeshes, side: number, body: BodyState, gait: GaitState): void {
  const { isStepping, startWorld, goalWorld, placeWorld } = gait.steps[side];
  const at = side * DISCS_PER_FOOT;
  const matrices = instanceMatrices(discs);
  writePoint(matrices, at, placeWorld[0], placeWorld[1], placeWorld[2], 0.055);
  discs.setColorAt(at, body.feet[side].isPlanted ? plantedColor : freeColor);
  if (!isStepping) {
    hideInstance(matrices, at + 1);
    hideInstance(matrices, at + 2);
    hideInstance(instanceMatrices(rods), side);
    return;
  }
  writePoint(matrices, at + 1, startWorld[0], startWorld[1], startWorld[2], 0.03);
  writePoint(matrices, at + 2, goalWorld[0], goalWorld[1], goalWorld[2], 0.07);
  discs.setColorAt(at + 1, sideColors[side]);
  discs.setColorAt(at + 2, sideColors[side]);
  for (let k = 0; k < 3; k++) {
    ends[k] = startWorld[k];
    ends[3 + k] = goalWorld[k];
  }
  writeSegment(instanceMatrices(rods), side, ends, 0, 3, 0.004);
  rods.setColorAt(side, sideColors[side]);
}

function hideFoot({ discs, rods }: GaitMeshes, side: number): void {
  for (let i = 0; i < DISCS_PER_FOOT; i++) hideInstance(instanceMatrices(discs), side * DISCS_PER_FOOT + i);
  hideInstance(instanceMatrices(rods), side);
}

function showBalance({ balls, rods }: GaitMeshes, { feet, travel, floorY }: BodyState, gait: GaitState): void {
  const [left, right] = gait.steps;
  // Pressure is where the standing feet are; in the air between them.
  const share = feet[0].isPlanted === feet[1].isPlanted ? 0.5 : feet[0].isPlanted ? 0 : 1;
  for (let k = 0; k < 3; k++) {
    ends[k] = left.placeWorld[k] + (right.placeWorld[k] - left.placeWorld[k]) * share;
    ends[3 + k] = travel.comWorld[k];
  }
  const matrices = instanceMatrices(balls);
  writePoint(matrices, 0, ends[3], ends[4], ends[5], 0.035);
  writePoint(matrices, 1, ends[0], ends[1], ends[2], 0.028);
  writePoint(matrices, 2, gait.balanceWorld[0], floorY, gait.balanceWorld[2], 0.02);
  balls.setColorAt(0, comColor);
  balls.setColorAt(1, copColor);
  balls.setColorAt(2, comColor);
  writeSegment(instanceMatrices(rods), 2, ends, 0, 3, 0.004);
  rods.setColorAt(2, copColor);
}

function hideBalance({ balls, rods }: GaitMeshes): void {
  for (let i = 0; i < 3; i++) hideInstance(instanceMatrices(balls), i);
  hideInstance(instanceMatrices(rods), 2);
}

/** Lines through the last places of both ankles, which fade with time. */
function createTrails() {
  const positions = new Float32Array(2 * TRAIL * 2 * 3);
  const colors = new Float32Array(2 * TRAIL * 2 * 4);
  const geometry = new BufferGeometry();
  const position = new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage);
  const color = new BufferAttribute(colors, 4).setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', position);
  geometry.setAttribute('color', color);
  const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false });
  const root = new LineSegments(geometry, material);
  root.name = 'foot paths';
  root.frustumCulled = false;
  const last = new Float64Array(6).fill(Number.NaN);
  const next = [0, 0];
  return {
    root,
    add(side: number, ankleWorld: ArrayLike<number>): void {
      const segment = side * TRAIL + next[side];
      next[side] = (next[side] + 1) % TRAIL;
      for (let k = 0; k < 3; k++) {
        const before = last[side * 3 + k];
        positions[segment * 6 + k] = Number.isNaN(before) ? ankleWorld[k] : before;
        positions[segment * 6 + 3 + k] = ankleWorld[k];
        last[side * 3 + k] = ankleWorld[k];
      }
      const { r, g, b } = sideColors[side];
      for (let i = 0; i < TRAIL; i++) {
        const age = ((next[side] - 1 - i + 2 * TRAIL) % TRAIL) / TRAIL;
        for (let end = 0; end < 2; end++) {
          const at = ((side * TRAIL + i) * 2 + end) * 4;
          colors[at] = r;
          colors[at + 1] = g;
          colors[at + 2] = b;
          colors[at + 3] = 0.9 * (1 - age);
        }
      }
      position.needsUpdate = true;
      color.needsUpdate = true;
    },
  };
}
