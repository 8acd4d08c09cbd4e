import type { PuppetPart } from '@leib/puppet';
import { BufferGeometry, Float32BufferAttribute } from 'three';

type Superellipsoid = Extract<PuppetPart['shape'], { kind: 'bone' }>['influence'];

const AROUND = 28;
const ALONG = 16;

/** The surface r = 1 of a superellipsoid around its centre, in its own frame. */
export function superellipsoidGeometry({ reach, e, n }: Superellipsoid): BufferGeometry {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= ALONG; i++) {
    const up = (i / ALONG - 0.5) * Math.PI;
    for (let j = 0; j <= AROUND; j++) {
      const around = (j / AROUND) * 2 * Math.PI;
      const across = power(Math.cos(up), n);
      const x = across * power(Math.cos(around), e);
      const y = across * power(Math.sin(around), e);
      const z = power(Math.sin(up), n);
      positions.push(
        x * (x > 0 ? reach.right : reach.left),
        y * (y > 0 ? reach.up : reach.down),
        z * (z > 0 ? reach.front : reach.back),
      );
      if (i === ALONG || j === AROUND) continue;
      const at = i * (AROUND + 1) + j;
      indices.push(at, at + 1, at + AROUND + 1, at + 1, at + AROUND + 2, at + AROUND + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}

function power(value: number, exponent: number): number {
  return Math.sign(value) * Math.abs(value) ** exponent;
}
