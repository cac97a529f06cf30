import { TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { count, plural } from '../../shared/lib/format';
import { Emotion, EMOTIONS, StateChip } from '../../shared/ui/chips';
import type { ImportPreview } from './api';

function Figure({ n, children, tone }: { n: number; children: ReactNode; tone?: 'no' | 'warn' }) {
  return (
    <div className={n > 0 && tone ? `figure ${tone}` : 'figure'}>
      <b className="num">{count(n)}</b>
      <span className="f12 t2">{children}</span>
    </div>
  );
}

function Labels({ preview }: { preview: ImportPreview }) {
  if (preview.source_labels.length === 0) return <p className="t2">No label is read.</p>;
  return (
    <div className="scrollbox">
      <table className="t">
        <thead>
          <tr>
            <th>Source label</th>
            <th className="r">Files</th>
            <th>Becomes</th>
          </tr>
        </thead>
        <tbody>
          {preview.source_labels.map((use) => (
            <tr key={`${use.collection} ${use.source_label}`}>
              <td>{use.source_label || <i className="t3">none</i>}</td>
              <td className="r">{count(use.files)}</td>
              <td>
                {use.label ? (
                  <Emotion label={use.label} />
                ) : (
                  <span className="t2">excluded: {use.exclusion_reason}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Others({ preview }: { preview: ImportPreview }) {
  return (
    <div className="col" style={{ gap: 10 }}>
      {preview.reasons.length > 0 && (
        <div>
          <h3>Not read</h3>
          <ul className="plainlist f12">
            {preview.reasons.map((r) => (
              <li key={`${r.outcome} ${r.reason}`}>
                <StateChip state={r.outcome} /> <b className="num">{count(r.count)}</b> {r.reason}
                <span className="t3 mono"> {r.examples.slice(0, 3).join(', ')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(preview.pairs > 0 || preview.alone.length > 0) && (
        <div>
          <h3>Pairs</h3>
          <ul className="plainlist f12">
            {preview.pair_examples.slice(0, 4).map((pair) => (
              <li key={pair[0]} className="mono">
                {pair.join(' + ')}
              </li>
            ))}
            {preview.alone.map((file) => (
              <li key={file}>
                <StateChip state="warning" word="Alone" /> <span className="mono">{file}</span>: the other
                part is missing
              </li>
            ))}
          </ul>
        </div>
      )}
      {preview.performer_uses.length > 0 && (
        <div>
          <h3>People</h3>
          <p className="f12 t2">
            {preview.performer_uses
              .slice(0, 12)
              .map(
                (use) => `${use.performer} (${[count(use.files), use.consent].filter(Boolean).join('; ')})`,
              )
              .join(', ')}
            {preview.performers > 12 && ` and ${count(preview.performers - 12)} more`}
            {preview.without_performer > 0 &&
              `; ${plural(preview.without_performer, 'file')} of nobody known`}
          </p>
        </div>
      )}
      {preview.consents_of_nobody > 0 && (
        <p className="f12">
          <StateChip state="warning" word="Not kept" /> the consent of{' '}
          {plural(preview.consents_of_nobody, 'file')} of nobody known
        </p>
      )}
      {preview.unused_columns.length > 0 && (
        <p className="f12 t2">Columns that nothing uses: {preview.unused_columns.join(', ')}</p>
      )}
    </div>
  );
}

function Examples({ preview }: { preview: ImportPreview }) {
  return (
    <table className="t">
      <thead>
        <tr>
          <th>Examples</th>
          <th>Label</th>
          <th>Source label</th>
          <th>Performer</th>
          <th>Performance</th>
          <th>Scenario</th>
        </tr>
      </thead>
      <tbody>
        {preview.examples.map(({ line, motion, label, exclusion_reason }) => (
          <tr key={`${line} ${motion.file}`}>
            <td className="mono">{motion.file}</td>
            <td>{label ? <Emotion label={label} /> : <span title={exclusion_reason}>excluded</span>}</td>
            <td>{motion.source_label || '–'}</td>
            <td>{motion.performer ?? <span className="t3">unknown</span>}</td>
            <td>
              {motion.performance === motion.external_id ? (
                <span className="t3">its own</span>
              ) : (
                [motion.performance, motion.part].filter(Boolean).join(' · ')
              )}
            </td>
            <td>{motion.scenario || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TYPING_MS = 300;

/** What would become of single files, found by a part of their names. */
function LookUp({ preview, onSearch }: { preview: ImportPreview; onSearch: (search: string) => void }) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  useEffect(() => onSearch(search), [search, onSearch]);
  const { found, found_count: all } = preview;
  return (
    <div>
      <TextInput
        label="Look a file up"
        placeholder="part of its name"
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
        maxLength={500}
        style={{ maxWidth: 320 }}
      />
      {search !== '' && (
        <p className="f12 t2 top8" role="status">
          {all === 0 ? 'No name holds this.' : `${plural(all, 'name')} with this in it`}
          {all > found.length && `, the first ${count(found.length)} of them:`}
        </p>
      )}
      {found.length > 0 && (
        <div className="scrollbox" tabIndex={0} role="region" aria-label="Files found">
          <table className="t">
            <tbody>
              {found.map(({ file, line, outcome, reason, label, motion }) => (
                <tr key={`${line} ${file}`}>
                  <td className="mono">{file}</td>
                  <td>
                    {outcome === 'accepted' ? <Emotion label={label} /> : <StateChip state={outcome} />}
                  </td>
                  <td>
                    {reason ||
                      [motion?.performer, motion?.performance, motion?.part, motion?.scenario]
                        .filter((said) => said && said !== file)
                        .join(' · ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** What an import would read from names and the table: nothing of it is stored. */
export function Preview({
  preview,
  busy,
  onSearch,
}: {
  preview: ImportPreview;
  busy: boolean;
  onSearch: (search: string) => void;
}) {
  return (
    <div className={busy ? 'col previewing' : 'col'} style={{ gap: 12 }} aria-busy={busy}>
      <div className="figures">
        <Figure n={preview.read}>read</Figure>
        <Figure n={preview.labelled}>with a label</Figure>
        <Figure n={preview.excluded} tone="warn">
          excluded
        </Figure>
        <Figure n={preview.left_out} tone="no">
          not read
        </Figure>
        <Figure n={preview.performers}>people</Figure>
        <Figure n={preview.performances}>performances</Figure>
        <Figure n={preview.pairs}>pairs</Figure>
        <div className="row wrap end f12">
          {EMOTIONS.map((label) => (
            <span key={label} className="row">
              <Emotion label={label} /> <b className="num">{count(preview.labels[label] ?? 0)}</b>
            </span>
          ))}
        </div>
      </div>
      <div className="previewgrid">
        <Labels preview={preview} />
        <Others preview={preview} />
      </div>
      {preview.examples.length > 0 && <Examples preview={preview} />}
      <LookUp preview={preview} onSearch={onSearch} />
    </div>
  );
}
