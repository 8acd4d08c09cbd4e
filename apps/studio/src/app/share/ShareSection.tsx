import { AppWindow, Camera, Maximize } from 'lucide-react';
import { enterOutput } from '../../output/outputMode.js';
import { notify } from '../../ui/noticesStore.js';
import { useStudio } from '../StudioContext.js';
import './share.css';

/** The picture for others: as a file, without the page around it, in a window of its own. */
export function ShareSection() {
  const studio = useStudio();
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
        <button
          type="button"
          title="Saves what is shown now as PNG, on the background that is chosen under View"
          onClick={() => void studio.takes.exportPicture()}
        >
          <Camera size={16} aria-hidden /> Picture
        </button>
        <button type="button" title="Only the picture, without panels (O); Esc leaves it" onClick={enterOutput}>
          <Maximize size={16} aria-hidden /> Clean picture
        </button>
        <button
          type="button"
          title="The clean picture in a window of its own, for OBS and other programs that capture windows"
          onClick={() => void openWindow()}
        >
          <AppWindow size={16} aria-hidden /> Output window
        </button>
      </div>
      <p className="hint">A green or empty background is under View.</p>
    </section>
  );
}
