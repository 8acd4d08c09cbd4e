import './togetherGuide.css';
import { Link, LogOut } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useFigures } from '../../../time/useClock.js';
import { Button } from '../../../ui/Button.js';
import { explainError } from '../../../ui/explainError.js';
import { InlineName } from '../../../ui/InlineName.js';
import { Refusal } from '../../../ui/PanelParts.js';
import { notify } from '../../../ui/pageStore.js';
import { optionsOf, Select } from '../../../ui/Select.js';
import { useRoomHost } from '../../RoomHost.js';
import { MeasuresSection } from '../measures/MeasuresSection.js';
import { ToolRow } from '../measures/ToolRow.js';
import { TogetherController, type TogetherPart } from '../togetherController.js';
import { ChatSection } from './ChatSection.js';
import { PeopleList } from './PeopleList.js';
import { ReplaySection } from './ReplaySection.js';
import { SceneSection } from './SceneSection.js';
import { VoiceSection } from './VoiceSection.js';

/** Coming and going, who is here, what they write. */
export default function TogetherGuide() {
  const { world } = useRoomHost();
  const open = (file: File) =>
    void world.room.acts?.openFile?.(file).catch((error) => notify('error', explainError(error)));
  const part = useFigures(() => {
    const { controller } = world.room;
    return controller instanceof TogetherController ? { controller, figures: controller.figures() } : null;
  });
  if (!part) return null;
  return (
    <section className="together" aria-label="People">
      {part.controller.room ? <InRoom {...part} /> : <JoinForm {...part} />}
      <ReplaySection {...part} onFile={open} />
    </section>
  );
}

/** In no room: open one, or join one. */
function JoinForm({ controller }: TogetherPart) {
  const [room, setRoom] = useState(controller.roomName);
  const join = (event: FormEvent) => {
    event.preventDefault();
    controller.join(room);
  };
  return (
    <div data-tour="together-room">
      <h2>Come together</h2>
      <p className="hint">Whoever opens the same room sees you in your body, and you see them.</p>
      {controller.problem && <Refusal>{controller.problem}</Refusal>}
      <YourName controller={controller} name={controller.name} />
      <form className="together-join" onSubmit={join}>
        <label htmlFor="together-room">Room</label>
        <div className="row">
          <input
            id="together-room"
            type="text"
            placeholder="museum"
            title="Its name is its code: who joins under the same name comes to the same place"
            autoComplete="off"
            maxLength={40}
            value={room}
            onChange={({ target }) => setRoom(target.value)}
          />
          <button
            type="submit"
            className="small"
            title="Goes to the room of this name; the first one there is its host"
          >
            Join
          </button>
        </div>
      </form>
      <Button className="small together-new" title="A new room under a short name" onClick={() => controller.open()}>
        Open a new room
      </Button>
    </div>
  );
}

function YourName({ controller, name }: { readonly controller: TogetherController; readonly name: string }) {
  return (
    <div className="together-name">
      <span aria-hidden>Your name</span>
      <InlineName label="Your name" name={name} onRename={(next) => controller.rename(next)} />
    </div>
  );
}

function InRoom({ controller, figures }: TogetherPart) {
  const { state, sentence, role, people } = figures;
  const name = people.find(({ isMe }) => isMe)?.name ?? controller.name;
  return (
    <>
      <header data-tour="together-room">
        <div className="row">
          <h2 title="The room’s name, which is its code">{controller.roomName}</h2>
          <Button
            className="small"
            icon={LogOut}
            title="Leave the room; within a minute you come back as the same person"
            onClick={() => controller.leaveForGood()}
          >
            Leave
          </Button>
        </div>
        <p className="together-state" data-state={state} role="status">
          {sentence}
        </p>
        {role === 'watcher' ? (
          <p className="hint">You look on: nobody sees you. A host can make you a guest.</p>
        ) : (
          <YourName controller={controller} name={name} />
        )}
        {figures.voice && <VoiceSection voice={controller.voice} state={figures.voice} maySpeak={role !== 'watcher'} />}
        <Invite controller={controller} isHost={role === 'host'} />
      </header>
      {role !== 'watcher' && <ToolRow controller={controller} />}
      <PeopleList controller={controller} figures={figures} />
      <SceneSection controller={controller} figures={figures} />
      <MeasuresSection controller={controller} />
      <ChatSection controller={controller} figures={figures} />
    </>
  );
}

const inviteRoles = optionsOf({ guest: 'as guest', host: 'as host', watcher: 'to look on' });

function Invite({ controller, isHost }: { readonly controller: TogetherController; readonly isHost: boolean }) {
  const [role, setRole] = useState<'guest' | 'host' | 'watcher'>('guest');
  const [link, setLink] = useState('');
  const copy = async () => {
    try {
      const made = await controller.link(role);
      setLink(made);
      await navigator.clipboard.writeText(made);
      notify('info', isHost ? 'The link is copied. It holds for a day.' : 'The link is copied.');
    } catch (error) {
      const isRefused = error instanceof DOMException;
      notify(
        'error',
        isRefused ? 'The browser does not let the page copy; copy the link from the field.' : explainError(error),
      );
    }
  };
  return (
    <div className="together-invite">
      <div className="row">
        <Button className="small" icon={Link} title="The address of this room, for others" onClick={() => void copy()}>
          Copy link
        </Button>
        {isHost && (
          <Select
            aria-label="What the link lets them do"
            title="Guests are seen and write; hosts also decide who may what; who looks on is not seen"
            value={role}
            options={inviteRoles}
            onChange={setRole}
          />
        )}
      </div>
      {link && (
        <input
          type="text"
          readOnly
          aria-label="Link to this room"
          title="Opens the studio in this room; copy it"
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
    </div>
  );
}
