// Appended to the README's example: what npm run consumers reads from the page.
const started = Array.from(person.pose.rootPosition);
setInterval(() => {
  const [x, y, z] = person.pose.rootPosition;
  document.body.dataset.moved = String(Math.hypot(x - started[0], y - started[1], z - started[2]));
  document.body.dataset.triangles = String(renderer.info.render.triangles);
}, 100);
