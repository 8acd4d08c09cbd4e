import { quality } from '@leib/tracking';
import { type BufferGeometry, Color, CylinderGeometry, Group, MeshLambertMaterial, type Object3D } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { disposeTree } from '../disposeTree.js';
import { createInstances, instanceMatrices } from './createInstances.js';
import { hideInstance, writePose } from './instanceMatrix.js';
import { qualityColors } from './qualityColors.js';

/** A thing to draw as a tracker: a feed's device is one. */
export interface DrawnTracker {
  readonly id: string;
  /** World pose, 7 numbers. */
  readonly pose: Float64Array;
  /** One of `quality`. */
  readonly quality: number;
}

export interface TrackersView {
  readonly root: Object3D;
  /** Id of the one that is drawn larger and in its own colour; null for none. */
  marked: string | null;
  update(trackers: readonly DrawnTracker[]): void;
  dispose(): void;
}

const MOST = 24;
const bodyColor = new Color('#8e99a8');
const markedColor = new Color('#ffb454');

/**
 * Loose trackers as small pucks where they are, +Y out of the lid, with a lamp in the colour of their quality. A lost one
 * stays where it was seen last.
 */
export function createTrackersView(): TrackersView {
  const pucks = createInstances('tracker pucks', createPuckGeometry(), new MeshLambertMaterial(), MOST);
  const lamps = createInstances(
    'tracker lamps',
    new CylinderGeometry(0.008, 0.008, 0.006, 16).translate(0, 0.017, 0.012),
    new MeshLambertMaterial({ emissive: '#222222' }),
    MOST,
  );
  pucks.castShadow = true;
  const root = new Group();
  root.name = 'trackers view';
  root.add(pucks, lamps);
  const view: TrackersView = {
    root,
    marked: null,
    update(trackers) {
      const [puckMatrices, lampMatrices] = [instanceMatrices(pucks), instanceMatrices(lamps)];
      for (let i = 0; i < MOST; i++) {
        if (i >= trackers.length) {
          hideInstance(puckMatrices, i);
          hideInstance(lampMatrices, i);
          continue;
        }
        const { id, pose, quality: grade } = trackers[i];
        const isMarked = id === view.marked;
        const size = isMarked ? 1.25 : grade === quality.lost ? 0.8 : 1;
        writePose(puckMatrices, i, pose, 0, size);
        writePose(lampMatrices, i, pose, 0, size);
        pucks.setColorAt(i, isMarked ? markedColor : bodyColor);
        lamps.setColorAt(i, qualityColors[grade]);
      }
      for (const mesh of [pucks, lamps]) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
    },
    dispose: () => disposeTree(root),
  };
  return view;
}

/** A flat round thing of 7 cm with a foot to strap it on by. */
function createPuckGeometry(): BufferGeometry {
  const parts = [
    new CylinderGeometry(0.031, 0.035, 0.018, 32).translate(0, 0.005, 0),
    new CylinderGeometry(0.022, 0.031, 0.006, 32).translate(0, 0.017, 0),
    new CylinderGeometry(0.016, 0.016, 0.008, 24).translate(0, -0.008, 0),
  ];
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}
