import { isAnchor, roleNames, type TrackerRole, trackerRoles } from '@leib/calibration';
import { type FeedDevice, quality } from '@leib/tracking';
import { useIsExpert } from '../../../ui/pageStore.js';
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

/** Every tracked space other than the headset's, with the error and the drift of its alignment. */
export function SpaceList({ controller }: { readonly controller: WearController }) {
  const { session, shownProfile, devices } = controller;
  const isExpert = useIsExpert();
  const nameOf = (id: string) => devices.find((device) => device.id === id)?.name ?? id;
  return (
    <>
      <table className="wear-table" aria-label="Tracked spaces">
        <thead>
          <tr>
            <th scope="col">Space</th>
            {isExpert ? (
              <>
                <th scope="col">Left over</th>
                <th scope="col">Now off</th>
                <th scope="col">Late</th>
              </>
            ) : (
              <th scope="col">State</th>
            )}
          </tr>
        </thead>
        <tbody>
          {session.space.names.map((name) => {
            const space = shownProfile.spaces[name];
            const drift = session.space.drifts.get(name);
            const isNow = session.space.left[0] === name;
            return (
              <tr key={name} aria-current={isNow ? 'step' : undefined}>
                <th scope="row" title={howFound(space?.method)}>
                  {name}
                </th>
                {isExpert ? (
                  <>
                    <td>{space ? millimetres(space.residual) : '–'}</td>
                    <td>{space && drift && Number.isFinite(drift.distance) ? millimetres(drift.distance) : '–'}</td>
                    <td>{space ? `${Math.round(space.timeOffset * 1000)} ms` : '–'}</td>
                  </>
                ) : (
                  <td>{space ? 'with the headset' : 'not yet'}</td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {session.space.names.map((name) => {
        const space = shownProfile.spaces[name];
        if (!space) return null;
        const how = space.pairs.map(({ reference, other }) => `${nameOf(other)} moves with ${nameOf(reference)}`);
        return (
          <p key={name} className="hint">
            {space.method === 'fixed' ? how.join('; ') : 'By walking; the T-pose will do better'}.
          </p>
        );
      })}
    </>
  );
}

function howFound(method: 'fixed' | 'tPose' | undefined): string {
  if (method === undefined) return 'Not brought to the headset’s space yet';
  return method === 'fixed' ? 'By a tracker that moves with headset or controller' : 'By walking and the T-pose';
}

const millimetres = (metres: number) => `${(metres * 1000).toFixed(1)} mm`;

/** Less sure than this is worth a second look. */
const SURE = 0.8;

/** The role of each device with its confidence, and a list to change it. */
export function RoleList({ controller }: { readonly controller: WearController }) {
  const { session, input, shownProfile } = controller;
  const isExpert = useIsExpert();
  return (
    <table className="wear-table" aria-label="Who is who">
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">Sits on</th>
          <th scope="col">Sure</th>
        </tr>
      </thead>
      <tbody>
        {input.devices.map(({ id, name }) => {
          const known = shownProfile.devices[id];
          const role = known?.role ?? null;
          const sure = session.roles?.confidences[id];
          return (
            <tr key={id}>
              <th scope="row" title={id}>
                {name}
              </th>
              <td>
                <select
                  aria-label={`Where ${name} sits`}
                  value={role ?? ''}
                  onChange={(event) =>
                    controller.command({
                      type: 'setRole',
                      id,
                      role: (event.target.value || null) as TrackerRole | null,
                    })
                  }
                >
                  <option value="">not worn</option>
                  {trackerRoles.map((point) => (
                    <option key={point} value={point}>
                      {roleNames[point]}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                {known?.isChosen
                  ? 'by hand'
                  : isAnchor(shownProfile, id)
                    ? 'with the headset'
                    : sure === undefined || role === null
                      ? '–'
                      : sureWords(sure, isExpert)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function sureWords(sure: number, isExpert: boolean): string {
  if (isExpert) return `${Math.round(sure * 100)} %`;
  return sure >= SURE ? 'yes' : 'look again';
}
