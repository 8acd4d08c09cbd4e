import { isAnchor, roleNames, type TrackerRole, trackerRoles } from '@leib/calibration';
import { useIsExpert } from '../../../ui/level.js';
import type { WearController } from '../wearController.js';

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
