/** The studio's version, put in by the build. */
declare const __LEIB_VERSION__: string;
