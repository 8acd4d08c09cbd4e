import { createContext, useContext } from 'react';
import type { Studio } from './studio.js';

const StudioContext = createContext<Studio | null>(null);

export const StudioProvider = StudioContext.Provider;

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error('useStudio() needs a StudioProvider above it.');
  return studio;
}
