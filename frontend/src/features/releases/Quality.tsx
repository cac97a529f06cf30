import { count } from '../../shared/lib/format';
import type { SplitQuality } from './types';

/** How far each split is from its target, beside the least that whole groups allow. */
export function QualityView({ quality }: { quality: SplitQuality | null | undefined }) {
  if (!quality?.splits?.length) return null;
  return (
    <>
      <div className="scrollx">
        <table className="t num">
          <thead>
            <tr>
              <th>Split</th>
              <th className="r">Items</th>
              <th className="r">Target</th>
              <th className="r">Drift, points</th>
              <th className="r">Least possible</th>
            </tr>
          </thead>
          <tbody>
            {quality.splits.map((s) => (
              <tr key={s.split}>
                <td>{s.split}</td>
                <td className="r b">{count(s.count)}</td>
                <td className="r">{s.target.toLocaleString('en', { maximumFractionDigits: 1 })}</td>
                <td className="r">{s.drift.toFixed(3)}</td>
                <td className="r t2">{s.least_drift.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="plainlist f13 t2">
        <li>
          {count(quality.groups)} groups, the largest of {count(quality.largest_group)}.
        </li>
        {quality.statements.map((s) => (
          <li key={s}>{s}</li>
        ))}
      </ul>
    </>
  );
}
