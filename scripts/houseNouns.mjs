/**
 * Things of which the house should have one, found by what they do where a name could be changed. Tests and what programs
 * write do not count.
 * @param {import('./houseFiles.mjs').HouseFile[]} files
 * @returns {import('./houseStudio.mjs').Figure[]}
 */
export function countNouns(files) {
  const sources = files.filter(({ path, kind }) => kind === 'source' && /\.tsx?$/.test(path));
  const markdown = files.filter(({ kind }) => kind === 'markdown');
  const where = (list, count) => list.map(({ path, text }) => [path, Number(count(text, path))]);
  const steppers = sources.flatMap(({ text }) =>
    interfacesOf(text)
      .filter(isStepper)
      .map(({ name }) => name),
  );
  return [
    {
      name: 'recorders',
      meaning:
        'exported types in which samples pile up: named ...Recorder or RecordingBuilder, and classes named ...Recording',
      places: where(sources, countRecorders),
    },
    {
      name: 'histories',
      meaning:
        'files that speak of undo and take the last of a list off it themselves, instead of calling another history',
      places: where(sources, isHistory),
    },
    {
      name: 'source interfaces',
      meaning:
        'interfaces that extend no other and have `step(dtSeconds, out)`, and those named ...Source that hold one of these or a timeline',
      places: where(sources, (text) => interfacesOf(text).filter((one) => isSource(one, steppers)).length),
    },
    {
      name: 'loops from devices to a pose',
      meaning:
        "files that call tracking's `readJoints()` and hand the joints on to what solves a body; the README's first code too",
      places: where([...markdown.filter(({ path }) => path === 'README.md'), ...sources], isLoop),
    },
    {
      name: 'further loops in documents',
      meaning: 'other Markdown files with code that does so',
      places: where(
        markdown.filter(({ path }) => path !== 'README.md'),
        isLoop,
      ),
    },
  ];
}

function countRecorders(text) {
  const names = [...text.matchAll(/^export (?:abstract )?(class|interface) (\w+)/gm)];
  return names.filter(
    ([, kind, name]) => /(?:Recorder|RecordingBuilder)$/.test(name) || (kind === 'class' && name.endsWith('Recording')),
  ).length;
}

function isHistory(text) {
  return /\bundo\b/i.test(text) && /\.pop\(\)|\.slice\(0, -1\)/.test(text);
}

function interfacesOf(text) {
  return Array.from(
    text.matchAll(/^(?:export )?interface (\w+)([^{]*)\{\n([\s\S]*?)^\}/gm),
    ([, name, head, body]) => ({ name, isOwn: !head.includes(' extends '), body }),
  );
}

function isStepper({ isOwn, body }) {
  return isOwn && /^ {2}step\(dt\w*: number, out\w*: /m.test(body);
}

function isSource(one, steppers) {
  if (isStepper(one)) return true;
  if (!one.isOwn || !one.name.endsWith('Source')) return false;
  return [...one.body.matchAll(/^ {2}(?:readonly )?(\w+)\??: (\w+)/gm)].some(
    ([, member, type]) => member === 'timeline' || steppers.includes(type),
  );
}

/** Whoever only looks at the joints that come back makes no pose of them: a calibration. */
function isLoop(text) {
  const isCalled = /import [^;]*\breadJoints\b[^;]*from/.test(text) || /\b\w+\.readJoints\(/.test(text);
  if (!isCalled) return false;
  const isHandedOn = /\bstep\w*\([^;]*\breadJoints\(|return [\w.]*\breadJoints\(/.test(text);
  const kept = Array.from(text.matchAll(/\bconst (\w+) = [^;]*?\breadJoints\(/g), ([, name]) => name);
  // As an argument, in a record or, where it is not kept, as the reader has it.
  const names = [...kept, String.raw`\w+\.joints`];
  return isHandedOn || names.some((name) => new RegExp(`[({,:] *${name} *[,)}]`).test(text));
}
