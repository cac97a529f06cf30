import { useUrlState } from '../../../shared/lib/url';
import { count, percent } from '../../../shared/lib/format';
import { Chip, StateChip, type Tone } from '../../../shared/ui/chips';
import type { Column } from '../../../shared/ui/DataTable';
import { RowsTable } from '../../../shared/ui/RowsTable';
import { Empty } from '../../../shared/ui/states';
import { timecode } from '../../../shared/video/times';
import { runPath, useProposals, type DraftRunDetail, type Proposal } from '../api';
import { taskWord } from '../words';
import { ProposalDetail } from './ProposalDetail';

const FATES: Record<string, [Tone, string]> = {
  waiting: ['wait', 'Waiting'],
  kept: ['ok', 'Kept'],
  edited: ['ok', 'Edited'],
  rewritten: ['warn', 'Rewritten'],
  discarded: ['none', 'Discarded'],
};

const clip = (p: Proposal): string => {
  const segment = p.content?.source?.segments?.[0];
  return segment ? `${timecode(segment.start, 2)}–${timecode(segment.end, 2)}` : '–';
};

function Outcome({ proposal: p }: { proposal: Proposal }) {
  if (p.is_hidden) return <Chip tone="none">Not shown to you</Chip>;
  if (p.outcome === 'repeated') return <Chip tone="none">Proposed before</Chip>;
  const fate = p.fate && FATES[p.fate];
  return fate ? <Chip tone={fate[0]}>{fate[1]}</Chip> : <StateChip state={p.outcome} />;
}

const COLUMNS: Column<Proposal>[] = [
  {
    id: 'n',
    head: 'No.',
    cell: (p) => <span className="num">{`${p.position}.${p.number}`}</span>,
    width: 60,
  },
  { id: 'outcome', head: 'What became of it', cell: (p) => <Outcome proposal={p} /> },
  { id: 'task', head: 'Task', cell: (p) => taskWord(p.type) },
  { id: 'video', head: 'Video', cell: (p) => <span className="short">{p.video}</span> },
  { id: 'clip', head: 'Clip', cell: (p) => <span className="num">{clip(p)}</span> },
  {
    id: 'what',
    head: 'Question, or why it was refused',
    wide: true,
    cell: (p) =>
      p.is_hidden ? (
        <span className="t3">you may still be given it to judge</span>
      ) : p.reasons[0] ? (
        <span className="t2">{`${p.reasons[0].field} ${p.reasons[0].message}`}</span>
      ) : (
        p.content?.question || <span className="t3">a clip; the question is for people</span>
      ),
  },
  {
    id: 'changed',
    head: 'Changed',
    right: true,
    cell: (p) => (p.share === null ? <span className="t3">–</span> : percent(p.share, 0)),
  },
];
/** What is left of the table while one of them is open beside it. */
const BESIDE = new Set(['n', 'outcome', 'task', 'what']);
const OUTCOMES = [
  [null, 'All'],
  ['proposed', 'Drafts'],
  ['refused', 'Refused'],
  ['repeated', 'Proposed before'],
] as const;

/** What was proposed, by outcome; the one that is open stands below. */
export function Proposals({ slug, run, atWork }: { slug: string; run: DraftRunDetail; atWork: boolean }) {
  const [params, set] = useUrlState();
  const outcome = params.get('outcome');
  const open = params.get('proposal');
  const list = useProposals(slug, run.id, outcome, atWork);
  const chosen = list.rows.find((p) => p.id === open);
  const total = (run.counts.proposed ?? 0) + (run.counts.refused ?? 0) + (run.counts.repeated ?? 0);
  const address = (p: Proposal) => {
    const next = new URLSearchParams(params);
    next.set('proposal', p.id);
    return `${runPath(slug, run.id)}?${next}`;
  };
  return (
    <>
      <div className="row wrap runfilter" role="group" aria-label="Which proposals">
        {OUTCOMES.map(([value, label]) => (
          <button
            key={label}
            type="button"
            className="facet inline"
            aria-pressed={outcome === value}
            onClick={() => set({ outcome: value, proposal: null })}
          >
            <span>{label}</span>
            <span className="n">{count(value === null ? total : (run.counts[value] ?? 0))}</span>
          </button>
        ))}
      </div>
      <div className={chosen ? 'runtable beside' : 'runtable'}>
        <RowsTable
          list={list}
          what="the proposals"
          columns={chosen ? COLUMNS.filter((c) => BESIDE.has(c.id)) : COLUMNS}
          rowKey={(p) => p.id}
          href={address}
          label="Proposals"
          empty={
            <Empty title={outcome ? 'No proposal ended like this' : 'Nothing is proposed yet'}>
              {atWork ? 'They stand here as they come.' : 'The other tab says of each stretch why.'}
            </Empty>
          }
        />
        {chosen && <ProposalDetail slug={slug} proposal={chosen} onClose={() => set({ proposal: null })} />}
      </div>
    </>
  );
}
