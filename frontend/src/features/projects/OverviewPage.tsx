import { Button } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useProject, type ProjectDetail } from '../../shared/api/project';
import { useRoles } from '../../shared/api/session';
import { count, plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { firstSteps, openProblems, stages } from './overview';
import { videoProblems, videoStages, videoSteps } from './overviewVideos';

/** What a project is about decides what its first page counts. */
const LOOKS = {
  affectsim: {
    title: 'From motions to the release',
    things: 'episodes',
    stages,
    problems: openProblems,
    steps: firstSteps,
  },
  longemo: {
    title: 'From videos to the release',
    things: 'items',
    stages: videoStages,
    problems: videoProblems,
    steps: videoSteps,
  },
} as const;

function Steps({ project, slug }: { project: ProjectDetail; slug: string }) {
  const steps = LOOKS[project.kind].steps(project.funnel, !!project.latest_release?.frozen_at);
  const next = steps.find((s) => !s.done);
  if (!next) return null;
  return (
    <Card title="The way to the first release" span={12}>
      <ol className="steps">
        {steps.map((s) => (
          <li key={s.id} aria-current={s === next ? 'step' : undefined}>
            {s.done ? <IconCheck size={17} aria-label="Done" /> : <IconCircle size={17} aria-label="To do" />}
            <div className="grow">
              <b>{s.title}</b>
              <p className="t2 f12">{s.hint}</p>
            </div>
            {s === next && (
              <Button component={Link} href={`/p/${slug}${s.to}`}>
                {s.action}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Funnel({ project, slug }: { project: ProjectDetail; slug: string }) {
  const rows = LOOKS[project.kind].stages(project.funnel);
  const most = Math.max(1, ...rows.map((r) => r.n));
  return (
    <Card
      title={LOOKS[project.kind].title}
      span={8}
      aside={project.kind === 'affectsim' && <Link href={`/p/${slug}/progress`}>Progress in detail</Link>}
    >
      <table className="t funnel">
        <thead className="sr">
          <tr>
            <th>Stage</th>
            <th>Share</th>
            <th>Count</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.id}>
              <td>
                <Link href={`/p/${slug}${r.to}`}>{r.label}</Link>
              </td>
              <td className="grow-cell">
                <div className="bar" aria-hidden>
                  {r.n > 0 && <i style={{ width: `${(100 * r.n) / most}%` }} />}
                </div>
              </td>
              <td className="r b">{count(r.n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Problems({ project, slug }: { project: ProjectDetail; slug: string }) {
  const problems = LOOKS[project.kind].problems(project.funnel);
  return (
    <Card title="Open problems" span={4}>
      {problems.length === 0 ? (
        <p className="t2">None. Nothing was rejected, refused or failed.</p>
      ) : (
        <ul className="plainlist">
          {problems.map((p) => (
            <li key={p.id} className="row">
              <StateChip state={p.state} />
              <Link href={`/p/${slug}${p.to}`}>{plural(p.n, p.one, p.many)}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export default function OverviewPage({ slug }: { slug: string }) {
  const project = useProject(slug, 15_000);
  const roles = useRoles(slug);
  usePage({ title: project.data?.name ?? slug, crumbs: [{ label: 'Overview' }] });
  if (project.isPending) return <Loading what="the project" />;
  if (project.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={project.error} retry={() => void project.refetch()} />
      </div>
    );
  const { name, description, latest_release: release } = project.data;
  const maintainer = roles.has('maintainer');
  const { things } = LOOKS[project.data.kind];
  return (
    <div className="dash">
      <PageHead title={name} sub={description} />
      <div className="dgrid">
        {maintainer && <Steps project={project.data} slug={slug} />}
        {maintainer && <Funnel project={project.data} slug={slug} />}
        {maintainer && <Problems project={project.data} slug={slug} />}
        <Card title="Latest release" span={maintainer ? 12 : 6}>
          {release ? (
            <div className="row">
              <Link className="f16 b" href={`/p/${slug}/releases/${release.version}`}>
                v{release.version}
              </Link>
              <StateChip state={release.state} />
            </div>
          ) : (
            <Empty
              title="Nothing is released yet"
              action={
                maintainer ? (
                  <Button component={Link} href={`/p/${slug}/releases/new`} variant="default">
                    Prepare a release
                  </Button>
                ) : undefined
              }
            >
              {maintainer
                ? `A release takes in the ${things} that all reviewers accepted.`
                : 'The first version will appear here once a maintainer has frozen it.'}
            </Empty>
          )}
        </Card>
        {project.data.kind === 'longemo' && (maintainer || roles.has('annotator')) && (
          <Card title="Videos" span={maintainer ? 12 : 6}>
            <p className="t2">Watch, step frame by frame, mark intervals and cut clips.</p>
            <Button component={Link} href={`/p/${slug}/videos`} variant="default" mt={10}>
              Open the videos
            </Button>
          </Card>
        )}
        {roles.has('reviewer') && (
          <Card title="Review" span={maintainer ? 12 : 6}>
            <p className="t2">Judge {things}, one after the other. Your keys are printed on the controls.</p>
            <Button component={Link} href={`/p/${slug}/review`} mt={10}>
              Open the review queue
            </Button>
          </Card>
        )}
      </div>
    </div>
  );
}
