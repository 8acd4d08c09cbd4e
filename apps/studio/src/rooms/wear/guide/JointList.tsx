import { roleNames, type TrackerRole, trackerRoles } from '@leib/calibration';
import { RotateCw } from 'lucide-react';
import { IconButton } from '../../../ui/IconButton.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import type { WearController } from '../wearController.js';

/** Roles whose joints can be turned; those of the trunk cannot. */
const turnable = trackerRoles.filter((role) => role !== 'hips' && role !== 'chest');

/** Every joint with a tracker: whether its centre is found, for experts how well, and a button to turn it again. */
export function JointList({ controller }: { readonly controller: WearController }) {
  const { session, shownProfile } = controller;
  const isExpert = useIsExpert();
  const worn = new Map<TrackerRole, (typeof shownProfile.devices)[string]>();
  for (const { id } of controller.input.devices) {
    const device = shownProfile.devices[id];
    if (device?.role && device.role !== 'head') worn.set(device.role, device);
  }
  const joints = turnable.filter((role) => worn.has(role));
  if (joints.length === 0) return <p className="hint">No worn tracker has a joint that can be turned.</p>;
  return (
    <table className="wear-table" aria-label="Joints">
      <thead>
        <tr>
          <th scope="col">Joint</th>
          {isExpert && <th scope="col">Residual</th>}
          <th scope="col">{isExpert ? 'May be off' : 'Found'}</th>
          <th scope="col" aria-label="Turn it again" />
        </tr>
      </thead>
      <tbody>
        {joints.map((role) => {
          const centre = worn.get(role)?.centre ?? null;
          const isNow = session.step === 'joints' && session.joints[0] === role;
          return (
            <tr key={role} aria-current={isNow ? 'step' : undefined}>
              <th scope="row">{roleNames[role]}</th>
              {isExpert && <td>{centre ? `${(centre.residual * 1000).toFixed(1)} mm` : '–'}</td>}
              <td>{centre ? (isExpert ? `${(centre.expectedError * 1000).toFixed(1)} mm` : 'yes') : 'as usual'}</td>
              <td>
                <IconButton
                  icon={RotateCw}
                  label={`Turn the ${roleNames[role]} ${centre ? 'again' : 'now'}`}
                  onClick={() => controller.command({ type: 'turnJoint', role })}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
