// Points of files of any size: PLY, LAS, LAZ, E57

// A scan as a folder: tiles of points (3D Tiles 1.1), ground to walk on, what it is
export { type BuiltScan, buildScan, MOST_POINTS_IN_MEMORY } from './scan/buildScan.js';
// Ground of a scan
export {
  createColumnIndex,
  decodeGroundGrid,
  encodeGroundGrid,
  findStart,
  type GroundGrid,
} from './scan/groundGrid.js';
// A scan for who has none
export { museum, museumScan } from './scan/museumScan.js';
export { openPoints } from './scan/openPoints.js';
export { createPointBatch, type PointBatch, type PointFile } from './scan/pointBatch.js';
// Parts of its making, for points that do not fit into memory
export {
  createCellPicker,
  type TreeTile,
  withChildren,
  writeLeaf,
  writePointTree,
  writeTile,
} from './scan/pointTree.js';
export { type RangeSource, rangeSourceOf } from './scan/rangeSource.js';
export type { LazChunks } from './scan/readLazPoints.js';
// Gaussian splats: what a file announces, checked
export {
  isSplatPly,
  readSplatsAbout,
  type SplatsAbout,
  type SplatUp,
  splatEndings,
  splatUps,
} from './scan/readSplats.js';
export {
  decodeScanAbout,
  layOutScan,
  type ScanAbout,
  type ScanLayout,
  scanFiles,
  writeScanFolder,
} from './scan/scanFolder.js';
export { POINT_INTS, SCAN_STEP, type ScanAxes, ScanIntake } from './scan/scanIntake.js';
export { CELL_BITS, childCube, spacingOf, type TreeCube, type TreeWork } from './scan/treeCube.js';
