import { useId, useState } from 'react';
import { notify } from '../ui/noticesStore.js';
import { type FeedAddress, type FeedKind, problemOfAddress } from './feedAddress.js';
import { useStudio } from './StudioContext.js';
import { setFeedAddress, useStudioStore } from './studioStore.js';

const kinds: readonly { readonly kind: FeedKind; readonly label: string; readonly help: string }[] = [
  {
    kind: 'server',
    label: 'This server',
    help: 'UDP feeds that the server listens for: DTrack, VMC, VRChat, NatNet, JSON',
  },
  { kind: 'slimevr', label: 'SlimeVR', help: 'SlimeVR’s server, by its own WebSocket; usually ws://127.0.0.1:21110' },
  { kind: 'json', label: 'JSON socket', help: 'Any program that sends leib-feed/1 frames by a WebSocket of its own' },
];

/** Where the trackers come from, and the address of a program with a WebSocket of its own. */
export function FeedAddressRow() {
  const { sources } = useStudio();
  const address = useStudioStore((state) => state.feedAddress);
  const { kind } = address;
  const id = useId();
  const connect = (next: Partial<FeedAddress>) => {
    setFeedAddress(next);
    void sources.reopenFeed();
  };
  return (
    <>
      <fieldset className="control choice feed-kinds">
        <legend>Trackers from</legend>
        <div className="segments" role="radiogroup" aria-label="Trackers from">
          {kinds.map(({ kind: each, label, help }) => (
            <label key={each} className="segment" data-active={each === kind} title={help}>
              <input type="radio" name={id} checked={each === kind} onChange={() => connect({ kind: each })} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {kind !== 'server' && (
        <SocketAddress key={kind} url={address[kind]} onConnect={(url) => connect({ [kind]: url })} />
      )}
    </>
  );
}

interface SocketAddressProps {
  readonly url: string;
  readonly onConnect: (url: string) => void;
}

function SocketAddress({ url, onConnect }: SocketAddressProps) {
  const [text, setText] = useState(url);
  const connect = () => {
    const problem = problemOfAddress(text.trim(), location);
    if (problem === null) onConnect(text.trim());
    else notify('error', problem);
  };
  return (
    <form
      className="socket-address"
      onSubmit={(event) => {
        event.preventDefault();
        connect();
      }}
    >
      <input
        type="text"
        inputMode="url"
        spellCheck={false}
        aria-label="Address of the WebSocket"
        title="ws://machine:port; wss:// where the program has a certificate"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit">Connect</button>
    </form>
  );
}
