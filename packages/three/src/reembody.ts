// A body of @leib/reembody that is moved by forces: its skin, shapes, limits, torques and contacts

export { type CollidersView, createCollidersView } from './remote/collidersView.js';
export { createJointLimitsView, type JointLimitsView, type LimitHandle } from './remote/jointLimitsView.js';
export { skinnedSurfaceOf } from './remote/skinnedSurfaceOf.js';
export { createContactForcesView, createTorquesView } from './remote/torquesView.js';
