import { normalsOf, type Surface, vertexCountOf } from './surface.ts';
import { findNeighbours, smoothRows } from './topology.ts';

/** Low-pass filter that keeps the volume: Taubin, "A signal processing approach to fair surface design", 1995. */
const SHRINK = 0.5;
const GROW = -0.53;

/** Smooths positions where `amount` (0..1) is not zero. */
export function smoothSurface(surface: Surface, steps: number, amount: (vertex: number) => number): void {
  const neighbours = neighboursOf(surface);
  let positions: Float64Array = Float64Array.from(surface.positions);
  for (let step = 0; step < steps; step++) {
    positions = smoothRows(positions, 3, neighbours, (vertex) => SHRINK * amount(vertex));
    positions = smoothRows(positions, 3, neighbours, (vertex) => GROW * amount(vertex));
  }
  for (let i = 0; i < positions.length; i++) surface.positions[i] = positions[i];
}

/** Plain smoothing, sweep after sweep over the moving vertices in place (Gauss-Seidel): bumps relax into a drumskin. */
export function relaxSurface(surface: Surface, sweeps: number, amount: (vertex: number) => number): void {
  const { start, list } = neighboursOf(surface);
  const { positions } = surface;
  const amounts = Array.from({ length: vertexCountOf(surface) }, (_, vertex) => amount(vertex));
  const moving = [...amounts.keys()].filter((vertex) => amounts[vertex] > 0 && start[vertex + 1] > start[vertex]);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const vertex of moving) {
      const count = start[vertex + 1] - start[vertex];
      for (let k = 0; k < 3; k++) {
        let mean = 0;
        for (let n = start[vertex]; n < start[vertex + 1]; n++) mean += positions[list[n] * 3 + k];
        positions[vertex * 3 + k] += amounts[vertex] * (mean / count - positions[vertex * 3 + k]);
      }
    }
  }
}

/** Bridges hollows as cloth does: vertices move only outwards, to where their neighbours are. */
export function bridgeHollows(surface: Surface, steps: number, amount: (vertex: number) => number): void {
  const neighbours = neighboursOf(surface);
  for (let step = 0; step < steps; step++) {
    const normals = normalsOf(surface);
    const smooth = smoothRows(Float64Array.from(surface.positions), 3, neighbours, (vertex) => 0.5 * amount(vertex));
    for (let at = 0; at < smooth.length; at += 3) {
      let outward = 0;
      for (let k = 0; k < 3; k++) outward += (smooth[at + k] - surface.positions[at + k]) * normals[at + k];
      if (outward > 0) for (let k = 0; k < 3; k++) surface.positions[at + k] += outward * normals[at + k];
    }
  }
}

function neighboursOf(surface: Surface) {
  const corners = surface.triangles.flatMap(({ vertices }) => vertices);
  return findNeighbours(vertexCountOf(surface), corners, 3);
}
