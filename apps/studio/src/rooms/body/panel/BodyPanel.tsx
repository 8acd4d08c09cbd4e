import { Shirt } from 'lucide-react';
import { useStore } from 'zustand';
import { choice } from '../../../files/settings.js';
import { Button } from '../../../ui/Button.js';
import { Choice } from '../../../ui/controls.js';
import { PanelHead } from '../../../ui/PanelParts.js';
import { notify, useIsBusy } from '../../../ui/pageStore.js';
import { SettingsActions } from '../../../ui/SettingsPanel.js';
import { type Tab, Tabs, useTabsAtLevel } from '../../../ui/Tabs.js';
import { useRoomHost } from '../../RoomHost.js';
import { wearShownBody } from '../bodyActions.js';
import type { BodyTab } from '../bodyState.js';
import { loadingWords } from '../scene/waitingFigure.js';
import { type BodyProps, FitProgress, useBodyController } from './BodyWorkCard.js';
import { CompareTab } from './CompareTab.js';
import { FilesTab } from './FilesTab.js';
import { LooksTab } from './LooksTab.js';
import { MeasuresTab } from './MeasuresTab.js';
import { PersonPicker } from './PersonPicker.js';
import { ShapeTab } from './ShapeTab.js';
import { WordsTab } from './WordsTab.js';
import './bodyPanel.css';

const bodyTabs: readonly Tab<BodyTab>[] = [
  { id: 'measures', label: 'Measures', help: 'Enter tape measures; the body follows' },
  { id: 'words', label: 'Words', help: 'Say how the body is: tall, slim, long legs' },
  { id: 'shape', label: 'Shape', help: 'Sliders from slim to heavy, from short to tall' },
  { id: 'looks', label: 'Looks', help: 'Skin, hair and clothes of the person' },
  { id: 'compare', label: 'Compare', help: 'Other bodies beside the first, or over it', isExpert: true },
  { id: 'files', label: 'Files', help: 'Save the body, open a saved one' },
];

const figureControl = choice(
  'Figure',
  'bare',
  { bare: 'Bare', dressed: 'Dressed' },
  'Bare for measuring, with its tapes; dressed as it is worn',
);

/** The room's panel: the person, how it is shown, and its tabs. */
export default function BodyPanel() {
  const controller = useBodyController();
  return controller ? <OpenPanel controller={controller} /> : null;
}

function OpenPanel({ controller }: BodyProps) {
  const loading = useStore(controller.state, (state) => state.loading);
  const chosen = useStore(controller.state, (state) => state.tab);
  const { tabs, open: tab } = useTabsAtLevel(bodyTabs, chosen);
  const figure = useStore(controller.state, (state) => state.figure);
  useStore(controller.settings.store);
  if (loading.kind !== 'ready') return <Loading controller={controller} />;
  return (
    <div className="body-panel">
      <PanelHead title="Your body" />
      <PersonPicker controller={controller} />
      <Choice
        control={figureControl}
        value={controller.body.model === undefined ? figure : 'bare'}
        isDisabled={controller.body.model !== undefined}
        onChange={(value) => controller.state.setState({ figure: value })}
      />
      <FitProgress controller={controller} />
      <Tabs label="Views of the body" prefix="body" tabs={tabs} open={tab} onOpen={(next) => controller.openTab(next)}>
        {tab === 'measures' && <MeasuresTab controller={controller} />}
        {tab === 'words' && <WordsTab controller={controller} />}
        {tab === 'shape' && <ShapeTab controller={controller} />}
        {tab === 'looks' && <LooksTab controller={controller} />}
        {tab === 'compare' && <CompareTab controller={controller} />}
        {tab === 'files' && <FilesTab controller={controller} />}
      </Tabs>
      <SettingsActions settings={controller.settings} onError={(text) => notify('error', text)}>
        <WearButton controller={controller} />
      </SettingsActions>
    </div>
  );
}

function WearButton({ controller }: BodyProps) {
  const host = useRoomHost();
  const isBusy = useIsBusy();
  const shown = useStore(controller.state, (state) => state.shown);
  return (
    <Button
      icon={Shirt}
      className="wear"
      data-tour="wear-body"
      title="This body becomes the avatar in every room, also on the next visit"
      disabled={isBusy || !shown?.body}
      onClick={() => void wearShownBody(controller, host.wardrobe)}
    >
      Wear this body
    </Button>
  );
}

function Loading({ controller }: BodyProps) {
  const loading = useStore(controller.state, (state) => state.loading);
  if (loading.kind === 'failed') {
    return (
      <div className="body-loading" role="alert">
        <p>{loading.reason}</p>
        <div className="row buttons">
          <Button title="Fetch it again" onClick={() => void controller.load()}>
            Try again
          </Button>
        </div>
      </div>
    );
  }
  if (loading.kind === 'ready') return null;
  const { loadedBytes, totalBytes } = loading;
  return (
    <div className="body-loading" role="status">
      <p>{loadingWords(loadedBytes, totalBytes)} …</p>
      <progress max={1} {...(totalBytes > 0 && { value: loadedBytes / totalBytes })} aria-label="Loading" />
    </div>
  );
}
