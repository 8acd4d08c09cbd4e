import avatarUrl from '@leib/body/leib-neutral.vrm?url';
import priorUrl from '@leib/embody/prior.bin?url';
import { loadAvatar, wearAvatar } from '@leib/three';
import { Others } from '@leib/three/together';
import { SharedRoom } from '@leib/together';
import { createEmulatedSource, setMoveWish } from '@leib/tracking';
import { HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';

// An app of its own: a renderer, a camera, a scene.
const renderer = new WebGLRenderer();
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new PerspectiveCamera(50, innerWidth / innerHeight, 0.1, 100);
camera.position.set(0, 1.6, 5);
const scene = new Scene().add(new HemisphereLight());

// My person: here one who walks round; with a headset createWebXrSource(session, referenceSpace).
const source = createEmulatedSource();
const avatar = await loadAvatar(avatarUrl);
const person = await wearAvatar(avatar, source, { prior: priorUrl });
scene.add(avatar.root);
setMoveWish(source.state, 0.5, 0, 0, 0.6);

// The room, and everybody else in it.
const name = new URLSearchParams(location.search).get('name') ?? 'Somebody';
const room = new SharedRoom(location.href, 'museum', { name });
const others = new Others(room, { scene, standIn: avatarUrl, prior: priorUrl });

renderer.setAnimationLoop((timeMs) => {
  person.stepTo(timeMs / 1000);
  room.send(person); // at most 60 times a second
  const met = others.step(timeMs / 1000, person);
  if (met) avatar.applyPose(met); // a hand of mine holds somebody's
  renderer.render(scene, camera);
});

// For the browser's console.
Object.assign(window, { person, source, others });
