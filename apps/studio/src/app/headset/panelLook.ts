import type { Theme } from '../studioStore.js';

/** Colours of the panel, as in styles/base.css but opaque: behind it is the world. */
export interface PanelColours {
  readonly card: string;
  readonly fill: string;
  readonly hover: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly danger: string;
  readonly onDanger: string;
  readonly warning: string;
}

export const panelColours: Readonly<Record<Theme, PanelColours>> = {
  dark: {
    card: '#1b2027',
    fill: '#2c343e',
    hover: '#414c59',
    text: '#e9edf2',
    muted: '#aab6c3',
    accent: '#4ccbb5',
    onAccent: '#08201c',
    danger: '#ff8a82',
    onDanger: '#330a07',
    warning: '#f0b04a',
  },
  light: {
    card: '#fcfdfd',
    fill: '#e4e9ec',
    hover: '#cdd6dc',
    text: '#18212b',
    muted: '#4d5965',
    accent: '#0f7f6e',
    onAccent: '#ffffff',
    danger: '#b52e25',
    onDanger: '#ffffff',
    warning: '#7d5200',
  },
};

/** Sizes at arm's length, millimetres (ARM_LENGTH): the panel's pixels. */
export const panelSizes = {
  width: 372,
  height: 300,
  padding: 12,
  gap: 6,
  tabWidth: 84,
  button: 44,
  /** Smallest letters, as wide as a letter M: 1.5 degrees at arm's length. */
  text: 13,
  title: 17,
  radius: 10,
} as const;

/** How high letters of a size look, degrees. */
export function lettersDeg(sizeMillimetres: number, armLengthMetres: number): number {
  return (2 * Math.atan(sizeMillimetres / 1000 / 2 / armLengthMetres) * 180) / Math.PI;
}
