import type { PuppetPart } from '@leib/puppet';
import type { PuppetEditor } from '../puppetEditor.js';

/** Props of every group of fields of the selected part. */
export interface PartCardProps {
  readonly editor: PuppetEditor;
  readonly part: PuppetPart;
}
