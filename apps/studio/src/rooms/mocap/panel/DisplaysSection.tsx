import { ExternalLink, Plus, X } from 'lucide-react';
import { toggle } from '../../../files/settings.js';
import { Toggle } from '../../../ui/controls.js';
import { IconButton } from '../../../ui/IconButton.js';
import type { Walls } from '../displays/walls.js';
import { type HeadRef, headName, MOST_HEADS } from '../mocapShape.js';
import type { MocapTabProps } from './mocapTab.js';

const sendControl = toggle(
  'Send to displays',
  false,
  'The agents go to every wall of the server as angles, 100 bytes each per frame, with fingers and face where they are on',
);

/** Walls of a CAVE, or any other pages, that show the agents in step. */
export function DisplaysSection({ controller, refresh }: MocapTabProps) {
  const { walls } = controller;
  const { link } = walls;
  return (
    <section aria-label="Displays">
      <Toggle
        control={sendControl}
        value={link !== null}
        onChange={(isOn) => {
          walls.turn(isOn);
          refresh();
        }}
        onSettled={refresh}
      />
      {link && <HeadList walls={walls} />}
      <p className="displays-state">
        {link ? <span role="status">{link.words} </span> : 'Walls that show the characters in step. '}
        <a href="/displays" target="_blank" rel="noreferrer" title="The page of all walls, in another tab">
          Displays <ExternalLink size={13} aria-hidden />
        </a>
      </p>
    </section>
  );
}

/** Who looks at the walls: live heads beside agents that are recorded, or the performer. */
function HeadList({ walls }: { readonly walls: Walls }) {
  const { headRefs } = walls;
  const devices = walls.heads?.trackers.devices ?? [];
  const choices: { readonly value: HeadRef; readonly label: string }[] = [
    { value: 'performer', label: 'The performer' },
    { value: 'you', label: 'You: headset, mouse and keys' },
    ...devices.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const choose = (place: number, head: HeadRef | null) =>
    walls.chooseHeads(headRefs.toSpliced(place, 1, ...(head === null ? [] : [head])));
  return (
    <>
      {headRefs.map((head, place) => {
        const name = headName(place);
        const isHere = choices.some(({ value }) => value === head);
        return (
          <div className="row head-row" key={name}>
            <label htmlFor={`mocap-${name}`}>Looks ({name})</label>
            <select
              id={`mocap-${name}`}
              title={`Whose eyes the walls of “${name}” are drawn for; trackers of the server are in the list once they send`}
              value={head}
              onChange={({ target }) => choose(place, target.value)}
            >
              {!isHere && <option value={head}>{head}, not there now</option>}
              {choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            {headRefs.length > 1 && (
              <IconButton icon={X} label={`Without ${name}`} onClick={() => choose(place, null)} />
            )}
          </div>
        );
      })}
      {headRefs.length < MOST_HEADS && (
        <button
          type="button"
          title="Another head: walls choose by name whom they are drawn for"
          onClick={() => walls.chooseHeads([...headRefs, 'you'])}
        >
          <Plus size={14} aria-hidden /> Another head
        </button>
      )}
    </>
  );
}
