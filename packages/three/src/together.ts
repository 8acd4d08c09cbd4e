/** Everybody else of a shared room, drawn in their bodies (`@leib/three/together`). */
export { Others, type OthersOptions, type ShownPerson } from './together/others.js';
