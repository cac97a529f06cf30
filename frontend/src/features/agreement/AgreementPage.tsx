import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, query } from '../../shared/api/client';
import { useProject } from '../../shared/api/project';
import { useRoles } from '../../shared/api/session';
import { dateTime, plural, words } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { leftOut, MIN_ITEMS, type Report } from '../../shared/agreement/model';
import { usePage } from '../../shared/ui/chrome';
import { PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { summaries, type About } from './data';
import { Filters } from './Filters';
import { MoreThanChance } from './MoreThanChance';
import { OwnAgreement } from './OwnAgreement';
import { AcceptRates, ByPair, GroupTable, named, VerdictPairs, Weeks } from './sections';
import { asQuery, scopeOf, thingsOf, type Scope } from './scope';
import { Threshold } from './Threshold';
import './agreement.css';

/** Maintainers read the report; a reviewer reads how often others judged as they did. */
export default function AgreementPage({ slug }: { slug: string }) {
  usePage({ title: 'Agreement', crumbs: [{ label: 'Agreement' }] });
  const roles = useRoles(slug);
  const project = useProject(slug);
  const [values, set] = useUrlState();
  if (project.isPending) return <Loading what="the agreement report" />;
  if (project.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={project.error} retry={() => void project.refetch()} />
      </div>
    );
  if (!roles.has('maintainer')) return <OwnAgreement slug={slug} />;
  return <WholeReport slug={slug} scope={scopeOf(values, project.data.kind)} set={set} />;
}

interface WholeProps {
  slug: string;
  scope: Scope;
  set: (patch: Record<string, string | null>) => void;
}

function WholeReport({ slug, scope, set }: WholeProps) {
  const asked = query(asQuery(scope));
  const report = useQuery({
    queryKey: ['agreement', slug, asked],
    queryFn: () => api.get<Report>(`/projects/${slug}/agreement${asked}`),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  if (report.isPending) return <Loading what="the agreement report" />;
  if (report.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={report.error} retry={() => void report.refetch()} />
      </div>
    );
  const data = report.data;
  const [one, many] = thingsOf(scope);
  const judgement = data.by_judgement.find((j) => j.id === scope.judgement);
  const about: About = { code_version: data.code_version ?? '', ...filterWords(scope) };
  return (
    <div className="dash" aria-busy={report.isPlaceholderData}>
      <PageHead
        title="Agreement between reviewers"
        sub={`Initial verdicts only: ${plural(data.n_items, one, many)} with two or more. ${leftOut(data)}`}
      >
        <Filters slug={slug} scope={scope} report={data} set={set} />
      </PageHead>
      {data.n_items === 0 ? (
        <Empty title={`No ${one} has two verdicts yet`}>
          Agreement needs what two people have judged. From {MIN_ITEMS} on, intervals are computed.
        </Empty>
      ) : (
        <div className="dgrid">
          <MoreThanChance report={data} many={many} judgement={judgement?.label ?? null} />
          <VerdictPairs report={data} slug={slug} scope={scope} about={about} />
          <GroupTable
            title="By type"
            span={7}
            data={summaries(
              'agreement-types',
              'Type',
              named(data.by_type, (r) => r.type),
              about,
            )}
            rows={named(data.by_type, (r) => r.type)}
            head="Type"
          />
          <Weeks report={data} about={about} />
          <GroupTable
            title="By judgement"
            span={12}
            data={summaries(
              'agreement-judgements',
              'Judgement',
              named(data.by_judgement, (r) => r.label ?? r.id),
              about,
            )}
            rows={named(data.by_judgement, (r) => r.label ?? r.id)}
            head="Judgement"
          />
          <ByPair report={data} about={about} />
          <AcceptRates report={data} about={about} />
        </div>
      )}
      <div className="row wrap pagefoot">
        <Threshold slug={slug} scope={scope} report={data} />
        <p className="f12 t3 end">
          {data.computed_at && `Worked ${dateTime(data.computed_at)}`}
          {data.code_version && ` by ${data.code_version}`}.
        </p>
      </div>
    </div>
  );
}

function filterWords(scope: Scope): About {
  return Object.fromEntries(
    Object.entries(scope).map(([name, value]) => [name, value ? words(value) : 'all']),
  );
}
