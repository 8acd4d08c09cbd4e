import './feedDevices.css';
import { roleNames } from '@leib/calibration';
import type { FeedSource } from '@leib/feeds';
import { quality, type TrackedPoint, trackedPoints } from '@leib/tracking';
import { useState } from 'react';
import { useLiveFigures } from '../time/useClock.js';
import { fixedText } from '../ui/fixedText.js';
import { notify, useIsExpert } from '../ui/pageStore.js';
import { type Option, Segments, Select } from '../ui/Select.js';
import { type FeedAddress, type FeedKind, problemOfAddress } from './feedAddress.js';
import { feedHint } from './feedState.js';
import { useStudio } from './StudioContext.js';
import { setFeedAddress, useStudioStore } from './studioStore.js';

/** Update interval of displayed numbers. */
const REFRESH_SECONDS = 0.5;

const roles: readonly Option<TrackedPoint | ''>[] = [
  { value: '', label: 'none' },
  ...trackedPoints.map((value) => ({ value, label: value === 'head' ? 'head' : roleNames[value] })),
];

/** The devices of the feeds and their roles on the body. */
export function FeedDevices({ feed: source }: { readonly feed: FeedSource }) {
  const refresh = useLiveFigures(REFRESH_SECONDS);
  const isExpert = useIsExpert();
  const address = useStudioStore((state) => state.feedAddress);
  const { kind } = address;
  const choose = (id: string, point: TrackedPoint | '') => {
    source.roles = { ...source.roles, [id]: point === '' ? null : point };
    refresh();
  };
  return (
    <div className="feed-devices">
      <FeedAddressRow />
      <p className="hint">{feedHint(source, { kind, url: kind === 'server' ? '' : address[kind] })}</p>
      {source.devices.length > 0 && (
        <table aria-label="Devices">
          <thead>
            <tr>
              <th scope="col">Device</th>
              {isExpert && <th scope="col">Hz</th>}
              {isExpert && <th scope="col">ms</th>}
              <th scope="col">Is</th>
            </tr>
          </thead>
          <tbody>
            {source.devices.map(({ id, name, feed, quality: seen, rateHz, latencyMs, suggestedPoint }) => {
              const role = source.roles[id];
              return (
                <tr key={id} className={seen === quality.lost ? 'is-lost' : ''}>
                  <th scope="row" title={`${feed}: ${id}`}>
                    {name}
                  </th>
                  {isExpert && <td>{rateHz.toFixed(0)}</td>}
                  {isExpert && <td>{fixedText(latencyMs, 1)}</td>}
                  <td>
                    <Select
                      aria-label={`What ${name} is`}
                      title="The part of the body that this device moves"
                      value={(role === undefined ? suggestedPoint : role) ?? ''}
                      options={roles}
                      onChange={(point) => choose(id, point)}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}

const kinds: readonly Option<FeedKind>[] = [
  {
    value: 'server',
    label: 'This server',
    help: 'UDP feeds that the server listens for: DTrack, VMC, VRChat, NatNet, JSON',
  },
  { value: 'slimevr', label: 'SlimeVR', help: 'SlimeVR’s server, by its own WebSocket; usually ws://127.0.0.1:21110' },
  { value: 'json', label: 'JSON socket', help: 'Any program that sends leib-feed/1 frames by a WebSocket of its own' },
];

/** Where the trackers come from, and the address of a program with a WebSocket of its own. */
function FeedAddressRow() {
  const { sources } = useStudio();
  const address = useStudioStore((state) => state.feedAddress);
  const { kind } = address;
  const connect = (next: Partial<FeedAddress>) => {
    setFeedAddress(next);
    void sources.reopenFeed();
  };
  return (
    <>
      <fieldset className="control choice feed-kinds">
        <legend>Trackers from</legend>
        <Segments
          aria-label="Trackers from"
          value={kind}
          options={kinds}
          onChange={(each) => connect({ kind: each })}
        />
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
