import { TriangleAlert } from 'lucide-react';
import { useStudio } from '../StudioContext.js';
import { useStudioStore } from '../studioStore.js';
import './bonesButton.css';

/** How the worn file's bones were found, and the way to the panel that changes them. None for our own bodies. */
export function BonesButton() {
  const studio = useStudio();
  const bones = useStudioStore((state) => state.avatar?.bones ?? null);
  if (!bones) return null;
  const guessed = bones.guessedCount > 0 ? `${bones.guessedCount} guessed` : 'none guessed';
  return (
    <button
      type="button"
      className="bones-button"
      title="Shows which joints of the file move as which bones, to check and change"
      onClick={() => studio.wardrobe.checkBones()}
    >
      {bones.isPoor && <TriangleAlert size={15} strokeWidth={2} aria-label="Doubtful" />}
      {bones.count} bones, {bones.isByHand ? 'set by hand' : guessed}: check
    </button>
  );
}
