// The default body

export { defaultStature } from './defaultBody.generated.js';
export { defaultEyeHeight, defaultJoints, defaultSkeleton, eyesInHead } from './defaultBody.js';
export { scaleJoints, scaleSkeleton } from './scaleSkeleton.js';
