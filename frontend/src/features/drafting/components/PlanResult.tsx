import { bytes, count, plural } from '../../../shared/lib/format';
import { Facts } from '../../../shared/ui/page';
import type { DraftPlan } from '../api';
import { LEFT_OUT, sendsWords } from '../words';

const SHOWN = 40;

/** What a run would do, which videos it leaves out and why. */
export function PlanResult({ plan }: { plan: DraftPlan }) {
  const left = Object.entries(plan.left_out);
  const rows = plan.rows.slice(0, SHOWN);
  return (
    <div className="col planresult" role="status">
      <Facts
        items={[
          ['Videos', count(plan.videos)],
          ['Drafts, at most', count(plan.drafts)],
          [plan.tokens_most === null ? 'Looks' : 'Calls', count(plan.windows)],
          ['Sent', plan.sends === null ? null : sendsWords(plan.sends)],
          ['Over the wire, about', plan.sends === null ? null : bytes(plan.sends.bytes)],
          ['Tokens, at most', plan.tokens_most === null ? null : count(plan.tokens_most)],
          [
            'Cost, at most',
            plan.cost_most === null ? null : `${Number(plan.cost_most).toFixed(2)} ${plan.currency ?? ''}`,
          ],
        ]}
      />
      {plan.tokens_most === null && <p className="f12 t2">No model is asked, and nothing is sent.</p>}
      {left.length > 0 && (
        <ul className="plainlist f12">
          {left.map(([reason, n]) => (
            <li key={reason}>
              <b>{plural(n, 'video')}</b> left out: {LEFT_OUT[reason] ?? reason}
            </li>
          ))}
        </ul>
      )}
      <div className="planrows" tabIndex={0} role="region" aria-label="Videos of the dry run">
        <table className="t">
          <thead>
            <tr>
              <th scope="col">Video</th>
              <th scope="col" className="r">
                Drafts
              </th>
              <th scope="col">Left out</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="planname" title={row.name}>
                  {row.name}
                </td>
                <td className="r">{row.left_out ? '–' : count(row.drafts)}</td>
                <td className="t2">{row.left_out ? (LEFT_OUT[row.left_out] ?? row.left_out) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {plan.rows.length > SHOWN && (
        <p className="f12 t2">The first {SHOWN} are shown, those left out first.</p>
      )}
    </div>
  );
}
