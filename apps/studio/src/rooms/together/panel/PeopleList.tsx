import { Eye, EyeOff, Footprints, UserX, Video } from 'lucide-react';
import { IconButton } from '../../../ui/IconButton.js';
import { optionsOf, Select } from '../../../ui/Select.js';
import type { ListedPerson, TogetherController, TogetherPart } from '../togetherController.js';

const roleWords = { host: 'host', guest: 'guest', watcher: 'looks on' } as const;

/** Who is here, oneself first, and what can be done with each. */
export function PeopleList({ controller, figures: { people, role } }: TogetherPart) {
  return (
    <section aria-label="Who is here">
      <h3>{people.length === 1 ? 'You are alone here' : `${people.length} people`}</h3>
      <ul className="together-people">
        {people.map((person) => (
          <li key={person.id}>
            <span className="together-dot" style={{ background: person.colour }} aria-hidden />
            <div className="together-who">
              <strong title={person.name}>{person.name}</strong>
              <small>{wordsOf(person)}</small>
            </div>
            {!person.isMe && <Acts controller={controller} person={person} isHost={role === 'host'} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ isMe, role, remark }: ListedPerson): string {
  const words = [isMe ? 'you' : '', roleWords[role], role === 'watcher' ? '' : remark];
  return words.filter((word) => word !== '').join(', ');
}

interface ActsProps {
  readonly controller: TogetherController;
  readonly person: ListedPerson;
  readonly isHost: boolean;
}

function Acts({ controller, person: { id, name, role, isHidden, isFollowed }, isHost }: ActsProps) {
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
        </>
      )}
      {isHost && (
        <>
          <Select
            aria-label={`What ${name} may do`}
            title="Guests are seen and write; hosts also decide who may what; who looks on is not seen"
            value={role}
            options={optionsOf(roleWords)}
            onChange={(next) => controller.setRole(id, next)}
          />
          <IconButton icon={UserX} label={`Remove ${name}`} tone="danger" onClick={() => controller.remove(id)} />
        </>
      )}
    </div>
  );
}
