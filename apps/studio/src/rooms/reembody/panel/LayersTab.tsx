import { defaultLayerMatrix, layers, layersCollide, withLayerPair } from '@leib/reembody';
import { boneLabel } from '../settings/boneLabel.js';
import type { EditorTabProps } from './editorTab.js';
import './layersTab.css';

/** Which parts of the body may touch which, and what of it touches the room: the matrix itself, to be clicked. */
export function LayersTab({ settings, onChange }: EditorTabProps) {
  const matrix = settings.layers;
  return (
    <>
      <p className="hint">
        What of the body touches what of itself, and what touches the room. Other bodies are always touched.
      </p>
      <table className="layer-matrix">
        <thead>
          <tr>
            <td />
            {layers.map((layer) => (
              <th key={layer} scope="col">
                <span>{boneLabel(layer)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {layers.map((row, i) => (
            <tr key={row}>
              <th scope="row">{boneLabel(row)}</th>
              {layers.slice(0, i + 1).map((column) => {
                const isOn = layersCollide(matrix, row, column);
                const isRoom = row === 'environment' && column === 'environment';
                const what = `${boneLabel(row)} and ${boneLabel(column).toLowerCase()}`;
                return (
                  <td key={column}>
                    {!isRoom && (
                      <input
                        type="checkbox"
                        aria-label={what}
                        title={`${what}: ${isOn ? 'touch' : 'pass through each other'}`}
                        checked={isOn}
                        onChange={() => onChange({ ...settings, layers: withLayerPair(matrix, row, column, !isOn) })}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="joints-row">
        <button type="button" className="small" onClick={() => onChange({ ...settings, layers: defaultLayerMatrix })}>
          As at first
        </button>
      </div>
    </>
  );
}
