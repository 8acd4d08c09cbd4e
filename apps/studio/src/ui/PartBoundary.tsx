import { Component, type ReactNode, Suspense } from 'react';
import { Button } from './Button.js';

interface PartBoundaryProps {
  readonly children: ReactNode;
  /** What to say where the part could not be shown. */
  readonly explain: (error: unknown) => string;
}

/** A part of the page that is fetched on demand. Where it does not come or breaks, a sentence stands in its place, and all else goes on. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly problem: string | null }> {
  override state = { problem: null };

  static getDerivedStateFromError(error: unknown): { problem: unknown } {
    return { problem: error };
  }

  override render(): ReactNode {
    const { children, explain } = this.props;
    const { problem } = this.state;
    if (problem === null) return <Suspense fallback={null}>{children}</Suspense>;
    return (
      <div className="part-problem card" role="alert">
        <p>{explain(problem)}</p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </div>
    );
  }
}
