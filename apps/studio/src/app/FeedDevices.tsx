import type { BridgeSource } from '@leib/feeds';
import { quality, type TrackedPoint, trackedPoints } from '@leib/tracking';
import { useRenderEvery } from '../time/useClock.js';
import './feedDevices.css';
import { fixedText } from '../ui/fixedText.js';
import { useIsExpert } from '../ui/level.js';

/** Update interval of displayed numbers. */
const REFRESH_SECONDS = 0.5;

/** The devices of the feeds and their roles on the body. */
export function FeedDevices({ bridge }: { readonly bridge: BridgeSource }) {
  const refresh = useRenderEvery(REFRESH_SECONDS);
  const isExpert = useIsExpert();
  const choose = (id: string, point: string) => {
    bridge.roles = { ...bridge.roles, [id]: point === '' ? null : (point as TrackedPoint) };
    refresh();
  };
  return (
    <div className="feed-devices">
      <p className="hint">{hintFor(bridge)}</p>
      {bridge.devices.length > 0 && (
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
            {bridge.devices.map(({ id, name, feed, quality: seen, rateHz, latencyMs, suggestedPoint }) => {
              const role = bridge.roles[id];
              return (
                <tr key={id} className={seen === quality.lost ? 'is-lost' : ''}>
                  <th scope="row" title={`${feed}: ${id}`}>
                    {name}
                  </th>
                  {isExpert && <td>{rateHz.toFixed(0)}</td>}
                  {isExpert && <td>{fixedText(latencyMs, 1)}</td>}
                  <td>
                    <select
                      aria-label={`What ${name} is`}
                      title="The part of the body that this device moves"
                      value={(role === undefined ? suggestedPoint : role) ?? ''}
                      onChange={(event) => choose(id, event.target.value)}
                    >
                      <option value="">none</option>
                      {trackedPoints.map((point) => (
                        <option key={point} value={point}>
                          {point}
                        </option>
                      ))}
                    </select>
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

/** The next step for the user, as one sentence. */
function hintFor(bridge: BridgeSource): string {
  if (bridge.connection !== 'open') return 'Looking for the server’s feeds …';
  const problem = bridge.feeds.find((feed) => feed.problem !== null)?.problem;
  if (problem) return problem;
  if (bridge.feeds.length === 0) {
    return 'The server listens for none: start it with leib serve --dtrack 5000, --vmc 39539, --vrchat 9000 or --natnet 1511.';
  }
  if (bridge.devices.length === 0)
    return `Listening: ${bridge.feeds.map(({ name }) => name).join(', ')}. Nothing has come yet.`;
  if (bridge.deviceOf('head') === null) return 'Say which device is the head, then what the others are.';
  return bridge.feeds.map(({ name, lost, reordered }) => `${name}: ${lost} lost, ${reordered} late`).join('; ');
}
