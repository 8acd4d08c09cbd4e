import { useEffect } from 'react';
import { useStore } from 'zustand';
import { usePage } from '../../../ui/pageStore.js';
import type { RoomGuideProps } from '../../room.js';
import { EditHint, useIsEditing } from '../editor/EditHint.js';
import type { PuppetController } from '../puppetController.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import { openPuppet } from '../puppetStore.js';
import { ThingsBar } from '../stage/ThingsBar.js';
import { TutorialCard } from '../tutorial/TutorialCard.js';
import { useTutorial } from '../tutorial/tutorialStore.js';
import { sheetScreen } from '../views/narrowScreen.js';
import { ViewCards } from '../views/ViewCards.js';
import { FindLimbs } from './FindLimbs.js';
import { FingerPads } from './FingerPads.js';
import { HowToPlay } from './HowToPlay.js';
import { StageBar } from './StageBar.js';
import { usePuppetKeys } from './usePuppetKeys.js';
import './puppetGuide.css';

/** Height of the tutorial on a phone. */
const TUTORIAL_PIXELS = 130;

/** Everything over the picture: tools, further views, finger pads, tutorial. Nothing of it in the clean picture. */
export default function PuppetGuide({ isCovered }: RoomGuideProps) {
  const controller = useStore(openPuppet, (state) => state.controller);
  const isOutput = usePage((state) => state.isOutput);
  if (!controller || isOutput) return null;
  return <OpenGuide controller={controller} isCovered={isCovered} />;
}

function OpenGuide({ controller, isCovered }: RoomGuideProps & { readonly controller: PuppetController }) {
  useStore(controller.settings.store);
  usePuppetKeys(controller);
  const hasPads = usePuppetPanel((state) => state.hasPads);
  const isEditing = useIsEditing();
  const { view1, view2, view3, viewShare } = controller.settings.values();
  // A phone whose panel is open has no room for them.
  const hasRoom = !(isCovered && matchMedia(sheetScreen).matches);
  const isSplit = hasRoom && [view1, view2, view3].some((view) => view !== 'none');
  const isTutorialOpen = useTutorial((state) => state.isOpen);
  // On a phone the tutorial stands below the puppet.
  const below = isTutorialOpen && hasRoom && matchMedia(sheetScreen).matches ? TUTORIAL_PIXELS : 0;
  useEffect(() => {
    controller.views.below = below;
    controller.views.share = isSplit ? viewShare / 100 : 0;
    controller.world.onLayout();
  }, [controller, isSplit, viewShare, below]);
  return (
    <div className="puppet-guide" data-sheet={isCovered} data-pads={hasPads && !isEditing}>
      <div className="stage-bars">
        <StageBar controller={controller} />
        <ThingsBar controller={controller} />
        <FindLimbs controller={controller} />
      </div>
      {isSplit && <ViewCards controller={controller} />}
      {isEditing && <EditHint />}
      {!isEditing && (hasPads ? <FingerPads controller={controller} /> : <HowToPlay controller={controller} />)}
      <TutorialCard controller={controller} />
    </div>
  );
}
