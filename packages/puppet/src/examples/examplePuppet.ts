import type { PuppetFile } from '../file/puppetFile.js';
import type { PuppetMesh } from '../model/puppetMesh.js';

export interface ExamplePuppet {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
}
