// For tests of other packages only; not part of the API.
export { npzOfBody } from './smpl/smplBody.testing.js';
