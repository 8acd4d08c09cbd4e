// Tables of what was kept

export { motionMeasures } from './analysis/motionMeasures.js';
export {
  type AnswerRow,
  type Cell,
  factorsOf,
  levelOf,
  type PersonEvents,
  type PersonRow,
  type StudyTable,
  type TrialRow,
  tableOfEvents,
} from './analysis/studyTable.js';

// What differs, and what goes together

export {
  type Comparison,
  type Correlation,
  compareConditions,
  correlateScores,
  type LevelPair,
} from './analysis/compareConditions.js';
export { type Description, describe, type Interval } from './analysis/describe.js';
export { type FriedmanTest, friedmanTest } from './analysis/friedman.js';
export { holm } from './analysis/holm.js';
export { correlateRanks, type RankCorrelation } from './analysis/spearman.js';
export { comparePairs, type PairedComparison } from './analysis/wilcoxon.js';

// Files for other programs, and a report for people

export { type ExportOptions, exportStudy, type StudySource, tableOfStudy } from './export/exportStudy.js';
export { fetchStudy, type StudyAddress } from './export/fetchStudy.js';
export type { ExportFile } from './export/writeBids.js';
export { type ShapeTools, shapePeople } from './report/shapePeople.js';
export { type ReportOptions, type ShapePerson, SIMULATED_SITE, studyReport } from './report/studyReport.js';
