/** What a headless Chromium needs to draw WebGL in software and to stay off the network. */
export declare const chromiumFlags: string[];
/**
 * The same for tests: only canvases are drawn by the software GPU, since panels cost a tenth without it. Microphone and
 * camera are Chromium's own, which beep and blink; a page must still be allowed to use them.
 */
export declare const chromiumTestFlags: string[];
/** Path of an installed Chromium or Chrome, or null. CHROMIUM_PATH wins. */
export declare function findChromium(): string | null;
/** Finds Chromium, or installs Debian's; returns its path or throws with one line that says what to do. */
export declare function ensureChromium(): string;
