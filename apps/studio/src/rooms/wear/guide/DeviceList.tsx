import { type FeedDevice, quality } from '@leib/tracking';
import { useIsExpert } from '../../../ui/level.js';
import type { WearController } from '../wearController.js';

const qualityNames = ['lost', 'inferred', 'tracked'] as const;
const qualityWords = ['lost', 'guessed', 'seen'] as const;

/** All devices with rate, latency and quality; and a choice of the head if no protocol gives it. */
export function DeviceList({ controller }: { readonly controller: WearController }) {
  const { devices, input } = controller;
  const isExpert = useIsExpert();
  if (devices.length === 0) return null;
  const chooseHead = (id: string) => {
    const { headDevice } = input;
    if (headDevice && headDevice.id !== id) controller.command({ type: 'setRole', id: headDevice.id, role: null });
    if (id !== '') controller.command({ type: 'setRole', id, role: 'head' });
  };
  return (
    <>
      <table className={isExpert ? 'wear-table' : 'wear-table short'} aria-label="Devices that are seen">
        <thead>
          <tr>
            <th scope="col">Device</th>
            {isExpert && <th scope="col">Rate</th>}
            {isExpert && <th scope="col">Latency</th>}
            <th scope="col">Seen</th>
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} isHead={device === input.headDevice} />
          ))}
        </tbody>
      </table>
      <label className="row head-choice">
        The head is
        <select value={input.headDevice?.id ?? ''} onChange={(event) => chooseHead(event.target.value)}>
          <option value="">not known</option>
          {devices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function DeviceRow({ device, isHead }: { readonly device: FeedDevice; readonly isHead: boolean }) {
  const { id, name, rateHz, latencyMs, quality: grade } = device;
  const isExpert = useIsExpert();
  return (
    <tr data-quality={qualityNames[grade]} className={grade === quality.lost ? 'is-lost' : ''}>
      <th scope="row" title={id}>
        {name}
        {isHead && <small> head</small>}
      </th>
      {isExpert && <td>{rateHz > 0 ? `${rateHz.toFixed(0)} Hz` : '–'}</td>}
      {isExpert && <td>{Number.isFinite(latencyMs) ? `${latencyMs.toFixed(1)} ms` : '–'}</td>}
      <td>
        <span className="lamp" aria-hidden /> {(isExpert ? qualityNames : qualityWords)[grade]}
      </td>
    </tr>
  );
}
