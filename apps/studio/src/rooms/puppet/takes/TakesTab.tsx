import type { PuppetTabProps } from '../panel/puppetTab.js';
import { ExportSection } from './panel/ExportSection.js';
import { LayerSection } from './panel/LayerSection.js';
import { RecordSection } from './panel/RecordSection.js';
import { SoundSection } from './panel/SoundSection.js';
import { TakeList } from './panel/TakeList.js';
import { Timeline } from './panel/Timeline.js';
import { takesOf } from './takesCompanion.js';
import './panel/takesTab.css';

/** Record what is played, play it again, play over it, export it. */
export default function TakesTab({ controller, refresh }: PuppetTabProps) {
  const takes = takesOf(controller);
  if (!takes) return null;
  const props = { controller, refresh, takes };
  const { selected } = takes;
  return (
    <div className="takes-tab">
      <RecordSection {...props} />
      <TakeList {...props} />
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
