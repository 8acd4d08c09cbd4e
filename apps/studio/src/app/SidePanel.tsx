import { dataEditors, roomPanels, sectionTools } from '../rooms/roomParts.js';
import { useFigures } from '../time/useClock.js';
import { Toggle } from '../ui/controls.js';
import { explainError } from '../ui/explainError.js';
import { PanelHead } from '../ui/PanelParts.js';
import { PartBoundary } from '../ui/PartBoundary.js';
import { notify } from '../ui/pageStore.js';
import { SettingsPanel } from '../ui/SettingsPanel.js';
import { describeOutput } from './bodySender.js';
import { GallerySection } from './gallery/GallerySection.js';
import { Sheet } from './Sheet.js';
import { SourcePicker } from './SourcePicker.js';
import { useStudio } from './StudioContext.js';
import { ShareSection } from './share/ShareSection.js';
import { setSendingWanted, useStudioStore } from './studioStore.js';
import { TakesSection } from './takes/TakesSection.js';

/** Source, avatar and the room's settings. Hidden in virtual reality. */
export function SidePanel() {
  const studio = useStudio();
  const isOpen = useStudioStore(({ isPanelOpen, xr }) => isPanelOpen && xr !== 'presenting');
  const roomId = useStudioStore((state) => state.roomId);
  if (!isOpen) return null;
  const RoomPanel = roomPanels[roomId];
  return (
    <Sheet label="Panel" place="panel" className={RoomPanel ? 'own' : ''} returnFocusTo=".panel-button button">
      {RoomPanel ? (
        <>
          <h2 className="visually-hidden">Panel</h2>
          <PartBoundary key={roomId} explain={explainError}>
            <RoomPanel />
          </PartBoundary>
        </>
      ) : (
        <>
          <PanelHead title="Settings" />
          <SourcePicker />
          <GallerySection />
          <TakesSection />
          <ShareSection />
          <SendSection />
          <SettingsPanel
            key={roomId}
            settings={studio.room.settings}
            editors={dataEditors}
            tools={sectionTools}
            onError={(text) => notify('error', text)}
          />
        </>
      )}
    </Sheet>
  );
}

const sendControl = {
  kind: 'toggle',
  label: 'Send the body',
  initial: false,
  help: 'To the programs that the server was started for: the whole body by VMC, trackers by VRChat’s OSC; from any source',
} as const;

/** Sends what the body does to other programs, whatever moves it. */
function SendSection() {
  const { sources } = useStudio();
  const said = useFigures(() => sources.sender.output && describeOutput(sources.sender.output), 0.5);
  const isWanted = useStudioStore((state) => state.isSendingWanted);
  return (
    <section aria-label="Send to other programs">
      <h3>Send to other programs</h3>
      <Toggle
        control={sendControl}
        value={isWanted ?? said !== null}
        onChange={(next) => {
          setSendingWanted(next);
          void sources.sender.update();
        }}
      />
      {said && <p className="hint">{said}</p>}
    </section>
  );
}
