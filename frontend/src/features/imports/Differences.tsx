import { count, words } from '../../shared/lib/format';
import { Emotion, EMOTIONS } from '../../shared/ui/chips';
import type { ImportDetail } from './api';

const NAMES: Record<string, string> = {
  bytes: 'Bytes of the file',
  file: 'Path',
  unit: 'Unit',
  up_axis: 'Axis that points up',
  may_redistribute: 'May be passed on',
  may_send_to_external_model: 'External models',
};
const BY_FILE = new Set(['bytes', 'file', 'name']);

function Value({ field, value }: { field: string; value: string }) {
  if (field === 'label' && (EMOTIONS as readonly string[]).includes(value)) return <Emotion label={value} />;
  if (value === '')
    return <i className="t3">{field === 'unit' || field === 'up_axis' ? 'recognised' : 'none'}</i>;
  return <>{field === 'may_redistribute' ? words(value) : value}</>;
}

/** What an import changes about motions that are here already: a line for each change that several share. */
export function Differences({ report }: { report: ImportDetail }) {
  const { changes, differences } = report;
  if ((changes.changed ?? 0) + (changes.unchanged ?? 0) === 0) return null;
  return (
    <details className="diffs" open={differences.length > 0 && report.dry_run}>
      <summary>
        <b className="num">{count(changes.new ?? 0)}</b> new,{' '}
        <b className="num">{count(changes.changed ?? 0)}</b> {report.dry_run ? 'would change' : 'changed'},{' '}
        <b className="num">{count(changes.unchanged ?? 0)}</b> as they were
      </summary>
      {differences.length > 0 && (
        <div className="scrollbox">
          <table className="t">
            <thead>
              <tr>
                <th>What</th>
                <th className="r">Motions</th>
                <th>Now</th>
                <th>Then</th>
              </tr>
            </thead>
            <tbody>
              {differences.map((d) => (
                <tr key={`${d.field} ${d.before} ${d.after}`}>
                  <td>{NAMES[d.field] ?? words(d.field)}</td>
                  <td className="r">{count(d.motions)}</td>
                  {BY_FILE.has(d.field) ? (
                    <td colSpan={2} className="t2">
                      {d.field === 'bytes' ? 'other bytes: inspected again' : 'differs from file to file'}
                    </td>
                  ) : (
                    <>
                      <td>
                        <Value field={d.field} value={d.before} />
                      </td>
                      <td>
                        <Value field={d.field} value={d.after} />
                      </td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
