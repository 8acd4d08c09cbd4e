/** The inside of a surface as cells, and ways that stay inside (`@leib/formats/volume`). */

export { buildCellSteps, isOpenStep } from './volume/cellSteps.js';
export { type CellWays, cellsWithin, waysFrom } from './volume/cellWays.js';
export { type CellLabels, labelCells } from './volume/labelCells.js';
export { distanceToLine } from './volume/lineDistance.js';
export { waysFromLine } from './volume/lineWays.js';
export { createMinHeap, popHeap, pushHeap } from './volume/minHeap.js';
export { buildSolidGrid, cellAt, cellCentre, isInsideGrid, nearestInside, type SolidGrid } from './volume/solidGrid.js';
export type { Surface } from './volume/surface.js';
