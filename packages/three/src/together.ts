/** Everybody else of a shared room, drawn in their bodies (`@leib/three/together`). */
export { OtherBodies, type OthersOptions, type ShownPerson } from './together/otherBodies.js';
export { Others } from './together/others.js';
