import { Link } from 'wouter';
import { count } from '../../../shared/lib/format';
import type { DraftRunDetail } from '../api';
import { LEFT_OUT } from '../words';

/** Videos that were chosen and take no part, each with its reason. */
export function LeftOut({ slug, run }: { slug: string; run: DraftRunDetail }) {
  const total = run.counts.left_out ?? 0;
  return (
    <div className="card pad">
      <table className="t">
        <thead>
          <tr>
            <th scope="col">Video</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {run.left_out.map((video) => (
            <tr key={video.id}>
              <td>
                <Link href={`/p/${slug}/videos/${video.id}`}>{video.name}</Link>
              </td>
              <td className="t2">{LEFT_OUT[video.left_out ?? ''] ?? video.left_out}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > run.left_out.length && (
        <p className="f12 t2">
          The first {count(run.left_out.length)} of {count(total)}.
        </p>
      )}
    </div>
  );
}
