import {
  Button,
  Checkbox,
  NumberInput,
  Progress,
  SegmentedControl,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconSnowflake } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api, ApiError } from '../../shared/api/client';
import { jobEnded, useJob } from '../../shared/api/jobs';
import { count, plural } from '../../shared/lib/format';
import { useGo, useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { DuplicatesView } from './Duplicates';
import {
  blocked,
  cleanVersion,
  isVersion,
  parseTargets,
  sectionTones,
  writeTargets,
  type Tone,
} from './logic';
import { RowWordsProvider, useProjectWords } from './kinds';
import { QualityView } from './Quality';
import { ProfileForm } from './ProfileForm';
import {
  ChangesView,
  CheckList,
  LeakageView,
  LeftOut,
  RightsView,
  SplitTableView,
  ToneIcon,
} from './SplitSections';
import type { Preview, ReleaseDetail } from './types';
import './releases.css';

function Section({
  id,
  n,
  title,
  tone,
  children,
}: {
  id: string;
  n: number;
  title: string;
  tone: Tone | null;
  children: ReactNode;
}) {
  return (
    <section className="card pad step" id={id} aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>
        <span className="stepno">{n}</span>
        {title}
        {tone && <ToneIcon tone={tone} />}
      </h2>
      {children}
    </section>
  );
}

function Progressing({ slug, version, jobId }: { slug: string; version: string; jobId: string }) {
  const job = useJob(jobId);
  const ended = jobEnded(job.data);
  const failed = ended && job.data?.state.toLowerCase() !== 'done';
  return (
    <div className={failed ? 'note no' : ended ? 'note ok' : 'note'} role="status">
      <div className="grow">
        <p>
          <b>
            {failed
              ? 'The freeze did not finish. Nothing was released.'
              : ended
                ? `v${version} is frozen.`
                : 'Freezing: the rows are pinned, the files are being written.'}
          </b>
        </p>
        {!ended && (
          <Progress
            mt={8}
            size={6}
            animated={!job.data?.total}
            value={job.data?.total ? (100 * job.data.done) / job.data.total : 100}
            aria-label="Freezing"
          />
        )}
        <p className="f12 t2 num" style={{ marginTop: 6 }}>
          {job.data?.total ? `${count(job.data.done)} of ${count(job.data.total)} rows. ` : ''}
          {job.data?.message}
        </p>
        {job.data?.log && (
          <pre className="log" tabIndex={0} aria-label="Log of the freeze">
            {job.data.log}
          </pre>
        )}
      </div>
      {ended && !failed && (
        <Button component={Link} href={`/p/${slug}/releases/${version}`}>
          Open v{version}
        </Button>
      )}
    </div>
  );
}

/** Contents → Split → Checks → Diff → Freeze, on one page. */
export default function NewReleasePage({ slug }: { slug: string }) {
  usePage({
    title: 'Prepare a release',
    crumbs: [{ label: 'Releases', to: `/p/${slug}/releases` }, { label: 'Prepare' }],
  });
  const row = useProjectWords(slug);
  const client = useQueryClient();
  const go = useGo();
  const [params] = useUrlState();
  const draft = params.get('version');
  const [seed, setSeed] = useState<number | string>(1);
  const [targetsText, setTargets] = useState<string | null>(null);
  const [mode, setMode] = useState<'shares' | 'counts'>('shares');
  const [keep, setKeep] = useState(true);
  const [moveConflicts, setMoveConflicts] = useState(false);
  const [notes, setNotes] = useState('');
  const [typed, setTyped] = useState('');
  const [jobId, setJobId] = useState<string | null>(null);
  const [frozenAs, setFrozenAs] = useState('');
  // Until something is typed the server's own default for this kind of project holds.
  const targets = targetsText === null ? null : parseTargets(targetsText, mode);
  const asked = {
    seed: Number(seed) || 0,
    split_policy: {
      ...(targets ? { [mode]: targets } : {}),
      keep_previous: keep,
      move_conflicts: moveConflicts,
    },
  };
  const [still] = useDebouncedValue(JSON.stringify(asked), 400);
  const plan = JSON.parse(still) as typeof asked;
  const preview = useQuery({
    queryKey: ['release-preview', slug, plan, draft],
    queryFn: () =>
      api.post<Preview>(`/projects/${slug}/releases/preview`, {
        ...plan,
        ...(draft ? { version: draft } : {}),
      }),
    placeholderData: keepPreviousData,
  });
  // What is frozen is what the page shows the preview of.
  const isShown = still === JSON.stringify(asked) && !preview.isPlaceholderData;
  const freeze = useMutation({
    mutationFn: async () => {
      const version = cleanVersion(typed);
      try {
        await api.post(`/projects/${slug}/releases`, { version, notes, ...plan });
      } catch (error) {
        // A draft of this version may be there from an earlier try: it takes over what is asked for now.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        await api.patch(`/projects/${slug}/releases/${version}`, { notes, ...plan });
      }
      const reply = await api.post<ReleaseDetail>(`/projects/${slug}/releases/${version}/freeze`, {
        version,
      });
      return { version, job: reply.job_id };
    },
    onSuccess: ({ version, job }) => {
      void client.invalidateQueries({ queryKey: ['releases', slug] });
      void client.invalidateQueries({ queryKey: ['jobs', slug] });
      if (!job) go(`/p/${slug}/releases/${version}`);
      setFrozenAs(version);
      setJobId(job);
    },
  });
  if (preview.isPending) return <Loading what="the preview of the release" />;
  if (preview.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={preview.error} retry={() => void preview.refetch()} />
      </div>
    );
  const p = preview.data;
  const tones = sectionTones(p);
  const stops = blocked(p);
  const required = p.required_version;
  const profileMissing = p.checks.some((c) => c.id.startsWith('profile') && !c.ok);
  const steps: [string, string, Tone | null][] = [
    ['contents', 'Contents', tones.contents],
    ['split', 'Split', tones.split],
    ['checks', 'Checks', tones.checks],
    ['diff', 'Diff', tones.diff],
    ['freeze', 'Freeze', null],
  ];
  return (
    <RowWordsProvider value={row}>
      <div className="dash release-new">
        <PageHead
          title="Prepare a release"
          sub={`${plural(p.included, `kept ${row.one}`)} would go in. Nothing is written before you freeze.`}
        />
        <nav className="stepper" aria-label="Steps">
          {steps.map(([id, title, tone], i) => (
            <a key={id} href={`#${id}`}>
              <span className="stepno">{i + 1}</span>
              {title}
              {tone && <ToneIcon tone={tone} size={14} />}
            </a>
          ))}
        </nav>
        {jobId && <Progressing slug={slug} version={frozenAs} jobId={jobId} />}
        <Section id="contents" n={1} title="Contents" tone={tones.contents}>
          <p className="f14">
            <b className="num">{count(p.included)}</b>{' '}
            {p.included === 1 ? `${row.one} goes` : `${row.many} go`} in.{' '}
            <Link href={row.kept(slug)}>See them</Link>
          </p>
          {p.hidden.length > 0 && (
            <p className="f14">
              Answers of the split {p.hidden.join(', ')} are hidden: they are frozen and served to nobody.
            </p>
          )}
          <LeftOut rows={p.left_out} />
          <h3>Rights</h3>
          <RightsView rights={p.rights} />
        </Section>
        <Section id="split" n={2} title="Split" tone={tones.split}>
          <div className="row wrap splitform">
            <TextInput
              label={mode === 'shares' ? 'Splits and shares' : 'Splits and counts'}
              value={targetsText ?? writeTargets(p.policy.shares ?? p.policy.counts ?? {})}
              onChange={(e) => setTargets(e.currentTarget.value)}
              error={
                targetsText === null || targets
                  ? null
                  : mode === 'shares'
                    ? 'Write names with shares: train 0.7, validation 0.15, test 0.15'
                    : 'Write names with counts, one of them may be the rest: train rest, test 500'
              }
              w={360}
            />
            <SegmentedControl
              value={mode}
              onChange={(value) => setMode(value as 'shares' | 'counts')}
              data={[
                { value: 'shares', label: 'Shares' },
                { value: 'counts', label: 'Counts' },
              ]}
              aria-label="What the numbers are"
            />
            <NumberInput label="Seed" value={seed} onChange={setSeed} w={110} allowDecimal={false} />
          </div>
          {p.diff.base && (
            <div className="row wrap splitform">
              <Checkbox
                label="Keep every group where earlier releases had it"
                checked={keep}
                onChange={(e) => setKeep(e.currentTarget.checked)}
              />
              <Checkbox
                label="Move groups that earlier releases had in two splits (MAJOR)"
                checked={moveConflicts}
                disabled={!keep}
                onChange={(e) => setMoveConflicts(e.currentTarget.checked)}
              />
            </div>
          )}
          <SplitTableView table={p.split_table} />
          <QualityView quality={p.split_quality} />
          <h3>Leakage and duplicates</h3>
          <LeakageView leakage={p.leakage} />
          <DuplicatesView duplicates={p.duplicates} slug={slug} onRuled={() => void preview.refetch()} />
        </Section>
        <Section id="checks" n={3} title="Checks" tone={tones.checks}>
          <CheckList checks={p.checks} />
          <details open={profileMissing}>
            <summary>Release profile: consent, use, limits, contact</summary>
            <ProfileForm slug={slug} onSaved={() => void preview.refetch()} />
          </details>
        </Section>
        <Section id="diff" n={4} title="Diff" tone={tones.diff}>
          <ChangesView changes={p.diff} />
        </Section>
        <Section id="freeze" n={5} title="Freeze" tone={null}>
          {stops.length > 0 ? (
            <>
              <p className="f14">
                {stops.length === 1 ? 'One thing stands' : `${stops.length} things stand`} in the way:
              </p>
              <CheckList checks={stops} />
            </>
          ) : (
            <>
              <Textarea
                label="Notes on this version"
                value={notes}
                onChange={(e) => setNotes(e.currentTarget.value)}
                autosize
                minRows={2}
                maw={560}
              />
              <div className="row wrap splitform">
                <TextInput
                  label="Type the version to freeze"
                  description={`${required} or higher. A frozen version cannot be changed or undone.`}
                  placeholder={required}
                  value={typed}
                  onChange={(e) => setTyped(e.currentTarget.value)}
                  error={typed !== '' && !isVersion(typed) ? 'Three numbers, such as 0.1.0' : null}
                  w={300}
                  autoComplete="off"
                />
                <Button
                  size="sm"
                  leftSection={<IconSnowflake size={16} />}
                  disabled={!isVersion(typed) || jobId !== null || !isShown}
                  loading={freeze.isPending}
                  onClick={() => freeze.mutate()}
                >
                  Freeze {isVersion(typed) ? `v${cleanVersion(typed)}` : ''}
                </Button>
              </div>
              {freeze.isError && <ErrorNote error={freeze.error} safe="Nothing was released." />}
            </>
          )}
        </Section>
      </div>
    </RowWordsProvider>
  );
}
