import { buildTypes } from './build.mjs';
import { installIfNeeded } from './prepare.mjs';
import { lab, root, StopError } from './project.mjs';

/** Folders of lab/ that import nothing but our packages: npm start has installed what they need. */
const needsNoPackages = ['evaluate'];

/**
 * Makes a compiled file of lab/ ready for the command that asks for it (`leib bench`, `leib eval`): installs and compiles what
 * is missing. Tests have done both.
 */
export async function prepareLab(path) {
  if (process.env.LEIB_BUILT) return;
  const [folder] = path.split('/');
  if (!needsNoPackages.includes(folder)) {
    await installIfNeeded(root, true, console.error);
    await installIfNeeded(lab, true, console.error);
  }
  const { ok, output } = await buildTypes([`lab/${folder}`]);
  if (!ok) throw new StopError(`lab/${folder} could not be compiled:\n${output}`);
}
