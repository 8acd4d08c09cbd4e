import {
  applyThreeAxisTemplate,
  defaultRemoteBodySettings,
  isThreeAxisTemplate,
  parseRemoteBodySettings,
  parseThreeAxisTemplate,
  type RemoteBodySettings,
  remoteBodySettingsText,
  threeAxisTemplateText,
} from '@leib/reembody';
import { Download, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { saveFile } from '../../../files/saveFile.js';
import { visitorStorage } from '../../../files/visitorStorage.js';
import { explainFileError } from '../../../ui/explainError.js';
import { FileInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { notify } from '../../../ui/pageStore.js';
import { remoteSettingsOf } from '../settings/remoteSettingsOf.js';
import { createSavedBodies } from '../settings/savedBodies.js';
import type { EditorTabProps } from './editorTab.js';
import './savedTab.css';

const saved = createSavedBodies(visitorStorage);

/** Bodies with a name: kept in this browser, in files, and as templates for other engines. */
export function SavedTab(props: EditorTabProps) {
  const { controller, settings, onChange, refresh } = props;
  /** With the room's switches, as it runs. */
  const whole = { ...remoteSettingsOf(controller.settings.values()), name: settings.name };

  function keep(): void {
    const problem = saved.save(whole);
    notify(problem === null ? 'info' : 'error', problem ?? `"${whole.name}" is kept in this browser.`);
    refresh();
  }

  return (
    <>
      <div className="joints-row">
        <input
          type="text"
          aria-label="Name of the body"
          key={settings.name}
          defaultValue={settings.name}
          maxLength={60}
          onBlur={({ target: { value } }) => {
            if (value.trim() !== settings.name) onChange({ ...settings, name: value.trim() });
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
        <button type="button" className="small" title="Keeps the body in this browser, under its name" onClick={keep}>
          Keep
        </button>
      </div>
      <SavedList {...props} />
      <FileButtons {...props} whole={whole} />
    </>
  );
}

/** Bodies kept in this browser: wear, rename, export, delete. */
function SavedList({ controller, settings, onChange, refresh }: EditorTabProps) {
  const [renamed, setRenamed] = useState<string | null>(null);

  function load(name: string): RemoteBodySettings | null {
    const body = saved.load(name);
    if (body === null) notify('error', `"${name}" cannot be read any more.`);
    return body;
  }

  function open(name: string): void {
    const body = load(name);
    if (body) controller.edits.open(body);
  }

  function rename(from: string, to: string): void {
    setRenamed(null);
    if (to === from) return;
    const problem = saved.rename(from, to);
    if (problem === null && settings.name === from) onChange({ ...settings, name: to });
    if (problem !== null) notify('error', problem);
  }

  function exportBody(name: string): void {
    const body = load(name);
    if (body) saveFile(`leib-body-${name}.json`, remoteBodySettingsText(body), 'application/json');
  }

  function remove(name: string): void {
    saved.remove(name);
    refresh();
  }

  const names = saved.names();
  return (
    <>
      <ul className="saved-bodies" aria-label="Bodies kept in this browser">
        {names.map((name) => (
          <li key={name} data-active={name === settings.name}>
            {renamed === name ? (
              <NameInput name={name} onName={(to) => rename(name, to)} onCancel={() => setRenamed(null)} />
            ) : (
              <button type="button" className="name" title="Wear this body" onClick={() => open(name)}>
                {name}
              </button>
            )}
            <IconButton icon={Pencil} label={`Rename ${name}`} onClick={() => setRenamed(name)} />
            <IconButton icon={Download} label={`Export ${name}`} onClick={() => exportBody(name)} />
            <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => remove(name)} />
          </li>
        ))}
      </ul>
      {names.length === 0 && <p className="hint">Nothing kept yet.</p>}
    </>
  );
}

interface NameInputProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

function NameInput({ name, onName, onCancel }: NameInputProps) {
  return (
    <input
      type="text"
      aria-label={`New name of ${name}`}
      defaultValue={name}
      maxLength={60}
      ref={(element) => element?.focus()}
      onBlur={({ target: { value } }) => onName(value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') onCancel();
      }}
    />
  );
}

/** The body as a file, from a file, as a template, and the default one. */
function FileButtons({
  controller,
  settings,
  onChange,
  whole,
}: EditorTabProps & { readonly whole: RemoteBodySettings }) {
  const input = useRef<HTMLInputElement>(null);

  async function load(file: File) {
    try {
      const given: unknown = JSON.parse(await file.text());
      if (isThreeAxisTemplate(given)) {
        onChange(applyThreeAxisTemplate(settings, parseThreeAxisTemplate(given)));
        notify('info', `Joints taken from the template ${file.name}.`);
        return;
      }
      const body = parseRemoteBodySettings(given);
      controller.edits.open(body);
      notify('info', `"${body.name}" loaded from ${file.name}.`);
    } catch (error) {
      notify('error', explainFileError(file.name, error));
    }
  }

  const exportBody = () =>
    saveFile(`leib-body-${settings.name}.json`, remoteBodySettingsText(whole), 'application/json');
  const exportTemplate = () =>
    saveFile(`leib-three-axis-${settings.name}.json`, threeAxisTemplateText(settings), 'application/json');

  return (
    <>
      <div className="joints-row wrap">
        <button type="button" className="small" title="This body as a file" onClick={exportBody}>
          Export
        </button>
        <button
          type="button"
          className="small"
          title="A body, or a template of joints with three axes, from a file"
          onClick={() => input.current?.click()}
        >
          Import
        </button>
        <button
          type="button"
          className="small"
          title="All joints as one joint with three axes each, for engines that have such"
          onClick={exportTemplate}
        >
          Three-axis template
        </button>
        <button
          type="button"
          className="small"
          title="The default body; undo brings this one back"
          onClick={() => controller.edits.open(defaultRemoteBodySettings)}
        >
          Default
        </button>
      </div>
      <FileInput inputRef={input} label="Body settings file" accept=".json" onFile={(file) => void load(file)} />
    </>
  );
}
