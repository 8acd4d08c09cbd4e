import type { SkinSettings } from '@leib/puppet';
import type { PuppetEditor } from '../puppetEditor.js';

/** Props of every group of fields of the skin. */
export interface SkinCardProps {
  readonly editor: PuppetEditor;
  readonly skin: SkinSettings;
}
