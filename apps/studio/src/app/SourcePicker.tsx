import { Ellipsis, FileUp, Gamepad2, Glasses, Radio, Sparkles } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Button } from '../ui/Button.js';
import { FilesInput } from '../ui/FileInput.js';
import { IconButton } from '../ui/IconButton.js';
import { clipList } from '../world/clips/clipList.js';
import { FeedDevices } from './FeedDevices.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';

const ClipFacts = lazy(() => import('./clip/ClipFacts.js'));

/** Choice of the source that drives the body. The last opened file stays in the list. */
export function SourcePicker() {
  const studio = useStudio();
  const { kind, label } = useStudioStore((state) => state.source);
  const fileLabel = useStudioStore((state) => state.fileLabel);
  const hasDevice = useStudioStore((state) => state.xr === 'device');
  const clip = useStudioStore((state) => state.clip);
  const fileInput = useRef<HTMLInputElement>(null);
  const chooseFile = () => fileInput.current?.click();
  return (
    <section aria-label="Source" data-tour="source">
      <h3>Source</h3>
      <div className="source-list">
        <SourceButton
          icon={Sparkles}
          title="Demo"
          detail="a short performance"
          help="Keyframes of head and hands, made for this page"
          isActive={kind === 'demo' && label === 'Demo'}
          onClick={() => studio.sources.playDemo()}
        />
        <SourceButton
          icon={Gamepad2}
          title="Mouse, keys"
          detail="drag and walk"
          help="Drag head and hands on the screen, walk with the keyboard"
          isActive={kind === 'emulator'}
          onClick={() => studio.sources.playEmulator()}
        />
        <SourceButton
          icon={Glasses}
          title="Headset"
          detail={hasDevice ? 'enter VR' : 'none: emulated'}
          help={`${hasDevice ? 'Enter VR with your headset' : 'No headset was found: enter VR with an emulated one'}; trackers of a feed that is open are worn with it`}
          isActive={kind === 'headset'}
          onClick={() => void studio.sources.enterVr()}
        />
        <SourceButton
          icon={Radio}
          title="Tracker feed"
          detail="body trackers"
          help="Trackers that the server hears (ART DTrack, VMC, VRChat’s OSC, OptiTrack NatNet, JSON), SlimeVR’s server, or any program with a JSON WebSocket"
          isActive={kind === 'feed'}
          onClick={() => void studio.sources.playFeed()}
        />
        <div className="source-row">
          <SourceButton
            icon={FileUp}
            title={fileLabel ?? 'Open a file'}
            detail={fileLabel ? '' : 'a recorded motion'}
            help={
              fileLabel
                ? `Play ${fileLabel} again`
                : 'BVH, C3D, VRM animation, glTF animation, leib-tracking/1 or MCAP; gzip is fine'
            }
            isActive={kind === 'file' && label === fileLabel}
            onClick={() => (fileLabel ? studio.sources.playFile() : chooseFile())}
          />
          {fileLabel && <IconButton icon={Ellipsis} label="Open another file" onClick={chooseFile} />}
        </div>
      </div>
      {clip && kind === 'file' && label === clip.name && (
        <Suspense>
          <ClipFacts clip={clip} />
        </Suspense>
      )}
      {(kind === 'feed' || kind === 'headset') && studio.sources.feed && <FeedDevices feed={studio.sources.feed} />}
      <SampleClips activeLabel={kind === 'demo' ? label : null} />
      <p className="hint">Or drop files, a folder or a zip anywhere on the page.</p>
      <FilesInput inputRef={fileInput} label="Source file" onFiles={(files) => void studio.openFiles(files)} />
    </section>
  );
}

/** Clips of our own making, to play. */
function SampleClips({ activeLabel }: { readonly activeLabel: string | null }) {
  const { sources } = useStudio();
  return (
    <fieldset className="sample-clips">
      <legend>Sample clips</legend>
      {clipList.map(({ id, label, detail }) => (
        <Button key={id} title={detail} aria-pressed={label === activeLabel} onClick={() => void sources.playClip(id)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

interface SourceButtonProps {
  readonly icon: typeof Sparkles;
  readonly title: string;
  readonly detail: string;
  readonly help: string;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

function SourceButton({ icon: Icon, title, detail, help, isActive, onClick }: SourceButtonProps) {
  return (
    <Button className="source" title={help} aria-pressed={isActive} onClick={onClick}>
      <Icon size={18} strokeWidth={1.8} aria-hidden />
      <span>
        <strong>{title}</strong>
        <small>{detail}</small>
      </span>
    </Button>
  );
}
