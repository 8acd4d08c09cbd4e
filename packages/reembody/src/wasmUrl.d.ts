/** Vite's way to ask where a file lies once it is served. */
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
