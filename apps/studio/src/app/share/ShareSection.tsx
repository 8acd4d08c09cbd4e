import { AppWindow, Camera, FileDown, Link, Maximize } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../files/saveFile.js';
import { enterOutput } from '../../output/outputMode.js';
import { Button } from '../../ui/Button.js';
import { notify } from '../../ui/pageStore.js';
import { useStudio } from '../StudioContext.js';
import { passOn } from './passOn.js';
import './share.css';

/** What is shown, for others: as a link, a file, a picture; without the page around it, in a window of its own. */
export function ShareSection() {
  const studio = useStudio();
  const [link, setLink] = useState('');
  const shareLink = async () => {
    const { linkToNow, missingInView } = await import('./shareView.js');
    const made = await linkToNow(studio);
    setLink(made);
    const missing = missingInView(studio);
    notify('info', `${await passOn(made)}${missing && ` It does not bring along ${missing}.`}`);
  };
  const shareFile = async () => {
    const { fileOfNow } = await import('./shareView.js');
    const { name, text } = fileOfNow(studio);
    saveFile(name, text, 'application/json');
    notify('info', `Saved as ${name}. Dropped onto the page, it shows the same.`);
  };
  const openWindow = async () => {
    const { OutputWindow } = await import('../../output/outputWindow.js');
    try {
      OutputWindow.open(studio.world);
    } catch (error) {
      notify('error', (error as Error).message);
    }
  };
  return (
    <section aria-label="Share and stream" className="share">
      <h3>Share and stream</h3>
      <div className="share-buttons">
        <Button
          icon={Link}
          title="A link to this room, its settings, the view, the clip and the built body"
          onClick={() => void shareLink()}
        >
          Share a link
        </Button>
        <Button
          icon={FileDown}
          title="The same as a file, to be dropped onto the page"
          onClick={() => void shareFile()}
        >
          As a file
        </Button>
        <Button
          icon={Camera}
          title="Saves what is shown now as PNG, on the background that is chosen under View"
          onClick={() => void studio.takes.exportPicture()}
        >
          Picture
        </Button>
        <Button icon={Maximize} title="Only the picture, without panels (O); Esc leaves it" onClick={enterOutput}>
          Clean picture
        </Button>
        <Button
          icon={AppWindow}
          title="The clean picture in a window of its own, for OBS and other programs that capture windows"
          onClick={() => void openWindow()}
        >
          Output window
        </Button>
      </div>
      {link && (
        <input
          readOnly
          aria-label="Link to this view"
          title="Opens the studio as it is here; copy it"
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
      <p className="hint">A green or empty background is under View.</p>
    </section>
  );
}
