import { isReplayedId } from '@leib/together';
import { Eye, EyeOff, Footprints, MicOff, UserX, Video, Volume2, VolumeX } from 'lucide-react';
import { IconButton } from '../../../ui/IconButton.js';
import { optionsOf, Select } from '../../../ui/Select.js';
import type { ListedPerson, TogetherController, TogetherPart } from '../togetherController.js';

const roleWords = { host: 'host', guest: 'guest', watcher: 'looks on' } as const;

/** Who is here, oneself first, and what can be done with each. */
export function PeopleList({ controller, figures: { people, role } }: TogetherPart) {
  return (
    <section aria-label="Who is here">
      <h3>{people.length === 1 ? 'You are alone here' : `${people.length} people`}</h3>
      <People controller={controller} people={people} isHost={role === 'host'} />
    </section>
  );
}

interface PeopleProps {
  readonly controller: TogetherController;
  readonly people: readonly ListedPerson[];
  /** Says who may what. */
  readonly isHost: boolean;
}

/** Each person, and what can be done with them. */
export function People({ controller, people, isHost }: PeopleProps) {
  return (
    <ul className="together-people">
      {people.map((person) => (
        <li key={person.id}>
          <span className="together-dot" style={{ background: person.colour }} aria-hidden />
          <div className="together-who">
            <span className="together-called">
              <strong title={person.name}>{person.name}</strong>
              {person.isSpeaking && <Speaks />}
            </span>
            <small>{wordsOf(person)}</small>
          </div>
          {!person.isMe && <Acts controller={controller} person={person} isHost={isHost} />}
        </li>
      ))}
    </ul>
  );
}

function Speaks() {
  return (
    <span className="together-speaks" role="img" aria-label="speaks" title="speaks">
      <i />
      <i />
      <i />
    </span>
  );
}

function wordsOf({ id, isMe, role, remark, isMutedForAll }: ListedPerson): string {
  // Roles of a recorded room no longer apply.
  const words = [
    isMe ? 'you' : '',
    isReplayedId(id) ? '' : roleWords[role],
    role === 'watcher' ? '' : remark,
    isMutedForAll ? 'muted' : '',
  ];
  return words.filter((word) => word !== '').join(', ');
}

interface ActsProps {
  readonly controller: TogetherController;
  readonly person: ListedPerson;
  readonly isHost: boolean;
}

function Acts({ controller, person, isHost }: ActsProps) {
  const { id, name, role, isHidden, isFollowed, isMuted, isMutedForAll } = person;
  return (
    <div className="together-acts">
      {role !== 'watcher' && (
        <>
          <IconButton
            icon={Video}
            label={isFollowed ? `Stop following ${name}` : `Follow ${name} with the camera`}
            isPressed={isFollowed}
            onClick={() => controller.follow(isFollowed ? null : id)}
          />
          <IconButton icon={Footprints} label={`Go to ${name}`} onClick={() => controller.goTo(id)} />
          <IconButton
            icon={isHidden ? EyeOff : Eye}
            label={isHidden ? `Show ${name}` : `Hide ${name} from you`}
            isPressed={isHidden}
            onClick={() => controller.setHidden(id, !isHidden)}
          />
          <IconButton
            icon={isMuted ? VolumeX : Volume2}
            label={isMuted ? `Hear ${name} again` : `Mute ${name} for you`}
            isPressed={isMuted}
            onClick={() => controller.voice.setMuted(id, !isMuted)}
          />
        </>
      )}
      {isHost && (
        <span className="together-host-acts">
          {role !== 'watcher' && (
            <IconButton
              icon={MicOff}
              label={isMutedForAll ? `Let all hear ${name} again` : `Mute ${name} for all`}
              isPressed={isMutedForAll}
              onClick={() => controller.setMutedForAll(id, !isMutedForAll)}
            />
          )}
          <Select
            aria-label={`What ${name} may do`}
            title="Guests are seen and write; hosts also decide who may what; who looks on is not seen"
            value={role}
            options={optionsOf(roleWords)}
            onChange={(next) => controller.setRole(id, next)}
          />
          <IconButton icon={UserX} label={`Remove ${name}`} tone="danger" onClick={() => controller.remove(id)} />
        </span>
      )}
    </div>
  );
}
