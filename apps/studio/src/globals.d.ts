/** The studio's version, put in by the build. */
declare const __LEIB_VERSION__: string;

/** docs/glossary.md, put in by the build. */
declare module 'virtual:leib-glossary' {
  const text: string;
  export default text;
}
