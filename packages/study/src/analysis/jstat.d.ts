/** The parts of jstat that are used here; the package brings no types. */
declare module 'jstat' {
  interface Distribution<Parameters extends readonly number[]> {
    cdf(x: number, ...parameters: Parameters): number;
    inv(p: number, ...parameters: Parameters): number;
  }
  const jstat: {
    readonly normal: Distribution<[mean: number, deviation: number]>;
    readonly studentt: Distribution<[freedom: number]>;
    readonly chisquare: Distribution<[freedom: number]>;
  };
  export default jstat;
}
