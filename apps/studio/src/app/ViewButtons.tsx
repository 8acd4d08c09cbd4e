import { Footprints, House, MapPin, Scan } from 'lucide-react';
import { useStore } from 'zustand';
import { roomPanels } from '../rooms/roomParts.js';
import { IconButton } from '../ui/IconButton.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';
import './viewButtons.css';

/** What the camera can be told, in the corner of the picture. */
export function ViewButtons() {
  const { world } = useStudio();
  const isPresenting = useStudioStore(({ xr }) => xr === 'presenting');
  const isStill = useStudioStore(({ roomId }) => roomId in roomPanels);
  if (isPresenting) return null;
  return (
    <nav className="view-buttons" aria-label="View">
      <IconButton icon={Scan} label="Frame: see the whole person (F)" onClick={() => world.frame()} />
      <IconButton
        icon={House}
        label={isStill ? 'Home: the first view (Home)' : 'Home: person and camera back to the start (Home)'}
        onClick={() => world.goHome()}
      />
      {!isStill && <FollowButton />}
      {!isStill && <TeleportButton />}
    </nav>
  );
}

function TeleportButton() {
  const { teleporter } = useStudio().world.locomotion;
  const isAiming = useStore(teleporter.store, (state) => state.isAiming);
  return (
    <IconButton
      icon={MapPin}
      label="Teleport: then click or tap where you want to stand (Shift+T)"
      isPressed={isAiming}
      onClick={() => teleporter.toggle()}
    />
  );
}

function FollowButton() {
  const { room } = useStudio();
  const isFollowing = useStore(room.settings.store, ({ present }) => present.follow === true);
  return (
    <IconButton
      icon={Footprints}
      label="Follow: the camera goes along with the person"
      isPressed={isFollowing}
      onClick={() => room.settings.set('follow', !isFollowing)}
    />
  );
}
