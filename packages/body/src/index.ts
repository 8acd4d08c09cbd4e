// The default body: the skeleton of leib-neutral.vrm, at its own stature or scaled to another.
export { defaultSkeleton, scaleSkeleton } from './defaultBody.js';
export { defaultStature } from './defaultBody.generated.js';

// The shape space: load leib-bodies.bin, shape a body by betas, pose it.
export { loadBodySpace } from './shape/loadBodySpace.js';
export type { BodyModel, BodySex, BodySpace } from './shape/bodyModel.js';
export {
  betasOfPca,
  createShapedBody,
  pcaOfBetas,
  regressJoints,
  shapeBody,
  type ShapedBody,
  skeletonOfShape,
} from './shape/shapeBody.js';
export { createPosedBody, poseShape, updateNormals } from './shape/poseShape.js';

// From measures to a body: check what was measured, estimate the body, expected values of the other measures.
export { checkMeasures } from './estimate/checkMeasures.js';
export { type ExpectedMeasure, type GivenMeasures, conditionalMeasures } from './estimate/conditionalMeasures.js';
export { type BodyEstimator, buildBodyEstimator, estimateBody } from './estimate/estimateBody.js';
export { buildMeshEstimator, measureAsMesh } from './estimate/meshEstimator.js';
export { estimateTPose, type TPoseLengths } from './estimate/estimateTPose.js';
export { thesisPeople } from './estimate/thesisPeople.js';

// Words: a body rated by words gives betas, and betas give ratings.
export { bodyWords, STRONGEST_RATING, type WordRatings } from './words/bodyWords.js';
export { betasOfWords, ratingsOfBetas } from './words/betasOfWords.js';

// Measuring: names and definitions, bodies of our topology at their landmarks, any other mesh.
export {
  MEASURE_COUNT,
  measureDefinitions,
  measureIndex,
  type MeasureName,
  measureNames,
  takeSizes,
} from './measure/measureNames.js';
export { defaultLandmarks } from './measure/bodyLandmarks.js';
export { buildMeasurePlan } from './measure/measurePlan.js';
export { createMeasureScratch, measureShape } from './measure/measureShape.js';
export { traceMeasures } from './measure/traceMeasures.js';
export { type MeshMeasures, measureMesh } from './measure/measureMesh.js';
export { findSurfaceFaults } from './measure/surfaceVolume.js';

// Fitting: the body inside a mesh or scan.
export type { BodySurface } from './bodySurface.js';
export { type FittedBody, alignmentAtRest, fitBody, turnToRest } from './fit/fitBody.js';
export { alignToScan } from './fit/alignToScan.js';
export { hasTopologyOf } from './fit/fitTopology.js';

// Comparing: distances between bodies, tables, pictures.
export { type BodyComparison, compareBodies } from './compare/compareBodies.js';
export { type BodyToCompare, surfaceDistance } from './compare/comparedBody.js';
export { type NamedVertices, parseBodyDistances, parseNamedVertices } from './compare/namedVertices.js';
export { placeBody } from './compare/placeBody.js';
export { comparisonTables } from './compare/comparisonTables.js';
export { thesisDistances, thesisVertices } from './compare/thesisFiles.js';
export {
  type BodyKinds,
  type ComparedPerson,
  kindsLabel,
  peopleCsv,
  summarisePeople,
  summaryCsv,
} from './compare/people/comparePeople.js';
export { type BarChart, barChartSvg, chartOfMeasures, chartOfPairs, chartOfPeople } from './compare/people/barChart.js';
export { type BodyPicture, drawBodies } from './compare/draw/drawBodies.js';
export { heatColour, heatScale } from './compare/draw/pixelImage.js';

// Files: people.csv, betas, GLB and VRM; the clothed look of a body that is shown or saved.
export { csvLine, measureColumns, type Person, readPeople, writeMeasuresCsv } from './people/readPeople.js';
export { betasSchema, looksLikeBetas, readBetasJson, writeBetasCsv, writeBetasJson } from './export/betasFile.js';
export { writeBodyGlb } from './export/writeBodyGlb.js';
export { suitColours } from './export/suitColours.js';
export { writeDressedGlb } from './export/writeDressedGlb.js';
export { type Mannequin, buildMannequin, smoothMannequin } from './export/mannequin.js';

// Dressing: parts of leib-parts.bin fitted to any body of the space, its looks, and the people of the gallery.
export { buildDresser, dressBody } from './dress/dressBody.js';
export { loadBodyParts } from './dress/bodyPartsFile.js';
export { type BodyLooks, bodyLooksSchema, defaultLooks, lookChoices } from './dress/bodyLooks.js';
export { galleryPeople } from './dress/galleryPeople.js';

// SMPL, SMPL-H and SMPL-X from the user's own files.
export { readSmpl } from './smpl/readSmpl.js';
export { bodyModelOfSmpl, sexOfFileName } from './smpl/bodyModelOfSmpl.js';
