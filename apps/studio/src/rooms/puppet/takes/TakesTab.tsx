import { saveTakeAs } from '../../../files/takes/takeFormats.js';
import { TakeFormats, TakesPanel } from '../../../ui/takes/TakesPanel.js';
import type { PuppetTabProps } from '../panel/puppetTab.js';
import { ExportSection } from './panel/ExportSection.js';
import { LayerSection } from './panel/LayerSection.js';
import { RecordWishes, recordWords } from './panel/RecordWishes.js';
import { SoundSection } from './panel/SoundSection.js';
import { Timeline } from './panel/Timeline.js';
import { useTakeKeys } from './panel/useTakeKeys.js';
import './panel/takesTab.css';

/** Record what is played, play it again, play over it, export it. */
export default function TakesTab({ workshop, controller }: PuppetTabProps) {
  const { takes } = workshop;
  const props = { workshop, controller, takes };
  useTakeKeys(takes, controller.refresh);
  const { selected, mode } = takes;
  return (
    <div className="takes-tab puppet-takes">
      <TakesPanel
        kept={takes.kept}
        isListed={(take) => takes.isListed(take)}
        record={{
          mode: mode === 'recording' || mode === 'countdown' ? mode : 'idle',
          words: recordWords(mode, takes.countdownLeft, takes.recordedSeconds),
          help: 'Records what the hand plays; R begins and ends it, too',
          onToggle: () => void takes.toggleRecording().then(controller.refresh),
        }}
        emptyText={`No takes of ${controller.document.file.name} yet. Record one, or drop a saved take here.`}
        playedId={mode === 'playing' ? takes.selectedId : null}
        onPlay={({ id }) => {
          if (takes.selectedId !== id) takes.select(id);
          takes.togglePlaying();
          controller.refresh();
        }}
        onRemove={(take) => takes.remove(take)}
        openId={takes.selectedId}
        onOpen={(id) => {
          takes.select(id);
          controller.refresh();
        }}
        onChange={controller.refresh}
        details={(take) => (
          <TakeFormats
            kept={takes.kept}
            take={take}
            own={[]}
            exports={takes.exports}
            onExport={(format) =>
              takes.exports.run(`${take.name} as ${format.label}`, () => saveTakeAs(takes.kept, take, format))
            }
          />
        )}
      />
      <RecordWishes {...props} />
      {selected && (
        <>
          <Timeline {...props} entry={selected} />
          <LayerSection {...props} entry={selected} />
          <SoundSection {...props} entry={selected} />
          <ExportSection {...props} entry={selected} />
        </>
      )}
    </div>
  );
}
