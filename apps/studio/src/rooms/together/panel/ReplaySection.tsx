import { FolderOpen, X } from 'lucide-react';
import { OpenFile } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { MeasuresSection } from '../measures/MeasuresSection.js';
import type { TogetherPart } from '../togetherController.js';
import { ChatLines } from './ChatSection.js';
import { People } from './PeopleList.js';
import { Things } from './SceneSection.js';

interface ReplaySectionProps extends TogetherPart {
  readonly onFile: (file: File) => void;
}

/** A recorded room: who was there, what stood there, what they measured and wrote by then; the play bar below the picture says when. */
export function ReplaySection({ controller, figures: { recorded: then }, onFile }: ReplaySectionProps) {
  if (!then)
    return (
      <OpenFile
        className="small together-replay"
        icon={FolderOpen}
        title="A file of leib record-room: you walk about among those who were there"
        accept=".mcap"
        fileLabel="Recorded room"
        onFile={onFile}
      >
        Open a recorded room
      </OpenFile>
    );
  return (
    <section className="together-then" aria-label="Recorded room">
      <div className="row">
        <h3 title={then.name}>Recorded: {then.name}</h3>
        <IconButton icon={X} label="Close the recorded room" onClick={() => controller.showReplay(null)} />
      </div>
      {then.people.length === 0 && <p className="hint">Nobody is there at this time.</p>}
      <People controller={controller} people={then.people} isHost={false} />
      {controller.scene && <Things scene={controller.scene} lines={controller.scene.lines(true)} mayChange={false} />}
      {/* In a room, they stand in its list. */}
      {!controller.room && <MeasuresSection controller={controller} />}
      {then.chat.length > 0 && (
        <div className="together-chat">
          <ol aria-label="Written by then">
            <ChatLines chat={then.chat} />
          </ol>
        </div>
      )}
    </section>
  );
}
