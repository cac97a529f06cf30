import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { useMe } from '../../shared/api/session';
import { fetchProject, type ProjectDetail } from '../../shared/api/project';
import type { MembershipInfo } from '../../shared/api/types';
import { hours, plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, Loading } from '../../shared/ui/states';
import { AnnotationWork } from './AnnotationWork';
import { maintainerHint } from './hints';

interface Queue {
  batches: { id: string; kind: string; waiting_for_you: number; mean_minutes: number | null }[];
}

const NEXT = {
  affectsim: 'New episodes appear as they are rendered.',
  longemo: 'New items appear as they are submitted.',
};

function ReviewWork({ membership }: { membership: MembershipInfo }) {
  const { slug, name } = membership.project;
  const queue = useQuery({
    queryKey: ['review', slug, 'queue'],
    queryFn: () => api.get<Queue>(`/projects/${slug}/review/queue`),
    retry: false,
  });
  const waiting = queue.data?.batches.reduce((sum, b) => sum + b.waiting_for_you, 0) ?? 0;
  const what = membership.project.kind === 'longemo' ? 'item' : 'episode';
  const minutes = queue.data?.batches.find((b) => b.mean_minutes)?.mean_minutes ?? null;
  return (
    <Card span={6} title={`Review in ${name}`}>
      {waiting > 0 ? (
        <>
          <p className="f14">
            {plural(waiting, what)} {waiting === 1 ? 'waits' : 'wait'} for you
            {minutes ? `, about ${hours((minutes * waiting) / 60)} at the usual pace` : ''}.
          </p>
          <Button
            component={Link}
            href={`/p/${slug}/review`}
            size="md"
            mt={12}
            leftSection={<IconPlayerPlay size={18} />}
          >
            Continue reviewing
          </Button>
        </>
      ) : (
        <>
          <p className="f14">
            {queue.isPending
              ? 'Looking into the queue.'
              : queue.isError
                ? queue.error.message
                : `Nothing waits for you at present. ${NEXT[membership.project.kind]}`}
          </p>
          <Button component={Link} href={`/p/${slug}/review`} variant="default" mt={12}>
            Open the queue
          </Button>
        </>
      )}
    </Card>
  );
}

function MaintainerWork({
  membership,
  detail,
}: {
  membership: MembershipInfo;
  detail: ProjectDetail | undefined;
}) {
  const { slug, name } = membership.project;
  const hint = detail ? maintainerHint(detail) : null;
  return (
    <Card span={6} title={`Maintain ${name}`}>
      <p className="f14">{hint ? hint.text : 'Looking at the project.'}</p>
      <div className="row wrap" style={{ marginTop: 12 }}>
        {hint && (
          <Button component={Link} href={`/p/${slug}${hint.to}`} size="md">
            {hint.action}
          </Button>
        )}
        <Button component={Link} href={`/p/${slug}`} size="md" variant="default">
          Overview
        </Button>
        {membership.project.kind === 'longemo' && (
          <Button component={Link} href={`/p/${slug}/queues`} size="md" variant="default">
            Who writes what
          </Button>
        )}
      </div>
    </Card>
  );
}

function ResearchWork({ membership }: { membership: MembershipInfo }) {
  const { slug, name } = membership.project;
  return (
    <Card span={6} title={`Data of ${name}`}>
      <p className="f14">Versions to pull with curl or pandas. You need a token of your own.</p>
      <div className="row wrap" style={{ marginTop: 12 }}>
        <Button component={Link} href={`/p/${slug}/releases`} size="md">
          See the releases
        </Button>
        <Button component={Link} href="/me#tokens" size="md" variant="default">
          Make a token
        </Button>
      </div>
    </Card>
  );
}

export default function WorkPage() {
  usePage({ title: 'My work', crumbs: [{ label: 'My work' }] });
  const me = useMe().data;
  const memberships = me?.memberships ?? [];
  const details = useQueries({
    queries: memberships.map((m) => ({
      queryKey: ['project', m.project.slug],
      queryFn: () => fetchProject(m.project.slug),
    })),
  });
  if (!me) return <Loading what="your work" />;
  const has = (m: MembershipInfo, role: MembershipInfo['roles'][number]) =>
    m.roles.includes(role) || (role === 'maintainer' && me.is_administrator);
  return (
    <div className="dash">
      <PageHead title="My work" sub={me.display_name || me.username} />
      {memberships.length === 0 && (
        <Empty title="You are in no project yet">
          A maintainer adds people to a project. Tell them your user name: <b>{me.username}</b>.
        </Empty>
      )}
      <div className="dgrid">
        {memberships
          .filter((m) => has(m, 'reviewer'))
          .map((m) => (
            <ReviewWork key={m.project.id} membership={m} />
          ))}
        {memberships
          .filter((m) => m.project.kind === 'longemo' && has(m, 'annotator'))
          .map((m) => (
            <AnnotationWork key={m.project.id} membership={m} />
          ))}
        {memberships.map(
          (m, i) =>
            has(m, 'maintainer') && (
              <MaintainerWork key={m.project.id} membership={m} detail={details[i]?.data} />
            ),
        )}
        {memberships
          .filter((m) => has(m, 'researcher'))
          .map((m) => (
            <ResearchWork key={m.project.id} membership={m} />
          ))}
        {memberships.length > 0 && (
          <Card span={12} title="My projects" flush>
            <table className="t">
              <thead>
                <tr>
                  <th>Project</th>
                  <th>My roles</th>
                  <th className="r">Motions or videos</th>
                  <th className="r">Episodes or items</th>
                  <th className="r">Latest release</th>
                </tr>
              </thead>
              <tbody>
                {memberships.map((m, i) => {
                  const d = details[i]?.data;
                  const seen = has(m, 'maintainer');
                  const isVideos = m.project.kind === 'longemo';
                  const sum = (counts: Record<string, number> | undefined) =>
                    seen && counts
                      ? Object.values(counts)
                          .reduce((a, b) => a + b, 0)
                          .toLocaleString('en-GB')
                      : '–';
                  return (
                    <tr key={m.project.id}>
                      <td>
                        <Link href={`/p/${m.project.slug}`}>{m.project.name}</Link>
                        {m.project.is_synthetic && <span className="chip warn tagchip">synthetic</span>}
                      </td>
                      <td>{m.roles.join(', ') || (me.is_administrator ? 'administrator' : '–')}</td>
                      <td className="r">{sum(isVideos ? d?.funnel.videos : d?.funnel.motions)}</td>
                      <td className="r">{sum(isVideos ? d?.funnel.items : d?.funnel.episodes)}</td>
                      <td className="r">{d?.latest_release ? `v${d.latest_release.version}` : 'none'}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </Card>
        )}
      </div>
    </div>
  );
}
