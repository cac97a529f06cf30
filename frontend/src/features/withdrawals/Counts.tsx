import { bytes, count, plural } from '../../shared/lib/format';
import { Facts } from '../../shared/ui/page';
import type { WithdrawalPlan } from './api';

type Numbers = WithdrawalPlan['counts'];

const some = (n: number) => (n === 0 ? null : count(n));

/** What vanishes where: of the work, of releases, of the storage. What is untouched is left out. */
export function Counts({ counts }: { counts: Numbers }) {
  const untouched = counts.releases.length === 0;
  return (
    <div className="goes">
      <section aria-label="Of the work">
        <h3>From the work</h3>
        <Facts
          items={[
            ['Motions', some(counts.motions)],
            ['Episodes', some(counts.episodes)],
            ['Clips', some(counts.clips)],
            ['Items', some(counts.items)],
            ['Revisions', some(counts.revisions)],
            ['Reviews that end', some(counts.open_rounds)],
            ['Freezes that end', counts.ended_freezes.map((version) => `v${version}`).join(', ')],
          ]}
        />
      </section>
      <section aria-label="Of releases">
        <h3>From releases</h3>
        {untouched ? (
          <p className="f13 t2">No frozen release holds any of it.</p>
        ) : (
          <table className="t">
            <thead>
              <tr>
                <th>Version</th>
                <th className="r">Rows</th>
                <th className="r">Files</th>
                <th>Splits</th>
              </tr>
            </thead>
            <tbody>
              {counts.releases.map((share) => (
                <tr key={share.version}>
                  <td>
                    v{share.version} {!share.published && <span className="t3">not published</span>}
                  </td>
                  <td className="r">{count(share.rows)}</td>
                  <td className="r">{count(share.files)}</td>
                  <td>{share.splits.join(', ') || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {!untouched && (
          <p className="f13 t2">
            These rows and files answer with your sentence; the others are served on.{' '}
            {counts.people > 0
              ? `${plural(counts.people, 'person has', 'people have')} fetched some of it; those with an account are told.`
              : 'Nobody has fetched any of it.'}
          </p>
        )}
        {counts.next_version && (
          <p className="f13">
            The next release must be <b>{counts.next_version}</b>; there is a draft of it afterwards.
          </p>
        )}
      </section>
      <section aria-label="Of the storage">
        <h3>From the storage</h3>
        <Facts
          items={[
            ['Deleted', `${plural(counts.files_deleted, 'file')}, ${bytes(counts.bytes_deleted)}`],
            [
              'Stays (needed by others)',
              counts.files_kept > 0
                ? `${plural(counts.files_kept, 'file')}, ${bytes(counts.bytes_kept)}`
                : null,
            ],
          ]}
        />
      </section>
    </div>
  );
}
