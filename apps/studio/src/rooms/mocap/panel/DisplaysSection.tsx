import { ExternalLink } from 'lucide-react';
import { toggle } from '../../../files/settings.js';
import { Toggle } from '../../../ui/controls.js';
import type { MocapTabProps } from './mocapTab.js';

const sendControl = toggle(
  'Send to displays',
  false,
  'The agents go to every wall of the server as angles, 100 bytes each per frame, with fingers and face where they are on; the actor’s head is the viewer',
);

/** Walls of a CAVE, or any other pages, that show the agents in step. */
export function DisplaysSection({ controller, refresh }: MocapTabProps) {
  const { displays } = controller;
  return (
    <section aria-label="Displays">
      <Toggle
        control={sendControl}
        value={displays !== null}
        onChange={(isOn) => {
          controller.sendToDisplays(isOn);
          refresh();
        }}
        onSettled={refresh}
      />
      <p className="displays-state">
        {displays ? <span role="status">{displays.words} </span> : 'Walls that show the characters in step. '}
        <a href="/displays" target="_blank" rel="noreferrer" title="The page of all walls, in another tab">
          Displays <ExternalLink size={13} aria-hidden />
        </a>
      </p>
    </section>
  );
}
