import { reversePainterSortStable } from '@pmndrs/uikit';
import { Group, type Object3D, Quaternion, Vector3 } from 'three';
import { recentringOf } from '../../world/recentring.js';
import type { HeadsetView, ShownPanel } from '../sources.js';
import type { Studio } from '../studio.js';
import { useStudioStore } from '../studioStore.js';
import { type HeadsetHand, HeadsetHands, type Side } from './headsetHands.js';
import { MenuButton } from './menuButton.js';
import { MousePointer } from './mousePointer.js';
import { PanelKeyboard } from './panelKeyboard.js';
import { panelSizes } from './panelLook.js';
import {
  type PanelContent,
  type PanelItem,
  type PanelState,
  panelBar,
  panelPages,
  recordingBadge,
  sheetOf,
} from './panelPages.js';
import {
  AHEAD,
  createPanelPose,
  faceHead,
  type Glass,
  headingOf,
  keepFree,
  looksAtWrist,
  MENU_BELOW_EYES,
  placeAhead,
  placeOnWrist,
  stepAhead,
} from './panelPlacement.js';
import { PanelPointers, type PointedPanel } from './panelPointers.js';
import { PanelView } from './panelView.js';

/** Seconds between two looks at what the panel should show. */
const READ_SECONDS = 0.1;
/** Seconds of looking at the palm until the panel opens, and of looking away until it closes. */
const WRIST_SECONDS = { opens: 0.3, closes: 0.7 } as const;
/** A palm that is turned to the eyes up to this angle opens the panel, radians. */
const PALM_ANGLE = 0.9;
/** With hands, the "Menu" button goes away after this time, seconds: they have another way. */
const HINT_SECONDS = 15;

type Point = readonly [x: number, y: number, z: number];
type Anchor = 'wrist' | 'ahead' | 'placed';

/** The panel inside virtual reality: built when a session starts, gone when it ends. */
export class HeadsetPanel implements HeadsetView {
  readonly #studio: Studio;
  readonly #space = new Group();
  readonly #place = new Group();
  readonly #menuPlace = new Group();
  readonly #view = new PanelView();
  readonly #keyboard = new PanelKeyboard();
  readonly #menu = new MenuButton(() => this.open());
  readonly #hands: HeadsetHands;
  readonly #pointers: PanelPointers;
  readonly #mouse: MousePointer | null;
  readonly #pose = createPanelPose();
  readonly #menuPose = createPanelPose();
  readonly #ahead = { isFollowing: false };
  readonly #menuAhead = { isFollowing: false };
  readonly #head = { position: new Vector3(0, 1.6, 0), rotation: new Quaternion() };
  readonly #stopListening: () => void;
  readonly #pointedPanel: PointedPanel;
  readonly #pointedMenu: PointedPanel;
  #isOpen = false;
  #anchor: Anchor = 'ahead';
  #pageId = 'room';
  #sheet = 0;
  /** Which buttons the sheet is of: others begin with their first sheet. */
  #sheetOf = '';
  #isGazeChosen = false;
  #sinceRead = READ_SECONDS;
  #wristSeconds = 0;
  #seconds = 0;
  /** The room in which the panel was opened by itself, for people without hands to open it. */
  #openedIn = '';

