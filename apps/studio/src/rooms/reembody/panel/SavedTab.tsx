import {
  applyThreeAxisTemplate,
  defaultRemoteBodySettings,
  isThreeAxisTemplate,
  parseRemoteBodySettings,
  parseThreeAxisTemplate,
  remoteBodySettingsText,
  threeAxisTemplateText,
} from '@leib/reembody';
import { Download, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { saveFile } from '../../../app/saveFile.js';
import { notify } from '../../../app/studioStore.js';
import { visitorStorage } from '../../../settings/visitorStorage.js';
import { FileInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { remoteSettingsOf } from '../remoteSettingsOf.js';
import { createSavedBodies } from '../savedBodies.js';
import type { EditorTabProps } from './JointsEditor.js';

const saved = createSavedBodies(visitorStorage);

/** Bodies with a name: kept in this browser, in files, and as templates for other engines. */
export function SavedTab({ desk, settings, onChange, refresh }: EditorTabProps) {
  const input = useRef<HTMLInputElement>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  /** As it runs: the room's switches belong to it. */
  const whole = { ...remoteSettingsOf(desk.settings.values()), name: settings.name };

  function say(trouble: string | null, done: string): void {
    notify(trouble === null ? 'info' : 'error', trouble ?? done);
    refresh();
  }

  function open(name: string): void {
    const body = saved.load(name);
    if (body) desk.edits.open(body);
    else notify('error', `"${name}" cannot be read any more.`);
  }

  function rename(from: string, to: string): void {
    setRenamed(null);
    if (to === from) return;
    const trouble = saved.rename(from, to);
    if (trouble === null && settings.name === from) onChange({ ...settings, name: to });
    if (trouble !== null) notify('error', trouble);
  }

  async function load(file: File) {
    try {
      const given: unknown = JSON.parse(await file.text());
      if (isThreeAxisTemplate(given)) {
        onChange(applyThreeAxisTemplate(settings, parseThreeAxisTemplate(given)));
        notify('info', `Joints taken from the template ${file.name}.`);
        return;
      }
      const body = parseRemoteBodySettings(given);
      desk.edits.open(body);
      notify('info', `"${body.name}" loaded from ${file.name}.`);
    } catch (error) {
      notify('error', `${file.name}: ${(error as Error).message}`);
    }
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
        <button
          type="button"
          className="small"
          title="Keeps the body in this browser, under its name"
          onClick={() => say(saved.save(whole), `"${whole.name}" is kept in this browser.`)}
        >
          Keep
        </button>
      </div>
      <ul className="saved-bodies" aria-label="Bodies kept in this browser">
        {saved.names().map((name) => (
          <li key={name} data-active={name === settings.name}>
            {renamed === name ? (
              <input
                type="text"
                aria-label={`New name of ${name}`}
                defaultValue={name}
                maxLength={60}
                ref={(element) => element?.focus()}
                onBlur={({ target: { value } }) => rename(name, value.trim())}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') event.currentTarget.blur();
                  if (event.key === 'Escape') setRenamed(null);
                }}
              />
            ) : (
              <button type="button" className="name" title="Wear this body" onClick={() => open(name)}>
                {name}
              </button>
            )}
            <IconButton icon={Pencil} label={`Rename ${name}`} onClick={() => setRenamed(name)} />
            <IconButton
              icon={Download}
              label={`Export ${name}`}
              onClick={() => {
                const body = saved.load(name);
                if (body) saveFile(`leib-body-${name}.json`, remoteBodySettingsText(body), 'application/json');
                else notify('error', `"${name}" cannot be read any more.`);
              }}
            />
            <IconButton
              icon={Trash2}
              label={`Delete ${name}`}
              onClick={() => {
                saved.remove(name);
                refresh();
              }}
            />
          </li>
        ))}
      </ul>
      {saved.names().length === 0 && <p className="hint">Nothing kept yet.</p>}
      <div className="joints-row wrap">
        <button
          type="button"
          className="small"
          title="This body as a file"
          onClick={() => saveFile(`leib-body-${settings.name}.json`, remoteBodySettingsText(whole), 'application/json')}
        >
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
          onClick={() =>
            saveFile(`leib-three-axis-${settings.name}.json`, threeAxisTemplateText(settings), 'application/json')
          }
        >
          Three-axis template
        </button>
        <button
          type="button"
          className="small"
          title="The default body; undo brings this one back"
          onClick={() => desk.edits.open(defaultRemoteBodySettings)}
        >
          Default
        </button>
      </div>
      <FileInput inputRef={input} label="Body settings file" accept=".json" onFile={(file) => void load(file)} />
    </>
  );
}
