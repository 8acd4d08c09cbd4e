import { Color, CylinderGeometry, Group, IcosahedronGeometry, MeshLambertMaterial, type Object3D } from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, hideInstance, instanceMatrices, writePoint, writeSegment } from './instanceMatrix.js';

export interface JointPoints {
  readonly count: number;
  /** Where the offset begins, on its rigid body, and where the joint is. Per joint two points, world. count x 6. */
  readonly ends: Float64Array;
  /** 1 where the body under the joint is guessed or lost. */
  readonly isGuessed: Uint8Array;
}

export interface JointPointsView {
  readonly root: Object3D;
  /** Index of the joint that is drawn larger; -1 for none. */
  marked: number;
  update(points: JointPoints): void;
  dispose(): void;
}

const MOST = 160;
const knownColor = new Color('#4ccbb5');
const guessedColor = new Color('#f5a524');
const markedColor = new Color('#ffffff');
const BALL = 0.024;

/** Joint positions as balls, each with a rod to the rigid body whose offset says where it is. */
export function createJointPointsView(): JointPointsView {
  const balls = createInstances('joints', new IcosahedronGeometry(1, 2), new MeshLambertMaterial(), MOST);
  const rods = createInstances(
    'offsets',
    new CylinderGeometry(1, 1, 1, 6).translate(0, 0.5, 0),
    new MeshLambertMaterial(),
    MOST,
  );
  balls.castShadow = true;
  const root = new Group();
  root.name = 'joint points view';
  root.add(balls, rods);
  const view: JointPointsView = {
    root,
    marked: -1,
    update({ count, ends, isGuessed }) {
      const [ballMatrices, rodMatrices] = [instanceMatrices(balls), instanceMatrices(rods)];
      for (let joint = 0; joint < MOST; joint++) {
        if (joint >= count) {
          hideInstance(ballMatrices, joint);
          hideInstance(rodMatrices, joint);
          continue;
        }
        const at = joint * 6;
        const size = joint === view.marked ? BALL * 1.5 : BALL;
        const color = isGuessed[joint] === 1 ? guessedColor : knownColor;
        writePoint(ballMatrices, joint, ends[at + 3], ends[at + 4], ends[at + 5], size);
        writeSegment(rodMatrices, joint, ends, at, at + 3, 0.004);
        balls.setColorAt(joint, joint === view.marked ? markedColor : color);
        rods.setColorAt(joint, color);
      }
      for (const mesh of [balls, rods]) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
    },
    dispose: () => disposeTree(root),
  };
  return view;
}
