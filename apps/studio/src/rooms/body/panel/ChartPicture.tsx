import type { BarChart } from '@leib/body';
import { useSyncExternalStore } from 'react';
import { chartUrl, saveChart } from '../comparing.js';

/** A chart in the panel's colours, and a button that saves it. */
export function ChartPicture({ chart }: { readonly chart: BarChart }) {
  const theme = useSyncExternalStore(onTheme, () => document.documentElement.dataset.theme);
  return (
    <figure className="chart">
      <div className="paper wide-content">
        <img src={chartUrl(chart, theme === 'dark')} alt={chart.title} />
      </div>
      <div className="row buttons">
        <button type="button" title="Saves the chart as SVG, on white" onClick={() => saveChart(chart)}>
          Save chart
        </button>
      </div>
    </figure>
  );
}

function onTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
