/** Colours are sRGB hex, intensities three.js' physical units. */
export interface StageLook {
  readonly zenith: string;
  readonly horizon: string;
  /** Below the horizon, where the floor has faded out. */
  readonly ground: string;
  readonly floor: string;
  readonly grid: string;
  readonly gridOpacity: number;
  readonly skyLight: string;
  readonly groundLight: string;
  readonly hemisphereIntensity: number;
  readonly keyLight: string;
  readonly keyIntensity: number;
  readonly rimLight: string;
  readonly rimIntensity: number;
  /** How dark the shadow is, 0 to 1. */
  readonly shadowIntensity: number;
}

export type StageTheme = 'light' | 'dark';

/** Sky and key together put at most 1 on white (their sum over pi), so that nothing clips without tone mapping. */
export const stageLooks: Readonly<Record<StageTheme, StageLook>> = {
  light: {
    zenith: '#e3e8ee',
    horizon: '#f3f5f8',
    ground: '#e9ecf1',
    floor: '#e0e5ec',
    grid: '#8b96a8',
    gridOpacity: 0.32,
    skyLight: '#ffffff',
    groundLight: '#c4beb4',
    hemisphereIntensity: 1.35,
    keyLight: '#fff1de',
    keyIntensity: 1.8,
    rimLight: '#dbe8ff',
    rimIntensity: 0.6,
    shadowIntensity: 0.7,
  },
  dark: {
    zenith: '#0f1116',
    horizon: '#232831',
    ground: '#16191f',
    floor: '#3d434d',
    grid: '#9fb0cf',
    gridOpacity: 0.22,
    skyLight: '#dbe2ee',
    groundLight: '#55504a',
    hemisphereIntensity: 1.05,
    keyLight: '#ffe8cf',
    keyIntensity: 1.8,
    rimLight: '#e8eefb',
    rimIntensity: 1.35,
    shadowIntensity: 0.8,
  },
};
