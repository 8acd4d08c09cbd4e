declare module '*.glb?url' {
  const url: string;
  export default url;
}
