import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core';
import {
  IconArrowBackUp,
  IconDots,
  IconDownload,
  IconTrash,
  IconUserOff,
  IconUserShare,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { query } from '../../../shared/api/client';
import { useMe, useRoles } from '../../../shared/api/session';
import { download } from '../../../shared/lib/download';
import type { DraftDesk } from '../../../shared/items';
import type { Taxonomy } from '../../../shared/taxonomy';
import { StateChip } from '../../../shared/ui/chips';
import { ErrorNote } from '../../../shared/ui/states';
import { itemsPath, reopenItem, type ItemDetail } from '../../../shared/desk';
import { clock, shortDay } from '../../../shared/lib/format';
import { useFree, useHandOver, useHolders } from '../queues';
import { HandOver } from './HandOver';
import { useChangeItem, useDiscardDraft } from '../api';
import { kindGroups, kindKey, kindWords, nameOf, ORIGINS } from '../names';

/** QU62: the kind can be chosen until there is a revision. What is written is saved first. */
export function KindChoice({
  slug,
  item,
  taxonomy,
  desk,
}: {
  slug: string;
  item: ItemDetail;
  taxonomy: Taxonomy;
  desk: DraftDesk | null;
}) {
  const change = useChangeItem(slug, item.id);
  const choose = async (key: string) => {
    const kind = taxonomy.kinds.find((k) => kindKey(k) === key);
    if (!kind || (desk && !(await desk.flush()))) return;
    change.mutate({ granularity: kind.granularity, type: kind.type });
  };
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Kind of question"
        className="kindchoice"
        value={item.type ? kindKey({ granularity: item.granularity as 'clip', type: item.type }) : ''}
        onChange={(e) => void choose(e.currentTarget.value)}
        disabled={!item.can_edit || change.isPending}
        data={[...(item.type ? [] : [{ value: '', label: 'Choose a kind' }]), ...kindGroups(taxonomy.kinds)]}
      />
      {change.isError && <ErrorNote error={change.error} />}
    </>
  );
}

const workbench = (slug: string, item: ItemDetail, video: string) =>
  item.granularity === 'episode' ? `/p/${slug}/g2/${video}?item=${item.id}` : `/p/${slug}/g1/${item.id}`;

