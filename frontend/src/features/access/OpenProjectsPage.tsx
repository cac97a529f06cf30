import { Link } from 'wouter';
import { useMe } from '../../shared/api/session';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { RequestState } from './RequestState';
import { useOpenProjects } from './api';

/** What somebody may read or ask for, whether or not they have a role anywhere. */
export default function OpenProjectsPage() {
  usePage({ title: 'Data', crumbs: [{ label: 'Data' }] });
  const signedIn = Boolean(useMe().data);
  const list = useOpenProjects();
  if (list.isPending) return <Loading what="the data you may read" />;
  if (list.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      </div>
    );
  return (
    <div className="dash">
      <PageHead
        title="Data"
        sub={
          signedIn
            ? 'Projects whose releases you may read or ask for.'
            : 'Projects whose releases everybody may read. Others are for people who sign in.'
        }
      />
      {list.data.length === 0 ? (
        <Empty title={signedIn ? 'No project is open to you yet' : 'No project is open to everybody yet'}>
          {signedIn
            ? 'A project appears here when its maintainers open it, or when they make you a researcher of it.'
            : 'A project appears here when its maintainers publish its data to everybody. Sign in to see those you may ask for.'}
        </Empty>
      ) : (
        <Card flush>
          <table className="t">
            <thead>
              <tr>
                <th>Project</th>
                <th>About</th>
                <th>Access</th>
              </tr>
            </thead>
            <tbody>
              {list.data.map((p) => (
                <tr key={p.slug}>
                  <td>
                    <Link className="b" href={`/open/${p.slug}`}>
                      {p.name}
                    </Link>
                    {p.is_synthetic && <span className="chip warn tagchip">synthetic</span>}
                  </td>
                  <td className="t2">{p.description || '–'}</td>
                  <td>
                    {p.may_read ? (
                      <span className="chip ok">You may read it</span>
                    ) : p.request_state ? (
                      <RequestState state={p.request_state} />
                    ) : (
                      <span className="chip line">On request</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </div>
  );
}
