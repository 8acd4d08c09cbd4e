import { execFileSync, spawnSync } from 'node:child_process';

/** Whether programs that tests need can be installed here: root of a Debian. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && spawnSync('which', ['apt-get']).status === 0;
}

/** Installs a package of Debian; throws where that cannot be done. */
export function installPackage(name, ...options) {
  console.log(`Installing ${name} from Debian packages …`);
  const settings = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update', '-qq'], settings);
  execFileSync('apt-get', ['install', '-y', '-qq', ...options, name], settings);
}

/** A program that only some tests need, found or installed; null where it is not to be had: these tests are skipped. */
export function findOrInstall(find, name) {
  const found = find();
  if (found || !canInstallPackages()) return found;
  try {
    installPackage(name, '--no-install-recommends');
  } catch {
    return null;
  }
  return find();
}
