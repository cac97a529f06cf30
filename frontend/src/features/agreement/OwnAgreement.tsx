import { useQuery } from '@tanstack/react-query';
import { MIN_ITEMS, type Share } from '../../shared/agreement/model';
import { api } from '../../shared/api/client';
import { percent, plural } from '../../shared/lib/format';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';

interface Own {
  batches: { batch: string; name: string; n: number; same: Share | null }[];
}

/** How often others judged as one did, once a batch is finished: to read, not a mark. */
export function OwnAgreement({ slug }: { slug: string }) {
  const own = useQuery({
    queryKey: ['agreement', slug, 'own'],
    queryFn: () => api.get<Own>(`/projects/${slug}/agreement/own`),
  });
  if (own.isPending) return <Loading what="your agreement" />;
  return (
    <div className="dash">
      <PageHead
        title="You and the other reviewers"
        sub="For batches that are finished. Two people who look closely may well differ: this is no mark, and nobody is ranked."
      />
      {own.isError ? (
        <ErrorNote error={own.error} retry={() => void own.refetch()} />
      ) : own.data.batches.length === 0 ? (
        <Empty title="No batch of yours is finished yet">
          While somebody is still deciding, nothing is shown of what others said.
        </Empty>
      ) : (
        <div className="dgrid">
          {own.data.batches.map((batch) => (
            <Card key={batch.batch} title={batch.name} span={6}>
              {batch.same ? (
                <p className="f14">
                  On <b className="num">{percent(batch.same.share)}</b> of {plural(batch.n, 'verdict')} beside
                  yours the other reviewer said the same (
                  <span className="num">
                    {percent(batch.same.low, 0)} to {percent(batch.same.high, 0)}
                  </span>{' '}
                  with this number).
                </p>
              ) : (
                <p className="t2">
                  {plural(batch.n, 'verdict')} beside yours. Under {MIN_ITEMS} nothing is computed.
                </p>
              )}
            </Card>
          ))}
        </div>
      )}
    </div>
  );
}
