import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export function PageHead({
  title,
  sub,
  children,
}: {
  title: ReactNode;
  sub?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="pagehead">
      <div className="grow">
        <h1>{title}</h1>
        {sub && <p className="t2">{sub}</p>}
      </div>
      {children && <div className="row wrap">{children}</div>}
    </div>
  );
}

export function Card({
  title,
  children,
  span = 12,
  aside,
  flush,
}: {
  title?: ReactNode;
  children: ReactNode;
  span?: number;
  aside?: ReactNode;
  flush?: boolean;
}) {
  return (
    <section className={flush ? 'card flush' : 'card pad'} style={{ gridColumn: `span ${span}` }}>
      {(title || aside) && (
        <div className="cardhead">
          {title && <h2>{title}</h2>}
          {aside && <div className="end row f12 t2 wrap">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Name and value pairs; values that are not there are left out. */
export function Facts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {items
        .filter(([, v]) => v !== null && v !== undefined && v !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function Copy({ value, label = 'Copy' }: { value: string; label?: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon size={24} onClick={copy} aria-label={copied ? 'Copied' : label}>
            {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

export function Digest({ value, short = 12 }: { value: string | null | undefined; short?: number }) {
  if (!value) return <span className="t3">–</span>;
  return (
    <span className="row digest">
      <span className="mono" title={value}>
        {value.slice(0, short)}…
      </span>
      <Copy value={value} label="Copy SHA-256" />
    </span>
  );
}

export function Snippet({ children, label }: { children: string; label: string }) {
  return (
    <figure className="snippet">
      <figcaption className="row">
        <span className="b f12">{label}</span>
        <span className="end">
          <Copy value={children} label={`Copy ${label}`} />
        </span>
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        <code>{children}</code>
      </pre>
    </figure>
  );
}
