import { lazy } from 'react';
import type { SectionTools } from '../ui/SettingsPanel.js';

/** What stands above the settings of a section; fetched when a room shows it. */
export const sectionTools: SectionTools = {
  secondModel: lazy(() => import('./reembody/panel/ModelTool.js')),
  robot: lazy(() => import('./reembody/panel/RobotTool.js')),
};
