import { type ComponentType, lazy } from 'react';
import type { DataEditorProps, DataEditors, SectionTools } from '../ui/SettingsPanel.js';
import type { RoomGuideProps } from './room.js';

/** Panels of rooms that have one of their own, by the room's id; fetched when the room is entered. */
export const roomPanels: Readonly<Record<string, ComponentType>> = {
  body: lazy(() => import('./body/panel/BodyPanel.js')),
  mocap: lazy(() => import('./mocap/panel/MocapPanel.js')),
  puppet: lazy(() => import('./puppet/panel/PuppetPanel.js')),
  results: lazy(() => import('./results/ResultsPanel.js')),
};

/** Guides of rooms and their other cards over the picture, by the room's id: left of the picture, a sheet on small screens. */
export const roomGuides: Readonly<Record<string, ComponentType<RoomGuideProps> | undefined>> = {
  body: lazy(() => import('./body/panel/BodyWorkCard.js')),
  embody: lazy(() => import('./embody/EmbodyReadouts.js')),
  puppet: lazy(() => import('./puppet/guide/PuppetGuide.js')),
  wear: lazy(() => import('./wear/guide/WearGuide.js')),
  reembody: lazy(() => import('./reembody/panel/RemoteReadout.js')),
  together: lazy(() => import('./together/panel/TogetherGuide.js')),
  study: lazy(() => import('./study/panel/StudyGuide.js')),
};

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

/** What stands above the settings of a section; fetched when a room shows it. */
export const sectionTools: SectionTools = {
  secondModel: lazy(() => import('./reembody/panel/ModelTool.js')),
  robot: lazy(() => import('./reembody/panel/RobotTool.js')),
};