  /** @param isEmulated on the screen: the mouse presses, too */
  constructor(studio: Studio, isEmulated: boolean) {
    this.#studio = studio;
    const { rig, renderer } = studio.world;
    const session = renderer.xr.getSession();
    if (!session) throw new Error('virtual reality has ended already');
    this.#space.name = 'headset panel';
    rig.root.add(this.#space);
    this.#space.add(this.#place, this.#menuPlace);
    this.#place.add(this.#view.root);
    this.#menuPlace.add(this.#menu.root);
    this.#hands = new HeadsetHands(session, this.#space, () => this.#pointers.pressGaze());
    this.#pointers = new PanelPointers(this.#hands, rig.camera, () => {
      this.#anchor = 'placed';
    });
    this.#space.add(this.#pointers.root);
    this.#mouse = isEmulated
      ? new MousePointer(renderer.domElement, rig.camera, () => this.#pointed?.scene ?? null)
      : null;
    this.#pointedPanel = this.#createPointedPanel();
    this.#pointedMenu = this.#createPointedMenu();
    renderer.setTransparentSort(reversePainterSortStable);
    this.#stopListening = useStudioStore.subscribe(({ theme }, before) => {
      if (theme !== before.theme) this.#setTheme();
    });
    this.#setTheme();
    this.#show();
  }

  /** Opens the panel of the running session, once its letters can be drawn. */
  static async open(studio: Studio, isEmulated: boolean): Promise<HeadsetPanel> {
    const panel = new HeadsetPanel(studio, isEmulated);
    await panel.#view.fontsLoaded;
    return panel;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** @param isByItself nobody has raised a hand for it: it floats ahead, where it is seen and stays */
  open(isByItself = false): void {
    this.#isOpen = true;
    this.#sinceRead = READ_SECONDS;
    this.#anchor = !isByItself && this.#isWristInView() ? 'wrist' : 'ahead';
    this.#pose.position.copy(this.#goal());
    this.#ahead.isFollowing = false;
  }

  hide(): void {
    this.#isOpen = false;
    this.#anchor = 'ahead';
    this.#keyboard.close();
    this.#tablet?.setOpen(false);
  }

  toggle(): void {
    if (this.#isOpen) this.hide();
    else this.open();
  }

  step(frame: XRFrame, dtSeconds: number): void {
    const { xr } = this.#studio.world.renderer;
    const space = xr.getReferenceSpace();
    const viewer = space && frame.getViewerPose(space)?.transform;
    if (!space || !viewer) return;
    this.#head.position.set(viewer.position.x, viewer.position.y, viewer.position.z);
    const { x, y, z, w } = viewer.orientation;
    this.#head.rotation.set(x, y, z, w);
    this.#seconds += dtSeconds;
    this.#hands.read(frame, space);
    this.#openOrClose(dtSeconds);
    this.#move(dtSeconds);
    this.#show();
    const worn: Side | null = this.#anchor === 'wrist' ? 'left' : null;
    this.#pointers.step(this.#pointed, this.#head, this.#isGazing, worn, dtSeconds);
    const { handsOnPanel } = this.#studio.world.wearer;
    handsOnPanel.left = this.#pointers.isOnPanel('left');
    handsOnPanel.right = this.#pointers.isOnPanel('right');
    this.#tellPointers();
    this.#read(dtSeconds);
    if (this.#isOpen) this.#view.root.update(dtSeconds * 1000);
    if (this.#menuPlace.visible) this.#menu.root.update(dtSeconds * 1000);
    for (const item of this.#view.takePressed()) this.#run(item);
  }

  #run(item: PanelItem): void {
    if (item.writes) this.#keyboard.open(item.writes);
    else item.run();
    // What a press has changed is seen at once: keys are pressed one after the other.
    this.#sinceRead = READ_SECONDS;
  }

  describe(): ShownPanel {
    const content = this.#isOpen ? this.#view.content : null;
    const slots = this.#isOpen ? this.#view.allSlots : [];
    const pointOf = (at: Vector3 | null) => at && tupleOf(at);
    const handOf = ({ isTracked, tip, ray }: HeadsetHand) => {
      if (!isTracked) return null;
      const way = new Vector3(0, 0, -1).applyQuaternion(ray.getWorldQuaternion(new Quaternion()));
      const from = ray.getWorldPosition(new Vector3());
      return { tip: tupleOf(this.#space.localToWorld(tip.clone())), from: tupleOf(from), way: tupleOf(way) };
    };
    const { left, right, gaze } = this.#pointers.meets;
    const buttons = slots.flatMap(({ item, root }) => {
      const at = root.getWorldPosition(new Vector3());
      return item ? [{ label: item.label, isOn: item.isOn ?? false, at: tupleOf(at) }] : [];
    });
    const menuAt = this.#menu.root.getWorldPosition(new Vector3());
    if (this.#menuPlace.visible) buttons.push({ label: 'Menu', isOn: false, at: tupleOf(menuAt) });
    return {
      isOpen: this.#isOpen,
      title: content?.title ?? '',
      badge: content?.badge ?? '',
      card: content?.card ? `${content.card.title}: ${content.card.text}` : '',
      buttons,
      meets: { left: pointOf(left), right: pointOf(right), gaze: pointOf(gaze) },
      hands: { left: handOf(this.#hands.left), right: handOf(this.#hands.right) },
    };
  }

  dispose(): void {
    this.#keyboard.close();
    this.#tablet?.setOpen(false);
    this.#stopListening();
    this.#mouse?.dispose();
    this.#pointers.dispose();
    this.#hands.dispose();
    this.#view.dispose();
    this.#menu.dispose();
    this.#space.removeFromParent();
    // three.js's own order again.
    this.#studio.world.renderer.setTransparentSort(null as never);
    document.body.style.cursor = '';
  }

  /** Rooms know where hands point, too. */
  #tellPointers(): void {
    const { handsOnPanel, pointers } = this.#studio.world.wearer;
    for (const { side, isTracked, isSelecting, ray } of this.#hands.both) {
      const pointer = pointers[side];
      pointer.isTracked = isTracked;
      pointer.isSelecting = isSelecting && !handsOnPanel[side];
      ray.getWorldPosition(pointer.position);
      ray.getWorldQuaternion(pointer.rotation);
    }
  }

  get #pointed(): PointedPanel | null {
    if (this.#isOpen) return this.#pointedPanel;
    return this.#menuPlace.visible ? this.#pointedMenu : null;
  }

  /** Looking presses where there are no hands to do it, or where it was chosen. */
  get #isGazing(): boolean {
    return this.#isGazeChosen || !this.#hands.isAnyTracked;
  }

  #createPointedPanel(): PointedPanel {
    const view = this.#view;
    return {
      scene: this.#place,
      pose: this.#pose,
      halfWidth: panelSizes.width / 2000,
      halfHeight: panelSizes.height / 2000,
      buttonAt: (object) => view.itemAt(object)?.id ?? null,
      isHandle: (object) => view.itemAt(object) === null,
    };
  }

  #createPointedMenu(): PointedPanel {
    const menu = this.#menu;
    return {
      scene: this.#menuPlace,
      pose: this.#menuPose,
      halfWidth: menu.halfWidth,
      halfHeight: menu.halfHeight,
      buttonAt: (object: Object3D) => (menu.has(object) ? 'menu' : null),
      isHandle: () => false,
    };
  }

  #setTheme(): void {
    const { theme } = useStudioStore.getState();
    this.#view.setTheme(theme);
    this.#menu.setTheme(theme);
  }

  /** By a button of the controller, by looking at the palm, or by itself in a room that asks for something. */
  #openOrClose(dtSeconds: number): void {
    if (this.#hands.both.some(({ isMenuPressed }) => isMenuPressed)) this.toggle();
    const { left } = this.#hands;
    const isLooking = this.#isOpen
      ? this.#isWristInView()
      : left.isBare && this.#isWristInView() && this.#isPalmShown();
    // A tablet stays open in the hand while one looks at what is measured, and a keyboard while one writes.
    const isBusy = this.#tablet?.isOpen === true || this.#keyboard.isOpen;
    const closes = this.#anchor === 'wrist' && !isLooking && !isBusy;
    const isTurning = this.#isOpen ? closes : isLooking;
    this.#wristSeconds = isTurning ? this.#wristSeconds + dtSeconds : 0;
    if (this.#wristSeconds > (this.#isOpen ? WRIST_SECONDS.closes : WRIST_SECONDS.opens)) {
      this.#wristSeconds = 0;
      this.toggle();
    }
    this.#holdTablet();
    const { roomId } = useStudioStore.getState();
    if (this.#openedIn === roomId || !this.#studio.world.room.acts?.card?.()) return;
    this.#openedIn = roomId;
    this.#pageId = 'room';
    if (!this.#isOpen) this.open(true);
  }

  get #tablet() {
    return this.#studio.world.room.acts?.tablet;
  }

  /** The panel is the tablet while that is open: above the left hand, where one is tracked. */
  #holdTablet(): void {
    const isHeld = this.#isOpen && this.#tablet?.isOpen === true && this.#hands.left.isTracked;
    if (isHeld && this.#anchor === 'ahead') this.#anchor = 'wrist';
  }

  #isWristInView(): boolean {
    const { left } = this.#hands;
    return left.isTracked && looksAtWrist(left.wrist, this.#head, this.#isOpen);
  }

  #isPalmShown(): boolean {
    const { palm, wrist } = this.#hands.left;
    return palm.angleTo(this.#head.position.clone().sub(wrist)) < PALM_ANGLE;
  }

  #move(dtSeconds: number): void {
    const goal = this.#goal();
    if (this.#anchor === 'wrist') this.#pose.position.lerp(goal, 1 - 2 ** (-dtSeconds / 0.03));
    else if (this.#anchor === 'ahead') stepAhead(this.#ahead, this.#pose, this.#head, goal, dtSeconds);
    keepFree(this.#pose.position, this.#head, this.#glass());
    faceHead(this.#pose, this.#head);
    const low = placeAhead(this.#head, AHEAD.withGaze, MENU_BELOW_EYES);
    if (this.#seconds <= dtSeconds) this.#menuPose.position.copy(low);
    stepAhead(this.#menuAhead, this.#menuPose, this.#head, low, dtSeconds);
    keepFree(this.#menuPose.position, this.#head, this.#glass());
    faceHead(this.#menuPose, this.#head);
  }

  #goal(): Vector3 {
    const distance = this.#isGazing ? AHEAD.withGaze : AHEAD.withHands;
    if (this.#anchor === 'wrist') return placeOnWrist(this.#hands.left.wrist, this.#head);
    const goal = placeAhead(this.#head, distance);
    keepFree(goal, this.#head, this.#glass());
    return goal;
  }

  #show(): void {
    this.#place.visible = this.#isOpen;
    this.#menuPlace.visible = !this.#isOpen && (this.#isGazing || this.#seconds < HINT_SECONDS);
    for (const [place, pose] of [
      [this.#place, this.#pose],
      [this.#menuPlace, this.#menuPose],
    ] as const) {
      place.position.copy(pose.position);
      place.quaternion.copy(pose.rotation);
      place.scale.setScalar(pose.scale);
      place.updateWorldMatrix(true, false);
    }
  }

  /** The mirror in the tracked space. */
  #glass(): Glass | null {
    const { rig, view } = this.#studio.world;
    const { showMirror, mirrorDistance } = this.#studio.stage;
    if (!showMirror) return null;
    const yaw = view.mirrorYaw ?? 0;
    const way = new Vector3(Math.sin(yaw), 0, Math.cos(yaw));
    const point = rig.root.worldToLocal(way.clone().multiplyScalar(mirrorDistance));
    const turnBack = rig.root.getWorldQuaternion(new Quaternion()).invert();
    return { point, normal: way.negate().applyQuaternion(turnBack) };
  }

  /** Looks up what there is to show, a few times a second. */
  #read(dtSeconds: number): void {
    this.#sinceRead += dtSeconds;
    if (this.#sinceRead < READ_SECONDS) return;
    this.#sinceRead = 0;
    const { left, right } = this.#hands;
    const way = this.#mouse ? 'Menu: key M' : left.isBare || right.isBare ? 'Menu: left palm' : 'Menu: X or A';
    this.#menu.say(this.#isGazing ? 'Menu' : way);
    if (this.#isOpen) this.#view.show(this.#content());
  }

  #content(): PanelContent {
    const badge = recordingBadge(this.#studio.takes);
    const written = this.#keyboard.keys;
    if (written) {
      const { title, text, keys, bar } = written;
      return { title, badge, tabs: [], card: null, note: text, items: [], keys, bar };
    }
    const state = this.#state();
    const pages = panelPages(this.#studio, state);
    const page = pages.find(({ id }) => id === this.#pageId) ?? pages[0];
    const buttons = `${page.id} ${page.items.at(0)?.id}`;
    if (buttons !== this.#sheetOf) [this.#sheet, this.#sheetOf] = [0, buttons];
    const items = sheetOf(page, this.#sheet, () => {
      this.#sheet++;
      this.#sinceRead = READ_SECONDS;
    });
    const tabs = pages.map(({ id, label }) => ({
      id: `page ${id}`,
      label,
      isOn: id === page.id,
      run: () => state.goTo(id),
    }));
    const title = page.id === 'room' ? page.label : `${pages[0].label}: ${page.label}`;
    const { card, note } = page;
    return {
      title,
      badge,
      tabs,
      card,
      note,
      items,
      keys: [],
      bar: panelBar(this.#studio, state),
    };
  }

  #state(): PanelState {
    return {
      isPlaced: this.#anchor === 'placed',
      isGazeChosen: this.#isGazeChosen,
      goTo: (pageId) => {
        this.#pageId = pageId;
        this.#sheet = 0;
        this.#sinceRead = READ_SECONDS;
      },
      hide: () => this.hide(),
      recentre: () => this.#recentre(),
      togglePlaced: () => {
        this.#anchor = this.#anchor === 'placed' ? 'ahead' : 'placed';
      },
      toggleGaze: () => {
        this.#isGazeChosen = !this.#isGazeChosen;
      },
    };
  }

  /** The wearer stands on the start and looks ahead; the panel stays where it is before them. */
  #recentre(): void {
    const { world, sources } = this.#studio;
    const { x, z } = this.#head.position;
    const yaw = headingOf(this.#head) + Math.PI;
    world.locomotion.goHome();
    world.wearer.recentring = recentringOf({ x, z, yaw }, sources.headsetScale);
  }
}

function tupleOf({ x, y, z }: Vector3): Point {
  return [x, y, z];
}
