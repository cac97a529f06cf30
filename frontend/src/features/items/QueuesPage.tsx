import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRoles } from '../../shared/api/session';
import { clock, plural, shortDay } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { HandOver } from './components/HandOver';
import { QueuePolicyCard } from './components/QueuePolicyCard';
import { useFree, useHandOverPile, useHolders, type Hold, type Holder, type Pile } from './queues';
import './items.css';

/** Who has what in their hands, until when, and what maintainers do about it. */
export default function QueuesPage({ slug }: { slug: string }) {
  usePage({
    title: 'Who writes what',
    crumbs: [{ label: 'Items', to: `/p/${slug}/items` }, { label: 'Who writes what' }],
  });
  const maintainer = useRoles(slug).has('maintainer');
  const holders = useHolders(slug, maintainer);
  const give = useHandOverPile(slug);
  const [done, setDone] = useState<(Pile & { items: string[] }) | null>(null);
  const handOver = (pile: Pile, after: () => void) =>
    give.mutate(pile, {
      onSuccess: ({ items }) => {
        setDone(pile.items ? null : { ...pile, items });
        after();
      },
    });
  if (!maintainer)
    return (
      <div className="dash">
        <Empty title="Maintainers see who writes what">
          Your own drafts and reservations stand in your queue.
        </Empty>
      </div>
    );
  if (holders.isPending) return <Loading what="who writes what" />;
  const people = holders.data?.people ?? [];
  return (
    <div className="dash">
      <PageHead
        title="Who writes what"
        sub={
          people.length > 0
            ? `${plural(people.length, 'person has', 'people have')} something in hand`
            : 'What people have in hand, and for how long they may'
        }
      >
        <Button component={Link} href={`/p/${slug}/items`} variant="default">
          All items
        </Button>
      </PageHead>
      {holders.isError && <ErrorNote error={holders.error} retry={() => void holders.refetch()} />}
      {done && (
        <div className="note ok" role="status">
          <p className="grow">
            {done.items.length > 0
              ? `${plural(done.items.length, 'item')} of ${done.giver} went to ${done.taker}.`
              : `${done.giver} had nothing left to hand over.`}
          </p>
          {done.items.length > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              loading={give.isPending}
              onClick={() =>
                handOver({ giver: done.taker, taker: done.giver, items: done.items }, () => setDone(null))
              }
            >
              Undo
            </Button>
          )}
        </div>
      )}
      <div className="dgrid">
        {holders.data && people.length === 0 && (
          <Card span={12}>
            <Empty title="Nobody has anything in hand">
              Drafts and whole videos appear here as soon as somebody opens them.
            </Empty>
          </Card>
        )}
        {people.map((person) => (
          <Person
            key={person.username}
            slug={slug}
            person={person}
            others={(holders.data?.writers ?? []).filter((one) => one !== person.username)}
            busy={give.isPending}
            error={give.error}
            onGive={(taker, after) => handOver({ giver: person.username, taker }, after)}
          />
        ))}
        <QueuePolicyCard slug={slug} />
      </div>
    </div>
  );
}

interface PersonProps {
  slug: string;
  person: Holder;
  others: readonly string[];
  busy: boolean;
  error: unknown;
  onGive: (taker: string, after: () => void) => void;
}

function Person({ slug, person, others, busy, error, onGive }: PersonProps) {
  const [asking, setAsking] = useState(false);
  const pile = person.returned + person.begun;
  const parts = [
    person.begun > 0 && `${person.begun} begun`,
    person.returned > 0 && `${person.returned} came back`,
  ].filter(Boolean);
  return (
    <Card
      span={12}
      title={person.username}
      flush
      aside={
        pile > 0 && (
          <>
            <Link href={`/p/${slug}/items?author=${encodeURIComponent(person.username)}`}>
              {parts.join(', ')}
            </Link>
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              Hand over all {pile}
            </Button>
          </>
        )
      }
    >
      {asking && (
        <HandOver
          says={`All that ${person.username} has begun or that came back to them, ${plural(pile, 'item')}. Their words stay in it, and who gets it is told. You can undo it here.`}
          action={`Hand over ${pile}`}
          people={others}
          busy={busy}
          error={error}
          onGive={(taker) => onGive(taker, () => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
      {person.holds.length > 0 && (
        <table className="t">
          <thead>
            <tr>
              <th>Has</th>
              <th>Video</th>
              <th>Held until</th>
              <th>
                <span className="sr">Free it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {person.holds.map((hold) => (
              <HoldRow key={hold.item ?? hold.video?.id} slug={slug} hold={hold} person={person.username} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function HoldRow({ slug, hold, person }: { slug: string; hold: Hold; person: string }) {
  const free = useFree(slug);
  const [sure, setSure] = useState(false);
  const what = hold.item === null ? 'the whole video' : 'the draft';
  return (
    <tr>
      <td className="grow-cell">
        {hold.item !== null ? (
          <Link className="rowlink" href={`/p/${slug}/items/${hold.item}`}>
            {hold.question || 'No question yet'}
          </Link>
        ) : (
          'The whole video'
        )}
        {hold.begun && <span className="chip line tagchip">begun</span>}
      </td>
      <td className="nowrap">{hold.video?.name ?? 'no video'}</td>
      <td className="nowrap num">
        {shortDay(hold.expires_at)}
        {clock(hold.expires_at)}
      </td>
      <td className="r">
        {sure ? (
          <span className="row wrap" role="alertdialog" aria-label={`Free ${what}`}>
            <span className="f12 t2">Others may take it; what {person} wrote is kept for them.</span>
            <Button
              size="compact-sm"
              color="no"
              loading={free.isPending}
              onClick={() => free.mutate({ item: hold.item, video: hold.video?.id ?? null, person })}
            >
              Free it
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setSure(false)}>
              Leave it
            </Button>
          </span>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Free ${what} that ${person} has`}
            onClick={() => setSure(true)}
          >
            Free it…
          </Button>
        )}
        {free.isError && <ErrorNote error={free.error} />}
      </td>
    </tr>
  );
}
