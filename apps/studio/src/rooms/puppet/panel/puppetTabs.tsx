import { lazy } from 'react';
import { FileTab } from './FileTab.js';
import { PlayTab } from './PlayTab.js';
import type { PuppetTab } from './puppetTab.js';

/** The panel's tabs in their order. What few visitors open first is fetched when it is opened. */
export const puppetTabs: readonly PuppetTab[] = [
  { id: 'play', label: 'Play', help: 'Which hand plays, and which finger moves what', Content: PlayTab },
  {
    id: 'build',
    label: 'Build',
    help: 'What the puppet is made of, and which parts can be moved',
    Content: lazy(() => import('../editor/BuildTab.js')),
  },
  {
    id: 'skin',
    label: 'Skin',
    help: 'How the surface wobbles: stiffness, weight, fat and fur',
    isExpert: true,
    Content: lazy(() => import('../editor/SkinTab.js')),
  },
  {
    id: 'takes',
    label: 'Takes',
    help: 'Record, play and export what you played',
    Content: lazy(() => import('../takes/TakesTab.js')),
  },
  { id: 'file', label: 'File', help: 'Open, save, and what the picture shows', Content: FileTab },
];
