import { Download, Redo2, RotateCcw, Undo2, Upload } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useRef } from 'react';
import { useStore } from 'zustand';
import { saveFile } from '../files/saveFile.js';
import {
  allControls,
  type ChoiceControl,
  type Control,
  changedExpertCount,
  type SettingValue,
  type SettingValues,
  shownSections,
} from '../files/settings.js';
import type { SettingsStore } from '../files/settingsStore.js';
import { Button } from './Button.js';
import { Choice, Colour, DataRow, NumberSlider, Toggle } from './controls.js';
import { FileInput } from './FileInput.js';
import { IconButton } from './IconButton.js';
import { Fold } from './PanelParts.js';
import { setLevel, useIsExpert } from './pageStore.js';

/** Editor of a setting that is not a switch, number or choice. */
export interface DataEditorProps {
  readonly value: object | null;
  /** The room's other settings. */
  readonly values: SettingValues;
  readonly onChange: (value: object | null) => void;
  readonly onSettled: () => void;
}

/** What stands above the controls of sections, by the names that sections give. */
export type SectionTools = Readonly<Record<string, ComponentType>>;

export type DataEditors = Readonly<Record<string, ComponentType<DataEditorProps>>>;

interface SettingsPanelProps {
  readonly settings: SettingsStore;
  readonly editors: DataEditors;
  readonly tools: SectionTools;
  readonly onError: (text: string) => void;
}

/** A room's settings as controls, from its shape and store. Sections fold. */
export function SettingsPanel({ settings, editors, tools, onError }: SettingsPanelProps) {
  const { present } = useStore(settings.store);
  const isExpert = useIsExpert();
  return (
    <div className="settings" data-tour="settings">
      {shownSections(settings.shape, isExpert, present).map(({ id, title, controls, tool }) => (
        <Fold title={title} key={id} open>
          {tool !== undefined && <SectionTool tool={tools[tool]} />}
          {controls.map(([key, control]) => (
            <AnyControl
              key={key}
              settings={settings}
              name={key}
              control={control}
              editors={editors}
              isDisabled={control.needs !== undefined && present[control.needs] !== true}
            />
          ))}
        </Fold>
      ))}
      <ExpertHint settings={settings} />
      <SettingsActions settings={settings} onError={onError} />
    </div>
  );
}

function SectionTool({ tool: Tool }: { readonly tool: ComponentType | undefined }) {
  return Tool ? (
    <Suspense fallback={null}>
      <Tool />
    </Suspense>
  ) : null;
}

interface SettingControlProps {
  readonly settings: SettingsStore;
  /** Its key. */
  readonly name: string;
  readonly isDisabled?: boolean;
  /** Asked before a change: false leaves the setting as it is. */
  readonly onWanted?: (value: SettingValue) => boolean;
}

/** One setting of a room as its control, for rooms with panels of their own. */
export function SettingControl(props: SettingControlProps) {
  const { settings, name, isDisabled = false } = props;
  const isExpert = useIsExpert();
  const control = allControls(settings.shape).get(name);
  if (!control || (control.isExpert && !isExpert)) return null;
  return <AnyControl {...props} control={control} isDisabled={isDisabled} />;
}

interface SettingsActionsProps extends Pick<SettingsPanelProps, 'settings' | 'onError'> {
  /** Additional buttons between undo and files. */
  readonly children?: ReactNode;
}

/** Undo, redo, reset, load, save: the same in every room. */
export function SettingsActions({ settings, onError, children }: SettingsActionsProps) {
  const { past, future } = useStore(settings.store);
  const fileInput = useRef<HTMLInputElement>(null);

  async function load(file: File) {
    try {
      settings.load(await file.text());
    } catch (error) {
      onError(`${file.name}: ${(error as Error).message}`);
    }
  }

  return (
    <div className="settings-actions">
      <IconButton icon={Undo2} label="Undo (Ctrl+Z)" onClick={settings.undo} isDisabled={past.length === 0} />
      <IconButton icon={Redo2} label="Redo (Ctrl+Shift+Z)" onClick={settings.redo} isDisabled={future.length === 0} />
      <span className="spacer" />
      {children}
      <IconButton icon={RotateCcw} label="Reset all settings" onClick={settings.reset} />
      <IconButton icon={Upload} label="Load settings from a file" onClick={() => fileInput.current?.click()} />
      <IconButton
        icon={Download}
        label="Save settings to a file"
        onClick={() => saveFile(`leib-${settings.room}-settings.json`, settings.toJson(), 'application/json')}
      />
      <FileInput inputRef={fileInput} label="Settings file" accept=".json" onFile={(file) => void load(file)} />
    </div>
  );
}

interface AnyControlProps extends Pick<SettingControlProps, 'settings' | 'name' | 'onWanted'> {
  readonly control: Control;
  readonly editors?: DataEditors;
  readonly isDisabled: boolean;
}

/** A control, where it changes anything now. */
function AnyControl(props: AnyControlProps) {
  const { present } = useStore(props.settings.store);
  return props.control.counts?.(present) === false ? null : <BareControl {...props} values={present} />;
}

/** The choice with what can be chosen now, and what is chosen. */
function offered(control: ChoiceControl, values: SettingValues): ChoiceControl {
  const { options, offers } = control;
  return offers ? { ...control, options: options.filter(({ value }) => offers(value, values)) } : control;
}

function BareControl(props: AnyControlProps & { readonly values: SettingValues }) {
  const { settings, name, control, values, editors = {}, isDisabled, onWanted } = props;
  const value = values[name];
  const onChange = (next: SettingValue) => (onWanted?.(next) ?? true) && settings.set(name, next);
  const rest = { isDisabled, onChange, onSettled: settings.endGesture };
  switch (control.kind) {
    case 'toggle':
      return <Toggle control={control} value={value === true} {...rest} />;
    case 'number':
      return <NumberSlider control={control} value={Number(value)} {...rest} />;
    case 'choice':
      return <Choice control={offered(control, values)} value={String(value)} {...rest} />;
    case 'colour':
      return <Colour control={control} value={String(value)} {...rest} />;
    case 'data': {
      const Editor = editors[control.editor];
      const shown = value as object | null;
      return (
        <DataRow control={control} value={shown} {...rest}>
          {Editor && (
            <Suspense fallback={null}>
              <Editor value={shown} values={values} onChange={onChange} onSettled={settings.endGesture} />
            </Suspense>
          )}
        </DataRow>
      );
    }
  }
}

/** At the simple level: says that hidden settings are not as they were, and leads to them. */
export function ExpertHint({ settings }: { readonly settings: SettingsStore }) {
  const { present } = useStore(settings.store);
  const isExpert = useIsExpert();
  const count = changedExpertCount(settings.shape, present);
  if (isExpert || count === 0) return null;
  return (
    <p className="hint expert-hint">
      {count === 1 ? 'One expert setting is' : `${count} expert settings are`} changed.{' '}
      <Button className="link" title="Shows all settings" onClick={() => setLevel('expert')}>
        Show
      </Button>
    </p>
  );
}
