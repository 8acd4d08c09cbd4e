import type { DataEditorProps } from '../../ui/SettingsPanel.js';

/** Fields are moved in the picture; here is only said how. */
export default function FieldsEditor({ value }: DataEditorProps) {
  return <p className="hint">{value ? 'Moved. ' : ''}Show the fields, then drag a centre in the picture.</p>;
}
