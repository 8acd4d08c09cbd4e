import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canInstallPackages, installPackage } from './debianPackage.mjs';

/**
 * Features of Chromium that are switched off. Of several such flags the last one counts, and so Playwright's own list comes
 * first. The others draw a list under the address bar: each new window would spend a second of a core on it.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Pages that talk to each other would need the network's name service to find each other on one machine.
  'WebRtcHideLocalIpsWithMdns',
];

/** What a headless Chromium needs to draw WebGL in software and to stay off the network. */
export const chromiumFlags = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/**
 * The same for tests: only canvases are drawn by the software GPU, since panels cost a tenth without it. Microphone and
 * camera are Chromium's own, which beep and blink; a page must still be allowed to use them.
 */
export const chromiumTestFlags = [
  ...chromiumFlags,
  '--disable-gpu-compositing',
  '--use-fake-device-for-media-stream',
  // A machine without a network has this way alone.
  '--allow-loopback-in-peer-connection',
];

/** Path of an installed Chromium or Chrome, or null. CHROMIUM_PATH wins. */
export function findChromium() {
  const wished = process.env.CHROMIUM_PATH;
  if (wished) return existsSync(wished) ? wished : null;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const found = spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim();
    if (found) return found;
  }
  return null;
}

/** Finds Chromium, or installs Debian's; returns its path or throws with one line that says what to do. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const wished = process.env.CHROMIUM_PATH;
  if (wished) throw new Error(`CHROMIUM_PATH is ${wished}, and there is no such file.`);
  if (!canInstallPackages()) {
    throw new Error('no Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
  }
  try {
    installPackage('chromium');
  } catch {
    throw new Error('Chromium could not be installed with apt-get: is there a network? Or set CHROMIUM_PATH.');
  }
  const installed = findChromium();
  if (!installed) throw new Error('Chromium is still missing after apt-get install chromium.');
  return installed;
}
