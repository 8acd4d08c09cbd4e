import { lazy } from 'react';
import type { DataEditors } from '../ui/SettingsPanel.js';

/** Editors of settings that are more than a switch or a number; fetched when a room shows them. */
export const dataEditors: DataEditors = {
  fields: lazy(() => import('./embody/FieldsEditor.js')),
  curves: lazy(() => import('./embody/CurvesEditor.js')),
  joints: lazy(() => import('./reembody/panel/JointsEditor.js')),
};
