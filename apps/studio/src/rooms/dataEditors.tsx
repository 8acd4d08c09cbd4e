import { type ComponentType, lazy } from 'react';
import type { DataEditorProps, DataEditors } from '../ui/SettingsPanel.js';

const numbersOf = (
  pick: (module: typeof import('./embody/tuning/TuningEditor.js')) => ComponentType<DataEditorProps>,
) => lazy(async () => ({ default: pick(await import('./embody/tuning/TuningEditor.js')) }));

/** Editors of settings that are more than a switch or a number; fetched when a room shows them. */
export const dataEditors: DataEditors = {
  fields: lazy(() => import('./embody/FieldsEditor.js')),
  curves: lazy(() => import('./embody/CurvesEditor.js')),
  trunkNumbers: numbersOf(({ TrunkNumbers }) => TrunkNumbers),
  stepNumbers: numbersOf(({ StepNumbers }) => StepNumbers),
  armNumbers: numbersOf(({ ArmNumbers }) => ArmNumbers),
  joints: lazy(() => import('./reembody/panel/JointsEditor.js')),
  things: lazy(() => import('./reembody/panel/ThingsEditor.js')),
};
