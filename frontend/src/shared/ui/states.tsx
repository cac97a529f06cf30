import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../api/client';

/** True once `ms` have passed: a skeleton after 300 ms, words after 4 s. */
export function useAfter(ms: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setPast(true), ms);
    return () => clearTimeout(id);
  }, [ms]);
  return past;
}

export function Loading({ what = 'this page', rows = 6 }: { what?: string; rows?: number }) {
  const soon = useAfter(300);
  const late = useAfter(4000);
  if (!soon) return <div className="dash" aria-busy="true" />;
  return (
    <div className="dash" aria-busy="true" role="status">
      <span className="sr">Loading {what}</span>
      <div className="skeleton" style={{ width: 220, height: 24, marginBottom: 16 }} />
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="skeleton" style={{ height: 28, marginBottom: 6 }} />
      ))}
      {late && <p className="t2 f12">Still waiting for {what}. The server is slow to answer.</p>}
    </div>
  );
}

/** In place: what happened, what to do, the code to quote. */
export function ErrorNote({ error, retry, safe }: { error: unknown; retry?: () => void; safe?: string }) {
  const known = error instanceof ApiError ? error : null;
  const text = error instanceof Error ? error.message : 'Something went wrong in this page.';
  return (
    <div className="note no" role="alert">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <div className="grow">
        <p>
          {safe && !/[.!?]$/.test(text) ? `${text}.` : text}
          {safe ? ` ${safe}` : ''}
        </p>
        {known &&
          Object.entries(known.fields)
            .filter(([, messages]) => messages.join(' ') !== text)
            .map(([field, messages]) => (
              <p key={field} className="f12">
                <b>{field}</b>: {messages.join(' ')}
              </p>
            ))}
        {known && (
          <p className="f12 t2">
            Code <span className="mono">{known.code}</span>
          </p>
        )}
      </div>
      {retry && !(known && [403, 404, 410].includes(known.status)) && (
        <Button variant="default" leftSection={<IconRefresh size={15} />} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Why there is nothing, and the one action. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p className="t2">{children}</p>}
      {action && <div className="empty-do">{action}</div>}
    </div>
  );
}
