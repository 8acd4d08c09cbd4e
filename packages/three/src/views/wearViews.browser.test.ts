import { quality } from '@leib/tracking';
import { type InstancedMesh, Matrix4, type Mesh, type Object3D, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createJointCentreView } from './jointCentreView.js';
import { createTrackersView } from './trackersView.js';

function matrixAt(root: Object3D, name: string, i: number): Matrix4 {
  return new Matrix4().fromArray((root.getObjectByName(name) as InstancedMesh).instanceMatrix.array, i * 16);
}

describe('trackers view', () => {
  test('a puck for each tracker, where it is and as it is turned; the marked one is larger', () => {
    const view = createTrackersView();
    const quarter = Math.SQRT1_2;
    view.marked = 'b';
    view.update([
      { id: 'a', pose: Float64Array.of(1, 2, 3, 0, 0, 0, 1), quality: quality.tracked },
      { id: 'b', pose: Float64Array.of(0, 1, 0, 0, 0, quarter, quarter), quality: quality.lost },
    ]);
    const [a, b, none] = [0, 1, 2].map((i) => matrixAt(view.root, 'tracker pucks', i));
    expect(new Vector3().setFromMatrixPosition(a).toArray()).toEqual([1, 2, 3]);
    // Its lid looks along +Y; a quarter turn about +Z takes that to -X.
    const lid = new Vector3(0, 1, 0).transformDirection(b);
    expect(lid.distanceTo(new Vector3(-1, 0, 0))).toBeLessThan(1e-6);
    expect(b.getMaxScaleOnAxis()).toBeGreaterThan(a.getMaxScaleOnAxis());
    expect(none.determinant()).toBe(0);
    view.update([]);
    expect(matrixAt(view.root, 'tracker pucks', 0).determinant()).toBe(0);
    view.dispose();
  });
});

describe('joint centre view', () => {
  test('the centre moves with the tracker, inside of what it may be off by; it goes when none is known', () => {
    const view = createJointCentreView();
    const turned = Float64Array.of(0, 1, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2);
    const centre = {
      centreLocal: [0.05, 0, 0],
      axisLocal: [0, 1, 0],
      spreadAlong: 0.02,
      spreadAcross: 0.001,
      isHinge: true,
    };
    view.update(turned, centre);
    const ball = new Vector3().setFromMatrixPosition(matrixAt(view.root, 'found centre', 0));
    // A quarter turn about +Z takes the tracker's +X to +Y.
    expect(ball.distanceTo(new Vector3(0, 1.05, 0))).toBeLessThan(1e-6);
    const spread = view.root.getObjectByName('spread') as Mesh;
    expect(spread.scale.y).toBeGreaterThan(spread.scale.x);
    expect(view.root.getObjectByName('hinge axis')?.visible).toBe(true);
    view.update(turned, null);
    expect(spread.visible).toBe(false);
    expect(matrixAt(view.root, 'found centre', 0).determinant()).toBe(0);
    view.dispose();
  });
});
