// For tests of other packages only; not part of the API.
export { proportionsOfStature } from './proportions/bodyProportions.js';
export { measureSkeleton } from './proportions/measureSkeleton.js';
export { writeJointFrame } from './session/sessionInput.js';
