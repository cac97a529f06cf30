import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  at: string;
  children: ReactNode;
}

/** A page that breaks says so in its place; the frame and the other pages go on. */
export class PageBoundary extends Component<Props, { broken: Error | null; at: string }> {
  override state = { broken: null as Error | null, at: this.props.at };

  static getDerivedStateFromError(broken: Error) {
    return { broken };
  }

  static getDerivedStateFromProps(props: Props, state: { broken: Error | null; at: string }) {
    return props.at === state.at ? null : { broken: null, at: props.at };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    // A new version was installed while the page was open: its files have other names now.
    const stale = /dynamically imported module|Importing a module script failed/i.test(
      this.state.broken.message,
    );
    return (
      <div className="dash">
        <h1>{stale ? 'A new version is there' : 'This page could not be shown'}</h1>
        <p className="t2">
          {stale
            ? 'Load the page again to use it. What you typed is kept.'
            : 'What was saved is safe. Load the page again; if that does not help, quote the words below.'}
        </p>
        {!stale && <pre className="log">{this.state.broken.message}</pre>}
        <Button mt={12} onClick={() => window.location.reload()}>
          Load again
        </Button>
      </div>
    );
  }
}
