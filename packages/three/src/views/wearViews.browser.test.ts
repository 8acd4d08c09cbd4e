import { createVec3, vec3 } from '@leib/core';
import { quality } from '@leib/tracking';
import { type InstancedMesh, Matrix4, type Mesh, type Object3D, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createProbeGridView } from './probeGridView.js';
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

describe('probe grid view', () => {
  test('the probe that travels least is the brightest, and it is the one nearest to the joint', () => {
    const view = createProbeGridView();
    const centreLocal = createVec3(0.0667, 0, 0);
    // The tracker turns about a point 6.67 cm along its own X, which is a probe's place.
    for (let i = 0; i < 120; i++) {
      const yaw = 0.5 * Math.sin(i / 9);
      const [s, c] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
      const place = vec3.transformQuat(createVec3(), [-0.0667, 0, 0], [0, s, 0, c]);
      view.update(Float64Array.of(place[0], 1 + place[1], place[2], 0, s, 0, c), {
        centreLocal,
        axisLocal: [0, 1, 0],
        spreadAlong: 0.02,
        spreadAcross: 0.001,
        isHinge: true,
      });
    }
    let brightest = 0;
    for (let i = 0; i < 343; i++) {
      const [size, most] = [i, brightest].map((at) => matrixAt(view.root, 'probes', at).getMaxScaleOnAxis());
      if (size > most) brightest = i;
    }
    const at = new Vector3().setFromMatrixPosition(matrixAt(view.root, 'probes', brightest));
    expect(Math.hypot(at.x, at.z)).toBeLessThan(0.002);
    const ball = new Vector3().setFromMatrixPosition(matrixAt(view.root, 'found centre', 0));
    expect(ball.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-6);
    const spread = view.root.getObjectByName('spread') as Mesh;
    expect(spread.scale.y).toBeGreaterThan(spread.scale.x);
    expect(view.root.getObjectByName('hinge axis')?.visible).toBe(true);
    view.update(Float64Array.of(0, 1, 0, 0, 0, 0, 1), null);
    expect(spread.visible).toBe(false);
    view.dispose();
  });
});
