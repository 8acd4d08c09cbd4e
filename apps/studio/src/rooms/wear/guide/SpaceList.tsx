import { useIsExpert } from '../../../ui/level.js';
import type { WearController } from '../wearController.js';

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
