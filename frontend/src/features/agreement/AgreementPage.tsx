import { Button, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { api, ApiError } from '../../shared/api/client';
import { download } from '../../shared/lib/download';
import { count, dateTime, percent, plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { GapBar } from '../../shared/agreement/GapBar';
import {
  acceptShare,
  alphaText,
  fractionWords,
  leftOut,
  MIN_ITEMS,
  type Coefficient,
  type Report,
} from '../../shared/agreement/model';
import { AcceptRates, ByPair, GroupTable, named, VerdictPairs, Weeks } from './sections';
import './agreement.css';

function Other({ name, value, why }: { name: string; value: Coefficient; why: string }) {
  return (
    <span className="row f12 t2">
      {name}{' '}
      <b className="num tx">
        {value.value === null ? `undefined: ${value.undefined_reason}` : alphaText(value)}
      </b>
      <Tooltip multiline w={280} label={why}>
        <button type="button" className="infobutton" aria-label={`Why ${name} differs`}>
          <IconInfoCircle size={15} aria-hidden />
        </button>
      </Tooltip>
    </span>
  );
}

function MoreThanChance({ report }: { report: Report }) {
  const { observed, chance, alpha } = report;
  const share = acceptShare(report.contingency);
  return (
    <Card title="Is it more than chance?" span={8}>
      {observed === null || chance === null ? (
        <p className="f14">Not defined: {alpha.undefined_reason}.</p>
      ) : (
        <>
          <GapBar observed={observed} chance={chance} alpha={alpha} />
          <p className="f14 sentence">
            Two reviewers gave the same verdict on <b className="num">{percent(observed)}</b> of items.{' '}
            {share !== null && (
              <>
                Reviewers accept {fractionWords(share)}, so <b className="num">{percent(chance)}</b> would
                match by chance alone.{' '}
              </>
            )}
            {alpha.value === null ? (
              <>
                α is <b>undefined</b>: {alpha.undefined_reason}. That is neither 0 nor 1.
              </>
            ) : (
              <>
                What they add is <b className="num">α = {alphaText(alpha, 3)}</b>{' '}
                <span className="t2 num">
                  {alpha.low !== null && alpha.high !== null
                    ? `(95 % interval ${alphaText({ value: alpha.low }, 3)} to ${alphaText({ value: alpha.high }, 3)})`
                    : `(no interval: ${alpha.interval_undefined_reason ?? 'too little data'})`}
                </span>
                . Both numbers are right; read them together.
              </>
            )}
          </p>
        </>
      )}
      <div className="row wrap others">
        <Other
          name="Gwet AC1"
          value={report.ac1}
          why="AC1 assumes that chance plays a smaller part when one verdict is rare. That is why it stays high here. It answers a different question from α."
        />
        <Other
          name={report.kappa.kind === 'fleiss' ? 'Fleiss κ' : 'Cohen κ'}
          value={report.kappa}
          why="κ works chance from the verdicts as they are, without the correction for small samples that α makes."
        />
        {report.resamples && (
          <span className="f12 t2 num">
            {count(report.resamples)} resamples
            {report.n_groups ? ` over ${plural(report.n_groups, 'source group')}` : ''}
          </span>
        )}
      </div>
    </Card>
  );
}

export default function AgreementPage({ slug }: { slug: string }) {
  usePage({ title: 'Agreement', crumbs: [{ label: 'Agreement' }] });
  const report = useQuery({
    queryKey: ['agreement', slug],
    queryFn: () => api.get<Report>(`/projects/${slug}/agreement`),
  });
  const csv = useMutation({
    mutationFn: () => download(`/projects/${slug}/agreement.csv`, `agreement-${slug}.csv`),
  });
  if (report.isPending) return <Loading what="the agreement report" />;
  const none = report.isError && report.error instanceof ApiError && report.error.status === 404;
  if (report.isError && !none)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={report.error} retry={() => void report.refetch()} />
      </div>
    );
  const data = report.data;
  return (
    <div className="dash">
      <PageHead
        title="Agreement between reviewers"
        sub={
          data
            ? `Initial verdicts only: ${plural(data.n_items, 'item')} with two or more. ${leftOut(data)}`
            : undefined
        }
      >
        {data && (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} />}
            onClick={() => csv.mutate()}
            loading={csv.isPending}
          >
            CSV
          </Button>
        )}
      </PageHead>
      {csv.isError && <ErrorNote error={csv.error} />}
      {!data || data.n_items === 0 ? (
        <Empty title="No item has two verdicts yet">
          Agreement needs items that two people have judged. From {MIN_ITEMS} items on, intervals are
          computed.
        </Empty>
      ) : (
        <div className="dgrid">
          <MoreThanChance report={data} />
          <VerdictPairs report={data} />
          <GroupTable title="By type" head="Type" rows={named(data.by_type, (r) => r.type)} span={7} />
          <Weeks report={data} />
          <GroupTable
            title="By judgement"
            head="Judgement"
            rows={named(data.by_judgement, (r) => r.label ?? r.id)}
            span={12}
          />
          <ByPair report={data} />
          <AcceptRates report={data} />
        </div>
      )}
      {data?.computed_at && (
        <p className="f12 t3" style={{ marginTop: 8 }}>
          Computed {dateTime(data.computed_at)}.
        </p>
      )}
    </div>
  );
}
