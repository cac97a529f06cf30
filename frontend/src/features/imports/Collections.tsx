import { Link } from 'wouter';
import { rowsOf } from '../../shared/api/list';
import { count, words } from '../../shared/lib/format';
import { useCollections } from './api';

export function Collections({ slug }: { slug: string }) {
  const rows = rowsOf(useCollections(slug).data);
  if (rows.length === 0) return <p className="t2">Collections appear with the first import.</p>;
  return (
    <table className="t">
      <thead>
        <tr>
          <th>Collection</th>
          <th>Licence</th>
          <th>May be passed on</th>
          <th className="r">Motions</th>
          <th>Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((c) => (
          <tr key={c.id}>
            <td>
              {c.name}
              {c.is_synthetic && <span className="chip warn tagchip">synthetic</span>}
            </td>
            <td>{c.licence || <span className="t3">not given</span>}</td>
            <td>{words(c.may_redistribute ?? 'annotations')}</td>
            <td className="r">{count(c.motions)}</td>
            <td className="nowrap">
              <Link href={`/p/${slug}/import/mapping/${c.id}`}>Labels</Link> ·{' '}
              <Link href={`/p/${slug}/import/terms/${c.id}`}>Rights and consent</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
