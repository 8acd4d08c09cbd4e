import { Circle, Download, Play, Square } from 'lucide-react';
import { saveFile } from '../files/saveFile.js';
import { useRenderEvery } from '../time/useClock.js';
import './feedDevices.css';
import { useRaw } from './rawRecording.js';
import { useStudio } from './StudioContext.js';

/** Records the devices of the source as they are, and plays or saves what was recorded. */
export function RawRecorder() {
  useRenderEvery(0.25);
  const studio = useStudio();
  const { isRecording, last } = useRaw();
  const { raw } = studio;
  return (
    <div className="raw-recorder">
      <button
        type="button"
        className="record-button"
        data-mode={isRecording ? 'recording' : 'idle'}
        title="Every device as it is tracked, before roles and calibration (leib-feed-recording/1); a take keeps the person instead"
        aria-pressed={isRecording}
        onClick={() => void raw.toggle()}
      >
        {isRecording ? <Square size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
        {isRecording ? `Stop: ${raw.seconds.toFixed(1)} s, ${raw.deviceCount} devices` : 'Record raw devices'}
      </button>
      {last && !isRecording && (
        <div className="take-buttons">
          <span title={last.file.name}>{`${last.seconds.toFixed(1)} s recorded`}</span>
          <button
            type="button"
            title="Plays it as the source, with your profile"
            onClick={() => void studio.openFile(last.file)}
          >
            <Play size={14} aria-hidden /> Play
          </button>
          <button
            type="button"
            title={`Saves ${last.file.name}; dropped onto the page, it plays again`}
            onClick={() => saveFile(last.file.name, last.file, 'application/jsonl')}
          >
            <Download size={14} aria-hidden /> Save
          </button>
        </div>
      )}
    </div>
  );
}
