import {
  bindParts,
  buildInner,
  buildPuppetModel,
  buildSkin,
  createPuppetState,
  moveInner,
  noInput,
  stepPuppet,
  stepSkin,
  updatePartPoses,
} from '@leib/puppet';
import { loadExamplePuppet } from '@leib/puppet/examples';

const { file, mesh } = await loadExamplePuppet('frog');
let t0 = performance.now();
const binding = bindParts(mesh, file.parts);
console.log('bind', performance.now() - t0);
t0 = performance.now();
await buildInner({ mesh, parts: file.parts, binding, settings: file.inner, volume: 0.5, spreadTurns: [] });
console.log('inner', performance.now() - t0);
t0 = performance.now();
buildSkin({ mesh, parts: file.parts, binding, settings: file.skin });
console.log('skin', performance.now() - t0);
t0 = performance.now();
const model = await buildPuppetModel(file, mesh);
const state = createPuppetState(model);
for (let round = 0; round < 4; round++) {
  let a = 0,
    b = 0;
  const N = 300;
  for (let i = 0; i < N; i++) {
    state.pose.localRotations.set([0, 0, Math.sin(i / 200), Math.cos(i / 200)], 4);
    updatePartPoses(model.skeleton, state.pose, state.partOffsets);
    const s0 = performance.now();
    moveInner(model.inner, model.skeleton, state.pose, state.hands.spread, state.inner);
    const s1 = performance.now();
    stepSkin(model.skin, state.skin, state.inner, 1 / 60);
    a += s1 - s0;
    b += performance.now() - s1;
  }
  console.log('inner ms', a / N, 'skin ms', b / N, mesh.placeCount);
}
