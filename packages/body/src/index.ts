// The default body

// Comparing bodies
export type { BodySurface } from './bodySurface.js';
export { type BodyDistance, parseBodyDistances } from './compare/bodyDistances.js';
export { circumferenceAt } from './compare/circumferenceAt.js';
export {
  type BodyComparison,
  type BodyPair,
  type ComparedMeasure,
  type CompareOptions,
  compareBodies,
} from './compare/compareBodies.js';
export type { BodyToCompare, ComparedBody } from './compare/comparedBody.js';
export { bodiesCsv, comparisonText, pairsCsv } from './compare/comparisonTables.js';
export {
  type BodyArrangement,
  type BodyView,
  type DrawBodiesOptions,
  drawBodies,
} from './compare/draw/drawBodies.js';
// Files of people and bodies
export { heatColour, heatScale } from './compare/draw/heatColour.js';
export type { PixelImage } from './compare/draw/pixelImage.js';
export { type NamedVertices, parseNamedVertices } from './compare/namedVertices.js';
export { type PlaceOptions, placeBody, type UpAxis } from './compare/placeBody.js';
export { type SurfaceDistance, surfaceDistance } from './compare/surfaceDistance.js';
export { defaultStature } from './defaultBody.generated.js';
export { defaultEyeHeight, defaultJoints, defaultSkeleton, eyesInHead } from './defaultBody.js';
// From measures to a body
export { checkMeasures, type MeasureFinding } from './estimate/checkMeasures.js';
export { conditionalMeasures, type ExpectedMeasure } from './estimate/conditionalMeasures.js';
export { type BodyEstimator, buildBodyEstimator, type EstimatedBody, estimateBody } from './estimate/estimateBody.js';
export type { GivenMeasures } from './estimate/givenMeasures.js';
export { type MeasuredPerson, thesisPeople } from './estimate/thesisPeople.js';
export { type BodyBetas, looksLikeBetas, readBetasJson, writeBetasCsv, writeBetasJson } from './export/betasFile.js';
export { buildMannequin, type Mannequin, smoothMannequin } from './export/mannequin.js';
export { type Colour, defaultSuitColours, type SuitColours, suitColours } from './export/suitColours.js';
export { type BodyGlbOptions, writeBodyGlb } from './export/writeBodyGlb.js';
// Fitting meshes and scans
export { type AlignOptions, alignToScan } from './fit/alignToScan.js';
export { type FittedBody, fitBody } from './fit/fitBody.js';
export { type BodyFit, type FitResidual, type FitScanOptions, fitScan } from './fit/fitScan.js';
export { type FreeJoint, scanJoints } from './fit/fitSystem.js';
export { type FitTopologyOptions, fitTopology, hasTopologyOf } from './fit/fitTopology.js';
export { guessMeshUnit, type MeshUnit, meshUnits } from './fit/meshUnit.js';
// Measuring
export { type BodyLandmarks, defaultLandmarks } from './measure/bodyLandmarks.js';
export { convexHull, createHullScratch, type HullScratch, hullPerimeter } from './measure/convexHull.js';
export type { MeasureLine } from './measure/measureLine.js';
export { type MeasureMeshOptions, type MeshMeasures, measureMesh } from './measure/measureMesh.js';
export {
  MEASURE_COUNT,
  type MeasureDefinition,
  type MeasureKind,
  type MeasureName,
  measureDefinitions,
  measureIndex,
  measureNames,
  takeSizes,
} from './measure/measureNames.js';
export { buildMeasurePlan, type MeasurableTopology, type MeasurePlan } from './measure/measurePlan.js';
export { createMeasureScratch, type MeasureScratch, measureShape } from './measure/measureShape.js';
export { type SliceLoop, slicePlane } from './measure/slicePlane.js';
export { BODY_DENSITY, findSurfaceFaults, type SurfaceFaults, surfaceVolume } from './measure/surfaceVolume.js';
export { type Tape, tapeAround } from './measure/tapeAround.js';
export { placeAnchors, traceMeasures } from './measure/traceMeasures.js';
export { csvLine, csvRows } from './people/csvRows.js';
export {
  measureColumns,
  type PeopleFile,
  type Person,
  type RefusedPerson,
  readPeople,
} from './people/readPeople.js';
export { type FullyMeasured, writeMeasuresCsv } from './people/writeMeasures.js';
export { scaleJoints, scaleSkeleton } from './scaleSkeleton.js';
// The shape space
export type {
  BodyModel,
  BodySex,
  BodySpace,
  JointRegressor,
  MeasureStatistics,
  PcaView,
} from './shape/bodyModel.js';
export {
  BODY_SPACE_MAGIC,
  BODY_SPACE_PREFIX,
  BODY_SPACE_VERSION,
  type BodySpaceHeader,
  padToFour,
  type SexHeader,
  sectionNames,
} from './shape/bodySpaceFormat.js';
export { crc32 } from './shape/crc32.js';
export { loadBodySpace } from './shape/loadBodySpace.js';
export { createPosedBody, type PosedBody, poseShape, updateNormals } from './shape/poseShape.js';
export {
  betasOfPca,
  createShapedBody,
  pcaOfBetas,
  regressJoints,
  type ShapedBody,
  shapeBody,
} from './shape/shapeBody.js';
export { jointsOfShape, skeletonOfShape } from './shape/skeletonOfShape.js';
// The user's SMPL
export { bodyModelOfSmpl } from './smpl/bodyModelOfSmpl.js';
export { readSmpl, type SmplReadOptions } from './smpl/readSmpl.js';
export type { SmplKind, SmplModel } from './smpl/smplModel.js';