/** The strip above the form: what the item is, and what else can be done with it. */
export function ItemHeader({
  slug,
  item,
  taxonomy,
  desk,
}: {
  slug: string;
  item: ItemDetail;
  taxonomy: Taxonomy;
  desk: DraftDesk;
}) {
  const [, go] = useLocation();
  const client = useQueryClient();
  const maintainer = useRoles(slug).has('maintainer');
  const discard = useDiscardDraft(slug, item.id);
  const me = useMe().data?.username;
  const [sure, setSure] = useState(false);
  const [giving, setGiving] = useState(false);
  const [freeing, setFreeing] = useState(false);
  const free = useFree(slug);
  const hand = useHandOver(slug, item.id);
  const writers = useHolders(slug, maintainer && giving).data?.writers ?? [];
  const held = item.reservation;
  const handable = maintainer && (item.state === 'draft' || item.state === 'returned');
  const recallable =
    item.author === me && !item.draft && (item.state === 'submitted' || item.state === 'in_review');
  const takeBack = async () => {
    setError(null);
    try {
      await reopenItem(slug, item.id);
      await fresh();
    } catch (problem) {
      setError(problem);
    }
  };
  const [error, setError] = useState<unknown>(null);
  const nothing =
    useSyncExternalStore(desk.subscribe, desk.read).version === item.draft_version && !item.draft;
  const gone = item.revisions.length === 0 && item.external_id === '';
  const save = () => {
    setError(null);
    download(
      `${itemsPath(slug)}/export${query({ format: 'json', item: item.id })}`,
      `${nameOf(item)}.json`,
    ).catch(setError);
  };
  const fresh = () => client.resetQueries({ queryKey: ['item', slug, item.id] });
  const release = async () => {
    await desk.flush();
    free.mutate(
      { item: item.id, video: null, person: held?.person ?? me ?? '' },
      {
        onSuccess: () => {
          setFreeing(false);
          void fresh();
        },
      },
    );
  };
  const give = async (person: string) => {
    await desk.flush();
    hand.mutate(person, {
      onSuccess: () => {
        setGiving(false);
        void fresh();
      },
    });
  };
  const drop = async () => {
    await desk.flush();
    discard.mutate(desk.read().version, {
      onSuccess: async () => {
        if (gone) return go(`/p/${slug}/items`);
        await client.resetQueries({ queryKey: ['item', slug, item.id] });
      },
    });
  };
  return (
    <>
      <div className="itemhead">
        <h1 className="sr">{nameOf(item)}</h1>
        {item.revisions.length === 0 ? (
          <KindChoice slug={slug} item={item} taxonomy={taxonomy} desk={desk} />
        ) : (
          <b className="clip-text">{kindWords(item)}</b>
        )}
        <StateChip state={item.state} />
        {item.revisions.length > 0 && <span className="f12 t2 hide-s">revision {item.revisions.length}</span>}
        <span className="f12 t2 hide-s">{ORIGINS[item.origin] ?? item.origin}</span>
        {item.author && <span className="f12 t2 hide-s">by {item.author}</span>}
        <span className="end" />
        {item.can_edit && item.video && (
          <Button
            component={Link}
            href={workbench(slug, item, item.video.id)}
            size="compact-sm"
            variant="default"
          >
            {item.granularity === 'episode' ? 'Watch and write' : 'Open in the workbench'}
          </Button>
        )}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon aria-label="More about this item">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {maintainer && (
              <Menu.Item
                leftSection={<IconDownload size={15} />}
                disabled={item.revisions.length === 0}
                onClick={save}
              >
                Export as JSON
              </Menu.Item>
            )}
            {recallable && (
              <Menu.Item leftSection={<IconArrowBackUp size={15} />} onClick={() => void takeBack()}>
                Take the submission back
              </Menu.Item>
            )}
            {handable && (
              <Menu.Item leftSection={<IconUserShare size={15} />} onClick={() => setGiving(true)}>
                Hand it to somebody else
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconTrash size={15} />}
              disabled={!item.can_edit || nothing}
              onClick={() => setSure(true)}
            >
              Discard the draft
            </Menu.Item>
            {maintainer && (
              <Menu.Item
                component={Link}
                href={`/p/${slug}/withdrawals?kind=item&id=${item.id}`}
                leftSection={<IconUserOff size={15} />}
              >
                Withdraw …
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      {held && !freeing && (
        <div className="itemheld f12">
          <span className="num">
            {held.mine ? 'Yours' : `Held by ${held.person ?? 'somebody else'}`} until{' '}
            {shortDay(held.expires_at)}
            {clock(held.expires_at)}
          </span>
          {(held.mine || maintainer) && (
            <button type="button" className="linkish" onClick={() => setFreeing(true)}>
              {held.mine ? 'Give it back' : 'Free it'}
            </button>
          )}
        </div>
      )}
      {sure && (
        <div className="note warn sure" role="alertdialog" aria-label="Discard the draft">
          <p className="grow">
            {gone
              ? 'This item was never submitted: without its draft nothing of it is left.'
              : 'What was written since the latest revision will be gone.'}
          </p>
          <Button size="compact-sm" color="no" loading={discard.isPending} onClick={() => void drop()}>
            Discard
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setSure(false)}>
            Keep
          </Button>
        </div>
      )}
      {freeing && held && (
        <div className="note warn sure" role="alertdialog" aria-label="Give the draft back">
          <p className="grow">
            {held.mine
              ? 'Others may take it. What you wrote is kept for you, should you take it again first.'
              : `Others may take it. What ${held.person} wrote is kept for them, and they are told.`}
          </p>
          <Button size="compact-sm" color="no" loading={free.isPending} onClick={() => void release()}>
            {held.mine ? 'Give it back' : 'Free it'}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setFreeing(false)}>
            Leave it
          </Button>
        </div>
      )}
      {giving && (
        <HandOver
          says="What is written stays in it, and who gets it is told. You can hand it back the same way."
          action="Hand over"
          people={writers.filter((one) => one !== item.author)}
          busy={hand.isPending}
          error={hand.error}
          onGive={(person) => void give(person)}
          onClose={() => setGiving(false)}
        />
      )}
      {free.isError && <ErrorNote error={free.error} />}
      {discard.isError && <ErrorNote error={discard.error} />}
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
