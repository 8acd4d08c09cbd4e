import { type PuppetMesh, puppetMeshOf } from '@leib/puppet';
import type { Surface } from './surfaceOf.ts';

export type Colour = readonly [number, number, number];

/** A surface and the colour of its points, sRGB 0..1: one for all, or by place (model space). */
export interface PaintedSurface {
  readonly surface: Surface;
  readonly colour: Colour | ((x: number, y: number, z: number) => Colour);
}

/** "#rrggbb" as sRGB 0..1. */
export function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function blend(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** All surfaces as the mesh of one puppet. */
export function paintedMesh(surfaces: readonly PaintedSurface[]): PuppetMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const colours: number[] = [];
  for (const { surface, colour } of surfaces) {
    const first = positions.length / 3;
    for (const index of surface.triangles) triangles.push(first + index);
    for (let at = 0; at < surface.positions.length; at += 3) {
      const [x, y, z] = [surface.positions[at], surface.positions[at + 1], surface.positions[at + 2]];
      positions.push(x, y, z);
      colours.push(...(typeof colour === 'function' ? colour(x, y, z) : colour));
    }
  }
  return puppetMeshOf(Float64Array.from(positions), Uint32Array.from(triangles), Float32Array.from(colours));
}

/** The other side of the plane x = 0, with its triangles turned round. */
export function mirrorSurface({ positions, triangles }: Surface): Surface {
  return {
    positions: positions.map((value, i) => (i % 3 === 0 ? -value : value)),
    triangles: triangles.map((_, i) => triangles[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]),
  };
}
