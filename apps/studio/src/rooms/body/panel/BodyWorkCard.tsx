import { useStore } from 'zustand';
import type { RoomGuideProps } from '../../room.js';
import { openBody } from '../bodyController.js';
import { useBodyRoom } from '../bodyRoomStore.js';
import { FitProgress } from './FitProgress.js';
import { MeterProgress } from './MeterProgress.js';
import './bodyWorkCard.css';

/** A fit or measuring that is under way, over the picture while the panel, which says it too, is closed. */
export default function BodyWorkCard({ isCovered }: RoomGuideProps) {
  const controller = useStore(openBody, (state) => state.controller);
  const fitting = useBodyRoom((state) => state.fitting);
  const meter = useBodyRoom((state) => state.meter);
  if (isCovered || !controller || (!fitting && !meter)) return null;
  return (
    <section className="body-work card" aria-label="Under way">
      <FitProgress controller={controller} />
      <MeterProgress meter={meter} />
    </section>
  );
}
