import { MonitorPlay, Trash2, Undo2 } from 'lucide-react';
import { shownSections } from '../../../files/settings.js';
import { enterOutput } from '../../../output/outputMode.js';
import { Button } from '../../../ui/Button.js';
import { explainError } from '../../../ui/explainError.js';
import { IconButton } from '../../../ui/IconButton.js';
import { InlineName } from '../../../ui/InlineName.js';
import { Fold } from '../../../ui/PanelParts.js';
import { notify, useIsBusy, useIsExpert } from '../../../ui/pageStore.js';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import { saveGlb, savePair } from '../files/openModel.js';
import { SHELF_PLACES } from '../files/puppetShelf.js';
import { frameTimes } from '../play/chainMeters.js';
import type { PuppetTabProps } from './puppetTab.js';

/** Files of the puppet, the clean picture, and what the views show. */
export function FileTab(props: PuppetTabProps) {
  const { settings } = props.controller;
  const { view, views, layers } = settings.shape;
  const isExpert = useIsExpert();
  return (
    <>
      <SaveSection {...props} />
      <YourPuppets {...props} />
      <section aria-label="Clean picture">
        <h3>Clean picture for streaming</h3>
        <SettingControl settings={settings} name="background" />
        {settings.values().background === 'own' && <SettingControl settings={settings} name="ownBackground" />}
        <div className="row buttons">
          <Button
            icon={MonitorPlay}
            title="Only the puppet, no page around it; Esc leaves it"
            onClick={() => enterOutput()}
          >
            Show it
          </Button>
        </div>
        <p className="hint">A streaming program opens the same picture as this page’s address with #/puppet?output.</p>
      </section>
      {shownSections({ view, views, layers }, isExpert, settings.values()).map(({ id, title, controls }) => (
        <Fold title={title} key={id} open={id === 'view'}>
          {controls.map(([name]) => (
            <SettingControl key={name} settings={settings} name={name} />
          ))}
        </Fold>
      ))}
      <FrameTimes {...props} />
    </>
  );
}

/** What one frame of the puppet costs. */
function FrameTimes({ controller }: PuppetTabProps) {
  if (!useIsExpert()) return null;
  return (
    <Fold title="Time of a frame">
      <dl className="frame-times">
        {frameTimes(controller.player.meter, controller.surfaceMeter).map(({ label, ms }) => (
          <div key={label} className="row">
            <dt>{label}</dt>
            <dd>{ms.toFixed(2)} ms</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

function SaveSection({ controller }: PuppetTabProps) {
  const save = (work: () => string) => {
    try {
      notify('info', work());
    } catch (error) {
      notify('error', `Not saved: ${explainError(error)}`);
    }
  };
  return (
    <section aria-label="Save">
      <h3>Save</h3>
      <div className="row name-field">
        <span>Name</span>
        <InlineName
          label="Name"
          name={controller.document.file.name}
          onRename={(name) => controller.edit('name', (file) => ({ ...file, name }))}
        />
      </div>
      <div className="file-buttons">
        <Button
          title="Model and puppet in one file; other programs open it as a model"
          onClick={() => save(() => `Saved as ${saveGlb(controller.document)}.`)}
          help="Model and puppet together; Blender and others open it as a model"
        >
          One file, GLB
        </Button>
        <Button
          title="The puppet as readable JSON, and its model beside it"
          onClick={() => save(() => `Saved as ${savePair(controller.document).join(' and ')}. Keep both together.`)}
          help="Text that people and programs can read, with the model beside it (leib-puppet/1)"
        >
          Two files, JSON and model
        </Button>
      </div>
      <p className="hint">Changes are kept in this browser by themselves. Nothing leaves this machine.</p>
    </section>
  );
}

/** Puppets that were edited and made room for another; the open one is not among them. */
function YourPuppets({ controller }: PuppetTabProps) {
  const { shelf } = controller.autosave;
  const isBusy = useIsBusy();
  const { id: openId } = controller.document.now;
  const lines = shelf.lines.filter(({ id }) => id !== openId);
  const { deleted } = shelf;
  return (
    <section aria-label="Your puppets">
      <h3>Your puppets</h3>
      {lines.length === 0 && <p className="hint">A puppet that you changed stays here when you open another.</p>}
      <ul className="kept-list">
        {lines.map((line) => (
          <li key={line.id}>
            <Button
              className="name"
              title={`Open ${line.name}; undo goes back to the puppet that is open now`}
              disabled={isBusy}
              onClick={() => void controller.openKept(line.id, line.name)}
            >
              {line.name}
            </Button>
            <small>
              {line.origin}, {new Date(line.keptAtMs).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' })}
            </small>
            <IconButton
              icon={Trash2}
              label={`Delete ${line.name}`}
              onClick={() => void shelf.delete(line).then(controller.refresh)}
            />
          </li>
        ))}
      </ul>
      {deleted && (
        <div className="row buttons">
          <Button icon={Undo2} onClick={() => void controller.bringBack().then(controller.refresh)}>
            Bring back {deleted.name}
          </Button>
        </div>
      )}
      {lines.length > 0 && <p className="hint">The last {SHELF_PLACES} are kept in this browser.</p>}
    </section>
  );
}
