// The default body: the skeleton of leib-neutral.vrm, at its own stature or scaled to another.
export { defaultEyeHeight, defaultSkeleton, eyesInHead } from './defaultBody.js';
export { defaultStature } from './defaultBody.generated.js';
export { scaleSkeleton } from './scaleSkeleton.js';

// The shape space: load leib-bodies.bin, shape a body by betas, pose it.
export { loadBodySpace } from './shape/loadBodySpace.js';
export type { BodyModel, BodySex, BodySpace } from './shape/bodyModel.js';
export {
  betasOfPca,
  createShapedBody,
  pcaOfBetas,
  regressJoints,
  type ShapedBody,
  shapeBody,
} from './shape/shapeBody.js';
export { skeletonOfShape } from './shape/skeletonOfShape.js';
export { createPosedBody, poseShape, updateNormals } from './shape/poseShape.js';

// From measures to a body: check what was measured, estimate the body, expected values of the other measures.
export type { GivenMeasures } from './estimate/givenMeasures.js';
export { checkMeasures } from './estimate/checkMeasures.js';
export { type BodyEstimator, buildBodyEstimator } from './estimate/bodyEstimator.js';
export { type EstimatedBody, estimateBody } from './estimate/estimateBody.js';
export { buildMeshEstimator, measureAsMesh } from './estimate/meshEstimator.js';
export { estimateTPose, type TPoseLengths } from './estimate/estimateTPose.js';
export { conditionalMeasures, type ExpectedMeasure } from './estimate/conditionalMeasures.js';
export { thesisPeople } from './estimate/thesisPeople.js';

// Words: a body rated by words gives betas, and betas give ratings.
export { bodyWords } from './words/bodyWords.js';
export { STRONGEST_RATING, type WordRatings } from './words/wordRatings.js';
export { betasOfWords, ratingsOfBetas } from './words/betasOfWords.js';

// Measuring: names and definitions, bodies of our topology at their landmarks, any other mesh.
export {
  MEASURE_COUNT,
  type MeasureName,
  measureDefinitions,
  measureIndex,
  measureNames,
  takeSizes,
} from './measure/measureNames.js';
export { defaultLandmarks } from './measure/bodyLandmarks.js';
export { buildMeasurePlan, type MeasurePlan } from './measure/measurePlan.js';
export { createMeasureScratch, measureShape } from './measure/measureShape.js';
export { traceMeasures } from './measure/traceMeasures.js';
export { measureMesh, type MeshMeasures } from './measure/measureMesh.js';
export { findSurfaceFaults } from './measure/surfaceVolume.js';

// Fitting: the body inside a mesh or scan.
export type { BodySurface } from './bodySurface.js';
export { fitBody, type FittedBody } from './fit/fitBody.js';
export { alignToScan } from './fit/alignToScan.js';
export { alignmentAtRest } from './fit/alignmentAtRest.js';
export { turnToRest } from './fit/turnToRest.js';
export { hasTopologyOf } from './fit/fitTopology.js';

// Comparing: distances between bodies, tables, pictures.
export { type BodyComparison, compareBodies } from './compare/compareBodies.js';
export type { BodyToCompare } from './compare/comparedBody.js';
export { parseBodyDistances } from './compare/bodyDistances.js';
export { type NamedVertices, parseNamedVertices } from './compare/namedVertices.js';
export { placeBody } from './compare/placeBody.js';
export { surfaceDistance } from './compare/surfaceDistance.js';
export { bodiesCsv, comparisonText, pairsCsv } from './compare/comparisonTables.js';
export { thesisDistances, thesisVertices } from './compare/thesisFiles.js';
export {
  type BodyKinds,
  type ComparedPerson,
  kindsLabel,
  peopleCsv,
  summarisePeople,
  summaryCsv,
} from './compare/people/comparePeople.js';
export { chartOfMeasures, chartOfPairs, chartOfPeople } from './compare/people/chartPeople.js';
export { type BarChart, barChartSvg } from './compare/people/barChart.js';
export { type BodyArrangement, type BodyView, drawBodies } from './compare/draw/drawBodies.js';
export type { PixelImage } from './compare/draw/pixelImage.js';
export { heatColour, heatScale } from './compare/draw/heatColour.js';

// Files: people.csv, betas, GLB and VRM; the clothed look of a body that is shown or saved.
export { measureColumns, type Person, readPeople } from './people/readPeople.js';
export { writeMeasuresCsv } from './people/writeMeasures.js';
export { csvLine } from './people/csvRows.js';
export { betasSchema, looksLikeBetas, readBetasJson, writeBetasCsv, writeBetasJson } from './export/betasFile.js';
export { writeBodyGlb } from './export/writeBodyGlb.js';
export { writeDressedGlb } from './export/writeDressedGlb.js';
export { buildMannequin, type Mannequin, smoothMannequin } from './export/mannequin.js';
export { suitColours } from './export/suitColours.js';

// Dressing: parts of leib-parts.bin fitted to any body of the space, its looks, and the people of the gallery.
export { buildDresser, dressBody } from './dress/dressBody.js';
export { loadBodyParts } from './dress/bodyPartsFile.js';
export {
  type BodyLooks,
  bodyLooksSchema,
  clothColours,
  defaultLooks,
  hairColours,
  hairStyles,
  OLDEST,
  skinTones,
  YOUNGEST,
} from './dress/bodyLooks.js';
export { galleryPeople } from './dress/galleryPeople.js';

// SMPL, SMPL-H and SMPL-X from the user's own files.
export { readSmpl } from './smpl/readSmpl.js';
export { bodyModelOfSmpl, sexOfFileName } from './smpl/bodyModelOfSmpl.js';
