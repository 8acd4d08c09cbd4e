import type { PeopleRole } from '@leib/net';
import type { ActorId } from '@leib/stage';
import { isReplayedId } from '@leib/together';
import type { RoomAction, RoomCard } from '../../../world/roomScene.js';
import type { ListedPerson, TogetherController } from '../togetherController.js';
import { voiceActions, voiceActionsOn } from '../voice/voiceActions.js';
import { ChatPage } from './chatPage.js';
import { cardOf, ScenePage } from './scenePage.js';

type Page = 'main' | 'people' | 'chat' | 'scene' | 'invite';

/** The room on the panel of who wears a headset, where nothing else can be reached: a page of buttons for each of its parts. */
export class HeadsetMenu {
  readonly #controller: TogetherController;
  readonly #chat: ChatPage;
  readonly #scene: ScenePage;
  #page: Page = 'main';
  /** Where it was opened: in another room it begins anew. */
  #room: TogetherController['room'] = null;
  /** Of whom the page of people speaks. */
  #chosen: ActorId | null = null;

  constructor(controller: TogetherController) {
    this.#controller = controller;
    this.#chat = new ChatPage(controller);
    this.#scene = new ScenePage(controller);
  }

  /** Buttons of the page that is open. */
  actions(): readonly RoomAction[] {
    const { room, tablet } = this.#controller;
    this.#followRoom();
    if (room && tablet.isOpen) return tablet.actions();
    const back: RoomAction = { id: 'back', label: 'Back', icon: 'back', run: () => this.#turnTo('main') };
    switch (this.#page) {
      case 'people':
        return [...this.#people(), back];
      case 'chat':
        return [...this.#chat.actions(), back];
      case 'scene':
        return [...this.#scene.actions(), back];
      case 'invite':
        return [back];
      default:
        return this.#main();
    }
  }

  /** What stands above the buttons; null where they need all of the panel. */
  card(): RoomCard | null {
    const { room, tablet } = this.#controller;
    this.#followRoom();
    if (!room || tablet.isOpen) return null;
    if (this.#page === 'people') return null;
    if (this.#page === 'chat') return cardOf('Chat', this.#chat.text);
    if (this.#page === 'scene') return this.#scene.card();
    return this.#page === 'invite' ? this.#inviteCard() : this.#roomCard();
  }

  #followRoom(): void {
    const { room } = this.#controller;
    if (room === this.#room) return;
    this.#room = room;
    this.#turnTo('main');
  }

  #main(): readonly RoomAction[] {
    const controller = this.#controller;
    const others = this.#others();
    const toOpen: RoomAction = { id: 'open', label: 'Open a room', icon: 'accept', run: () => controller.open() };
    const toJoin: RoomAction = {
      id: 'join',
      label: 'Join a room',
      writes: {
        label: 'The room’s name',
        text: controller.roomName,
        mostLetters: 40,
        verb: 'Join',
        done: (text) => controller.join(text),
      },
      run() {},
    };
    const toName: RoomAction = {
      id: 'rename',
      label: 'My name',
      writes: {
        label: 'Your name',
        text: controller.myName,
        mostLetters: 40,
        verb: 'Done',
        done: (text) => text !== '' && controller.rename(text),
      },
      run() {},
    };
    const toPeople: RoomAction = {
      id: 'people',
      label: others.length === 1 ? others[0].name : `People (${others.length})`,
      icon: 'body',
      isDisabled: others.length === 0,
      run: () => this.#turnTo('people'),
    };
    if (!controller.room) return [...(others.length > 0 ? [toPeople] : []), toOpen, toJoin, toName];
    const { isPointing, tablet } = controller;
    const unread = this.#chat.unreadCount;
    const isWatcher = controller.room.role === 'watcher';
    return [
      { id: 'point', label: 'Point', isOn: isPointing, run: () => controller.setPointing(!isPointing) },
      { id: 'tablet', label: 'Measure, notes', run: () => tablet.setOpen(true) },
      ...voiceActions(controller).slice(0, 1),
      toPeople,
      { id: 'chat', label: unread > 0 ? `Chat (${unread} new)` : 'Chat', run: () => this.#turnTo('chat') },
      { id: 'scene', label: 'Scene', isDisabled: !controller.scene, run: () => this.#turnTo('scene') },
      { id: 'invite', label: 'Invite', run: () => this.#turnTo('invite') },
      ...(isWatcher ? [] : [toName]),
      ...voiceActions(controller).slice(1),
      { id: 'leave', label: 'Leave the room', icon: 'back', run: () => controller.leaveForGood() },
    ];
  }

  /** One of the others at a time: all that the list on the page can do with them. */
  #people(): readonly RoomAction[] {
    const controller = this.#controller;
    const others = this.#others();
    const at = Math.max(
      0,
      others.findIndex(({ id }) => id === this.#chosen),
    );
    const chosen = others.at(at);
    if (!chosen) return [];
    const { id, name, role, isHidden, isFollowed } = chosen;
    const next = others[(at + 1) % others.length];
    const both: RoomAction[] = [
      {
        id: 'next',
        label: others.length > 1 ? `${name} (${at + 1} of ${others.length})` : name,
        icon: 'next',
        isDisabled: others.length === 1,
        run: () => this.#choose(next.id),
      },
      { id: 'go', label: 'Go to them', icon: 'walk', run: () => controller.goTo(id) },
      { id: 'follow', label: 'Follow', isOn: isFollowed, run: () => controller.follow(isFollowed ? null : id) },
      { id: 'hide', label: 'Hide them', isOn: isHidden, run: () => controller.setHidden(id, !isHidden) },
      ...voiceActionsOn(controller, chosen),
    ];
    if (controller.room?.role !== 'host' || isReplayedId(id)) return both;
    const toRole = (label: string, wanted: PeopleRole): RoomAction => ({
      id: `role ${wanted}`,
      label,
      isOn: role === wanted,
      run: () => controller.setRole(id, role === wanted ? 'guest' : wanted),
    });
    return [
      ...both,
      toRole('Only looks on', 'watcher'),
      toRole('Host', 'host'),
      { id: 'remove', label: 'Remove them', icon: 'stop', run: () => controller.remove(id) },
    ];
  }

  #others(): readonly ListedPerson[] {
    const { people, recorded } = this.#controller.figures();
    const then = recorded?.people.map((one) => ({ ...one, name: `${one.name} then` })) ?? [];
    return [...people.filter(({ isMe }) => !isMe), ...then];
  }

  #roomCard(): RoomCard {
    const { sentence, people, voice } = this.#controller.figures();
    const count = people.length === 1 ? 'You are alone.' : `${people.length} people.`;
    return cardOf(this.#controller.roomName, `${count} ${sentence} ${voice?.problem ?? voice?.sentence ?? ''}`.trim());
  }

  /** What can be told by mouth: a link cannot be copied to anybody from inside of a headset. */
  #inviteCard(): RoomCard {
    const { roomName, place } = this.#controller;
    const how = place.needsInvite
      ? 'This server lets in only who has an invite: copy a link for others on the page, outside of the headset.'
      : `Others open ${place.host} in a browser, choose Together, and join the room of this name.`;
    return cardOf(roomName, how);
  }

  #choose(id: ActorId): void {
    this.#chosen = id;
  }

  #turnTo(page: Page): void {
    this.#page = page;
    if (page !== 'scene') this.#scene.close();
    this.#chat.setOpen(page === 'chat');
  }
}
