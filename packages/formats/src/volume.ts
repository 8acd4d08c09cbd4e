/** The inside of a surface as cells, and ways that stay inside (`@leib/formats/volume`). */

export { buildCellSteps, distanceToLine, isOpenStep } from './volume/cellSteps.js';
export { createMinHeap, labelCells, popHeap, pushHeap } from './volume/labelCells.js';
export { cellsWithin, waysFrom, waysFromLine } from './volume/lineWays.js';
export type { Surface } from './volume/solidGrid.js';
export { buildSolidGrid, cellAt, cellCentre, isInsideGrid, nearestInside, type SolidGrid } from './volume/solidGrid.js';
