import type { Control, Section, SettingsShape, SettingValues } from './settings.js';

/** A section with the controls that are shown of it. */
export interface ShownSection {
  readonly id: string;
  readonly title: string;
  readonly controls: readonly (readonly [key: string, control: Control])[];
  /** Of the section as a whole. */
  readonly idle: Section['idle'];
  readonly tool: Section['tool'];
}

/** What a panel shows at a level: everything to experts, else what is not marked as expert. Empty sections are left out. */
export function shownSections(shape: SettingsShape, isExpert: boolean): readonly ShownSection[] {
  return Object.entries(shape)
    .map(([id, section]) => ({
      id,
      title: section.title,
      idle: section.idle,
      tool: isExpert || !section.isExpert ? section.tool : undefined,
      controls: Object.entries(section.controls).filter(([, control]) => isExpert || !isForExperts(section, control)),
    }))
    .filter(({ controls, tool }) => controls.length > 0 || tool !== undefined);
}

/** How many settings differ from their initial values and are hidden at the simple level. */
export function changedExpertCount(shape: SettingsShape, values: SettingValues): number {
  let count = 0;
  for (const section of Object.values(shape)) {
    for (const [key, control] of Object.entries(section.controls)) {
      if (isForExperts(section, control) && values[key] !== control.initial) count++;
    }
  }
  return count;
}

function isForExperts(section: Section, control: Control): boolean {
  return section.isExpert === true || control.isExpert === true;
}
