import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconWorld } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { useRoles } from '../../shared/api/session';
import { dateTime, plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import { PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useAccess } from './access';
import { FrozenRelease } from './FrozenRelease';
import { RowWordsProvider, wordsOf } from './kinds';
import { stateOf } from './logic';
import { Withdraw } from './Withdraw';
import type { ReleaseDetail } from './types';
import './releases.css';

export default function ReleasePage({ slug, version }: { slug: string; version: string }) {
  const client = useQueryClient();
  const roles = useRoles(slug);
  const maintainer = roles.has('maintainer');
  const about = useAccess(slug, roles.size === 0);
  const release = useQuery({
    queryKey: ['release', slug, version],
    queryFn: () => api.get<ReleaseDetail>(`/projects/${slug}/releases/${version}`),
    refetchInterval: (q) => (q.state.data?.state === 'freezing' ? 2000 : false),
  });
  usePage({
    title: `v${version} · Releases`,
    crumbs: [
      ...(roles.size > 0
        ? [{ label: 'Releases', to: `/p/${slug}/releases` }]
        : [
            { label: 'Data', to: '/open' },
            { label: about.data?.name ?? slug, to: `/open/${slug}` },
          ]),
      { label: `v${version}` },
    ],
  });
  const publish = useMutation({
    mutationFn: () => api.post(`/projects/${slug}/releases/${version}/publish`),
    onSettled: () => client.invalidateQueries({ queryKey: ['release', slug] }),
  });
  if (release.isPending) return <Loading what="the release" />;
  if (release.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={release.error} retry={() => void release.refetch()} />
      </div>
    );
  const r = release.data;
  const frozen = r.state === 'frozen';
  return (
    <RowWordsProvider value={wordsOf(r.header?.project.kind)}>
      <div className="dash">
        <PageHead title={`Release ${r.version}`} sub={r.notes || undefined}>
          <StateChip state={stateOf(r)} />
          {r.synthetic && r.synthetic !== 'none' && (
            <span className="chip warn">
              {r.synthetic === 'all' ? 'synthetic data' : 'partly synthetic data'}
            </span>
          )}
          {frozen && maintainer && !r.published_at && (
            <Button
              leftSection={<IconWorld size={16} />}
              onClick={() => publish.mutate()}
              loading={publish.isPending}
            >
              Publish
            </Button>
          )}
          {frozen && maintainer && !r.withdrawn_reason && <Withdraw slug={slug} version={r.version} />}
        </PageHead>
        {publish.isError && <ErrorNote error={publish.error} />}
        {r.withdrawn_parts.rows + r.withdrawn_parts.files > 0 && (
          <div className="note warn gap" role="note">
            <div>
              <p>
                Material of this release was withdrawn: {plural(r.withdrawn_parts.rows, 'row')} and{' '}
                {plural(r.withdrawn_parts.files, 'file')} are served no more. What you have of it, use no
                more.
              </p>
              {r.withdrawn_parts.reasons.map((why) => (
                <p key={why.at + why.sentence}>
                  {dateTime(why.at)}: {why.sentence}
                </p>
              ))}
            </div>
          </div>
        )}
        {r.withdrawn_reason && (
          <div className="note warn" role="status">
            <p>
              Withdrawn {dateTime(r.withdrawn_at)}: {r.withdrawn_reason} Nobody can fetch its files; every
              address of it says this sentence.
            </p>
          </div>
        )}
        {r.freeze_error && (
          <div className="note no" role="alert">
            <p>The last freeze did not finish: {r.freeze_error}</p>
          </div>
        )}
        {!frozen ? (
          <div className="note">
            <p>
              {r.state === 'freezing' ? (
                'This version is being frozen. The page fills itself when that is done.'
              ) : (
                <>
                  This is a draft.{' '}
                  <Link href={`/p/${slug}/releases/new?version=${r.version}`}>Go on preparing it</Link>
                </>
              )}
            </p>
          </div>
        ) : (
          <FrozenRelease slug={slug} release={r} />
        )}
      </div>
    </RowWordsProvider>
  );
}
