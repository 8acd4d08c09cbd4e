import { createEmptyScene } from '../../world/roomScene.js';
import { stillStage } from '../../world/stageSections.js';
import type { Room } from '../room.js';

const storeFile = /\.(sqlite3?|db|backup)$/i;

/** True for a store of studies: this page cannot read it, and says what can. */
export function refuseStore({ name }: Pick<File, 'name'>, say: (text: string) => void): boolean {
  if (!storeFile.test(name)) return false;
  say(`A page cannot read the store ${name}: run leib serve --studies ${name}, and choose the study here.`);
  return true;
}

/** What a study has found so far: tables, plots and tests, as a first look. */
export const resultsRoom: Room = {
  id: 'results',
  label: 'Results',
  purpose: 'What a study has found so far, as a first look: tables, plots and tests, per condition and per person.',
  tour: [
    {
      title: 'A study of this server',
      text: 'Choose one. Everything that its participants did and said so far is read from the server.',
      at: { mark: 'results', isIn: 'panel' },
    },
    {
      title: 'A first look',
      text: 'The report shows scores, completions, contacts and delays, with a line for each person. It confirms nothing.',
      at: 'picture',
    },
    {
      title: 'Take it with you',
      text: 'Save the report as a page, print it as PDF, or save all data for other programs.',
      at: { mark: 'results', isIn: 'panel' },
    },
  ],
  tryThis: {
    label: 'Choose a study',
    hint: 'Its report appears in the panel as soon as it is read.',
    run: ({ openPanel }) => openPanel(),
  },
  shape: {},
  docOf: () => ({ actors: {} }),
  openScene: async (world) => ({
    ...createEmptyScene(),
    acts: { openFile: async (file) => refuseStore(file, (text) => world.onNotice('error', text)) },
  }),
  still: { panelWidth: 374, stage: stillStage('orbit') },
};
