import { type BarChart, type BodyPicture, barChartSvg, type Person, thesisPeople } from '@leib/body';
import { saveFile } from '../../files/saveFile.js';
import { explainError } from '../../ui/explainError.js';
import { notify } from '../../ui/pageStore.js';
import type { BodyController } from './bodyController.js';
import type { TakeChoice } from './bodySpec.js';
import { distanceInWords } from './measureWords.js';
import type { PictureRequest, ShownComparison } from './worker/bodyServiceTypes.js';

/** Height of capitals in a usual typeface, as a share of its size. */
const CAP_SHARE = 0.72;

/** Saves one of the tables of all bodies. */
export function saveTable(comparison: ShownComparison, kind: 'pairsCsv' | 'bodiesCsv' | 'text'): void {
  const names = { pairsCsv: 'pairs.csv', bodiesCsv: 'bodies.csv', text: 'comparison.txt' };
  saveFile(names[kind], comparison[kind], kind === 'text' ? 'text/plain' : 'text/csv');
}

/** All bodies in one picture as PNG; null where it cannot be drawn, with a notice. */
export async function drawPicture(controller: BodyController, picture: PictureRequest): Promise<Blob | null> {
  try {
    const image = await controller.service?.draw(controller.compareRequest, picture);
    if (!image) return null;
    return await new Promise((resolve) => canvasOfPicture(image).toBlob(resolve, 'image/png'));
  } catch (error) {
    notify('error', `No picture. ${explainError(error)}`);
    return null;
  }
}

export function canvasOfPicture({ width, height, pixels, labels }: BodyPicture): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  context?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  if (context) writeLabels(context, labels);
  return canvas;
}

/** Words over a picture, with a pale outline. */
function writeLabels(context: CanvasRenderingContext2D, labels: BodyPicture['labels']): void {
  context.lineWidth = 3;
  context.strokeStyle = 'rgb(255 255 255 / 0.9)';
  for (const { text, x, y, capHeight, align, colour } of labels) {
    context.font = `${(capHeight / CAP_SHARE).toFixed(1)}px system-ui, sans-serif`;
    context.textAlign = align === 'middle' ? 'center' : align;
    context.fillStyle = colour;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

const views = ['front', 'left', 'back'] as const;
const arrangements = ['row', 'column'] as const;

/** Saves the pictures from all sides: front, left and back, side by side and stacked. */
export async function savePictures(
  controller: BodyController,
  options: Omit<PictureRequest, 'view' | 'arrangement'>,
): Promise<void> {
  for (const arrangement of arrangements) {
    for (const view of views) {
      const blob = await drawPicture(controller, { ...options, view, arrangement });
      if (!blob) return;
      saveFile(`${arrangement}-${view}.png`, blob, 'image/png');
    }
  }
}

/** Compares two takes of all people of the opened table, or of the thesis. */
export async function comparePeople(controller: BodyController, first: TakeChoice, second: TakeChoice): Promise<void> {
  const { service, state } = controller;
  if (!service) return;
  const { people } = state.getState();
  state.setState({ peopleCharts: 0 });
  try {
    const peopleCharts = await service.comparePeople({ people: comparedPeople(people), first, second }, (share) =>
      state.setState({ peopleCharts: share }),
    );
    state.setState({ peopleCharts });
  } catch (error) {
    state.setState({ peopleCharts: null });
    notify('error', explainError(error));
  }
}

/** The people of the opened table; those of the thesis where none is open. */
export function comparedPeople(people: readonly Person[]): readonly Person[] {
  return people.length > 0 ? people : thesisPeople.map(({ id, sex, measures }) => ({ id, sex, given: measures }));
}

/** Differences of each body from the first, measure by measure. */
export function chartOfOthers({ bodies, measures, values }: ShownComparison): BarChart {
  const lengths = measures.flatMap(({ name, unit }, k) => (unit === 'm' ? [{ name, k }] : []));
  return {
    title: `Difference from ${bodies[0]}`,
    axis: 'Difference, cm',
    series: bodies.slice(1),
    groups: lengths.map(({ name, k }) => ({
      label: name,
      values: values.slice(1).map((row) => {
        const [own, other] = [values[0][k], row[k]];
        return own === null || other === null ? null : (other - own) * 100;
      }),
    })),
  };
}

const dark = { ink: '#e8ebf0', line: '#4a515c', paper: '#1d2127' };

/** A chart as the address of a picture. */
export function chartUrl(chart: BarChart, isDark: boolean): string {
  const drawn = inWords(chart);
  return `data:image/svg+xml,${encodeURIComponent(isDark ? barChartSvg(drawn, dark) : barChartSvg(drawn))}`;
}

const inWords = (chart: BarChart): BarChart => ({
  ...chart,
  groups: chart.groups.map((group) => ({ ...group, label: distanceInWords(group.label) })),
});

export function saveChart(chart: BarChart): void {
  const stem = chart.title.replace(/[^\p{L}\p{N}._ -]/gu, '_');
  saveFile(`${stem}.svg`, barChartSvg(inWords(chart)), 'image/svg+xml');
}
