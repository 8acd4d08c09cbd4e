import './results.css';
import { storedZip } from '@leib/formats';
import { decodeProtocol, textIn } from '@leib/study';
import { exportStudy, fetchStudy, type StudySource, shapePeople, studyReport, tableOfStudy } from '@leib/study/results';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../files/saveFile.js';
import { useClock } from '../../time/useClock.js';
import { Button } from '../../ui/Button.js';
import { explainError } from '../../ui/explainError.js';
import { PanelHead, Refusal } from '../../ui/PanelParts.js';
import { nextTask, shapeTools } from './shapeTools.js';

interface Opened {
  readonly source: StudySource;
  readonly title: string;
  readonly html: string;
}

/** A study of this server: its report, and its data for other programs. */
export default function ResultsPanel() {
  const clock = useClock();
  const [studies, setStudies] = useState<readonly string[]>([]);
  const [study, setStudy] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** What is being done, in words; null where nothing is. */
  const [busy, setBusy] = useState<string | null>(null);
  const isBusy = busy !== null;
  const report = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    void listStudies().then(setStudies);
  }, []);
  const work = async (doing: () => Promise<void>) => {
    const release = clock.hold();
    setBusy('Reading …');
    setProblem(null);
    try {
      await doing();
    } catch (error) {
      setProblem(explainError(error));
    } finally {
      setBusy(null);
      release();
    }
  };
  const open = (event: FormEvent) => {
    event.preventDefault();
    void work(async () => setOpened(await openStudy(study.trim() || (studies[0] ?? ''), setBusy)));
  };
  return (
    <div className="results" data-tour="results">
      <PanelHead title="Results" />
      <form className="row" onSubmit={open}>
        <input
          type="text"
          aria-label="Study"
          title="The id of a study of this server"
          list="results-studies"
          placeholder={studies[0] ?? 'latency'}
          value={study}
          onChange={({ target }) => setStudy(target.value)}
        />
        <datalist id="results-studies">
          {studies.map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <button type="submit" className="small" title="Reads all that the server has of this study" disabled={isBusy}>
          Show
        </button>
      </form>
      {problem && <Refusal>{problem}</Refusal>}
      {busy && (
        <p className="hint" role="status">
          {busy}
        </p>
      )}
      {opened && (
        <>
          <p className="hint">A first look: it shows where to look, and confirms nothing.</p>
          <iframe ref={report} className="results-report" title={`Report: ${opened.title}`} srcDoc={opened.html} />
          <div className="row">
            <Button
              className="small"
              title="One page without scripts"
              onClick={() => saveFile(`${opened.source.study}.html`, opened.html, 'text/html')}
            >
              Save as page
            </Button>
            <Button
              className="small"
              title="The browser’s print dialog saves it as PDF"
              onClick={() => report.current?.contentWindow?.print()}
            >
              Print or PDF
            </Button>
            <Button
              className="small"
              title="CSV, Parquet, recordings and Motion-BIDS in one zip"
              disabled={isBusy}
              onClick={() => void work(() => saveData(opened))}
            >
              Save data
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const address = () => ({
  server: new URL('.', location.href).href,
  token: new URL(location.href).searchParams.get('token') ?? '',
});

/** Ids of the server's studies; none where it does not tell, or keeps none. */
async function listStudies(): Promise<readonly string[]> {
  try {
    const response = await fetch(new URL('api/study', address().server));
    const { studies } = (await response.json()) as { readonly studies?: readonly string[] };
    return Array.isArray(studies) ? studies.map(String) : [];
  } catch {
    return [];
  }
}

async function openStudy(study: string, say: (doing: string) => void): Promise<Opened> {
  const source = await fetchStudy({ ...address(), study });
  const decoded = decodeProtocol(source.protocols.at(-1) ?? '');
  const title = decoded.ok ? textIn(decoded.value.title, 'en', decoded.value.languages) : study;
  const table = await tableOfStudy(source);
  const shapes = await shapePeople(table, {
    ...shapeTools,
    onPerson(done, total) {
      say(`Bodies: ${done} of ${total} people`);
      return nextTask();
    },
  });
  return { source, title, html: studyReport(table, { title, study, shapes }) };
}

async function saveData({ source, title }: Opened): Promise<void> {
  const files: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for await (const { path, bytes } of exportStudy(source, { title }))
    files.push({ name: path, bytes: new Uint8Array(bytes) });
  saveFile(`${source.study}.zip`, storedZip(files), 'application/zip');
}
