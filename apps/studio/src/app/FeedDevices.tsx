import { roleNames } from '@leib/calibration';
import type { FeedSource } from '@leib/feeds';
import { quality, type TrackedPoint, trackedPoints } from '@leib/tracking';
import { useLiveFigures } from '../time/useClock.js';
import './feedDevices.css';
import { fixedText } from '../ui/fixedText.js';
import { useIsExpert } from '../ui/level.js';
import { FeedAddressRow } from './FeedAddressRow.js';
import { feedHint } from './feedState.js';
import { useStudioStore } from './studioStore.js';

/** Update interval of displayed numbers. */
const REFRESH_SECONDS = 0.5;

/** The devices of the feeds and their roles on the body. */
export function FeedDevices({ feed: source }: { readonly feed: FeedSource }) {
  const refresh = useLiveFigures(REFRESH_SECONDS);
  const isExpert = useIsExpert();
  const address = useStudioStore((state) => state.feedAddress);
  const { kind } = address;
  const choose = (id: string, point: string) => {
    source.roles = { ...source.roles, [id]: point === '' ? null : (point as TrackedPoint) };
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
                    <select
                      aria-label={`What ${name} is`}
                      title="The part of the body that this device moves"
                      value={(role === undefined ? suggestedPoint : role) ?? ''}
                      onChange={(event) => choose(id, event.target.value)}
                    >
                      <option value="">none</option>
                      {trackedPoints.map((point) => (
                        <option key={point} value={point}>
                          {point === 'head' ? 'head' : roleNames[point]}
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
