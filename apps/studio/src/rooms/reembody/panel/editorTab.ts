import type { BuiltBody, RemoteBodySettings } from '@leib/reembody';
import type { ReembodyController } from '../reembodyController.js';
import type { ReembodyFigures } from '../reembodyFigures.js';

/** Props of every tab of the editor. */
export interface EditorTabProps {
  readonly controller: ReembodyController;
  readonly figures: ReembodyFigures;
  readonly built: BuiltBody;
  readonly settings: RemoteBodySettings;
  /** Takes other settings, as one step that can be undone. */
  readonly onChange: (settings: RemoteBodySettings) => void;
  /** Shows a change of the controller at once; otherwise panels look at it a few times a second. */
  readonly refresh: () => void;
}
