import type { BodySex } from '../shape/bodyModel.js';
import type { BodyLooks } from './bodyLooks.js';

/** A person of the gallery: a body of the shape space and its looks. */
export interface GalleryPerson {
  /** Stays the same when the name changes. */
  readonly id: string;
  readonly name: string;
  /** Who this is in one line, for the gallery. */
  readonly about: string;
  readonly sex: BodySex;
  /** Standard deviations; the first two are stature and weight. */
  readonly betas: readonly number[];
  readonly looks: BodyLooks;
}

/** Invented people: none of them is built from a real person's measures. */
export const galleryPeople: readonly GalleryPerson[] = [
  {
    id: 'ada',
    name: 'Ada',
    about: '31, of middle height',
    sex: 'female',
    betas: [0.3, -0.3, 0.2, 0, 0.2, -0.4, 0.1],
    looks: look(31, 'medium', 'long', 'dark', 'petrol', 'charcoal', 'white'),
  },
  {
    id: 'bruno',
    name: 'Bruno',
    about: '56, broad and heavy',
    sex: 'male',
    betas: [0.4, 2.1, -0.4, 0, 0.3, 1.2, -0.2],
    looks: look(56, 'light', 'short', 'grey', 'blue', 'sand', 'charcoal'),
  },
  {
    id: 'chika',
    name: 'Chika',
    about: '24, tall and slim',
    sex: 'female',
    betas: [2.1, -0.9, 0.8, 0.6, 0, -0.6, -0.1],
    looks: look(24, 'deep', 'cropped', 'black', 'ochre', 'charcoal', 'white'),
  },
  {
    id: 'dev',
    name: 'Dev',
    about: '28, slight',
    sex: 'male',
    betas: [-0.4, -1.5, 0.3, 0.3, -0.3, -0.5, 0],
    looks: look(28, 'brown', 'short', 'black', 'green', 'grey', 'red'),
  },
  {
    id: 'edda',
    name: 'Edda',
    about: '74, short',
    sex: 'female',
    betas: [-1.6, 0.4, -0.5, 0, 0.2, 0.8, 0],
    looks: look(74, 'porcelain', 'short', 'white', 'plum', 'grey', 'sand'),
  },
  {
    id: 'falk',
    name: 'Falk',
    about: '39, very tall and strong',
    sex: 'male',
    betas: [2.4, 0.5, 0.2, 0.2, 0.8, -0.7, -0.2, 0, 0.8],
    looks: look(39, 'light', 'short', 'copper', 'red', 'charcoal', 'sand'),
  },
  {
    id: 'hana',
    name: 'Hana',
    about: '45, small and round',
    sex: 'female',
    betas: [-1.2, 1.6, -0.2, 0, 0.2, 0.5, 0.6],
    looks: look(45, 'tan', 'long', 'black', 'sand', 'plum', 'charcoal'),
  },
  {
    id: 'kofi',
    name: 'Kofi',
    about: '66, lean and bald',
    sex: 'male',
    betas: [0.2, -0.6, 0, 0.2, 0, 0.2, 0],
    looks: look(66, 'deep', 'none', 'grey', 'white', 'blue', 'grey'),
  },
];

function look(
  age: number,
  skin: BodyLooks['skin'],
  hair: BodyLooks['hair'],
  hairColour: BodyLooks['hairColour'],
  ...[top, trousers, shoes]: [top: BodyLooks['top'], trousers: BodyLooks['trousers'], shoes: BodyLooks['shoes']]
): BodyLooks {
  return { age, skin, hair, hairColour, top, trousers, shoes };
}
