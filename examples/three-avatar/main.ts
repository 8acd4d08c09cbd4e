import avatarUrl from '@leib/body/leib-neutral.vrm?url';
import { createPose, DEG, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { configureRenderer, createScenery, loadAvatar } from '@leib/three';
import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';

const renderer = new WebGLRenderer({ antialias: true });
configureRenderer(renderer);
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);

const camera = new PerspectiveCamera(32, innerWidth / innerHeight, 0.1, 30);
camera.position.set(0, 1.2, 4);
camera.lookAt(0, 0.95, 0);
const avatar = await loadAvatar(avatarUrl);
const scene = new Scene().add(createScenery({ theme: 'light' }).root, avatar.root);

// A rotation is always "away from the T-pose": about +Z, positive raises the left arm and lowers the right one.
const pose = createPose(avatar.skeleton);
function turn(bone: 'leftUpperArm' | 'rightUpperArm' | 'rightLowerArm', angle: number): void {
  const at = jointOfBone(avatar.skeleton, bone) * 4;
  quat.setAxisAngle(pose.localRotations.subarray(at, at + 4), [0, 0, 1], angle);
}

let lastMs = 0;
renderer.setAnimationLoop((timeMs) => {
  turn('leftUpperArm', -70 * DEG);
  turn('rightUpperArm', -20 * DEG);
  turn('rightLowerArm', -70 * DEG + 20 * DEG * Math.sin(timeMs / 150));
  updateWorldPose(avatar.skeleton, pose);
  avatar.applyPose(pose);
  avatar.update((timeMs - lastMs) / 1000);
  lastMs = timeMs;
  renderer.render(scene, camera);
});
