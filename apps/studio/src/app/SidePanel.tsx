import { dataEditors } from '../rooms/dataEditors.js';
import { roomPanels } from '../rooms/roomPanels.js';
import { sectionTools } from '../rooms/sectionTools.js';
import { explainError } from '../ui/explainError.js';
import { notify } from '../ui/noticesStore.js';
import { PanelHead } from '../ui/PanelHead.js';
import { PartBoundary } from '../ui/PartBoundary.js';
import { SettingsPanel } from '../ui/SettingsPanel.js';
import { GallerySection } from './gallery/GallerySection.js';
import { SendSection } from './SendSection.js';
import { Sheet } from './Sheet.js';
import { SourcePicker } from './SourcePicker.js';
import { useStudio } from './StudioContext.js';
import { ShareSection } from './share/ShareSection.js';
import { useStudioStore } from './studioStore.js';
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
