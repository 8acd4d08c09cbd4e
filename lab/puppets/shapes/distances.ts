import { clamp } from '@leib/core';

/** How far a point lies outside a solid (negative: inside), metres; near the surface the gradient has length 1. */
export type Distance = (x: number, y: number, z: number) => number;

export type Point = readonly [number, number, number];

export function sphere([cx, cy, cz]: Point, radius: number): Distance {
  return (x, y, z) => length(x - cx, y - cy, z - cz) - radius;
}

/** After Quilez, "Ellipsoid - distance bound": exact on the surface, a little off away from it. */
export function ellipsoid([cx, cy, cz]: Point, [rx, ry, rz]: Point): Distance {
  return (x, y, z) => {
    const px = (x - cx) / rx;
    const py = (y - cy) / ry;
    const pz = (z - cz) / rz;
    const k0 = length(px, py, pz);
    const k1 = length(px / rx, py / ry, pz / rz);
    return k1 < 1e-9 ? -Math.min(rx, ry, rz) : (k0 * (k0 - 1)) / k1;
  };
}

/** A limb from a to b whose radius goes evenly from one to the other. */
export function limb(a: Point, b: Point, radiusA: number, radiusB: number): Distance {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const lengthSq = dx * dx + dy * dy + dz * dz;
  return (x, y, z) => {
    const px = x - a[0];
    const py = y - a[1];
    const pz = z - a[2];
    const along = clamp((px * dx + py * dy + pz * dz) / lengthSq, 0, 1);
    const away = length(px - dx * along, py - dy * along, pz - dz * along);
    return away - radiusA - (radiusB - radiusA) * along;
  };
}

/** A ring about the y axis through its centre. */
export function ring([cx, cy, cz]: Point, radius: number, thickness: number): Distance {
  return (x, y, z) => length(length(x - cx, 0, z - cz) - radius, y - cy, 0) - thickness;
}

/** Flat across `halfHeight` about the surface y = height(x), where `within` is negative: a mouth. */
export function gap(height: (x: number) => number, halfHeight: number, within: Distance): Distance {
  return (x, y, z) => smoothMax(Math.abs(y - height(x)) - halfHeight, within(x, y, z), halfHeight);
}

/** Cut off smoothly where y is below a height: a foot to stand on. */
export function above(height: number, roundness: number, solid: Distance): Distance {
  return (x, y, z) => smoothMax(solid(x, y, z), height - y, roundness);
}

/** Solids grown together; `roundness` is the size of the fillet, metres. */
export function join(roundness: number, ...solids: Distance[]): Distance {
  return (x, y, z) => {
    let least = solids[0](x, y, z);
    for (let i = 1; i < solids.length; i++) least = -smoothMax(-least, -solids[i](x, y, z), roundness);
    return least;
  };
}

export function cut(roundness: number, solid: Distance, hole: Distance): Distance {
  return (x, y, z) => smoothMax(solid(x, y, z), -hole(x, y, z), roundness);
}

/** The same on both sides of the plane x = 0. */
export function mirrored(solid: Distance): Distance {
  return (x, y, z) => solid(Math.abs(x), y, z);
}

/** Polynomial smooth maximum (Quilez): differs from max by at most roundness / 4, and only where both are near. */
function smoothMax(a: number, b: number, roundness: number): number {
  const h = Math.max(0, roundness - Math.abs(a - b)) / roundness;
  return Math.max(a, b) + (h * h * roundness) / 4;
}

/** Math.hypot guards against overflow and is many times slower. */
function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
