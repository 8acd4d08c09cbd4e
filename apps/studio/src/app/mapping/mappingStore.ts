import { create } from 'zustand';

/** A file whose bones the visitor is asked to look at. */
export interface MappingRequest {
  readonly file: File;
  /** fileHash() of the file. */
  readonly hash: string;
}

interface MappingState {
  /** The panel is open where this is not null. */
  readonly asked: MappingRequest | null;
}

/** Small, since it is loaded with the page; the panel itself is loaded when it is first needed. */
export const useMapping = create<MappingState>(() => ({ asked: null }));

export function askForBones(asked: MappingRequest): void {
  useMapping.setState({ asked });
}

export function closeMapping(): void {
  useMapping.setState({ asked: null });
}
