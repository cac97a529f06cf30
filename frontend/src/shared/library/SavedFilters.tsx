import { ActionIcon, Button, Checkbox, Menu, Modal, TextInput } from '@mantine/core';
import { IconBookmark, IconDots, IconStarFilled, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorNote } from '../ui/states';
import { whereOf } from './address';
import { useSavedFilters, type SavedFilter } from './api';

interface Props {
  slug: string;
  library: string;
  where: string;
  go: (next: URLSearchParams) => void;
}

/** Filters under a name: one's own and those that others share; one of them may be what the list opens with. */
export function SavedFilters({ slug, library, where, go }: Props) {
  const saved = useSavedFilters(slug, library);
  const [naming, setNaming] = useState<SavedFilter | 'new' | null>(null);
  const [gone, setGone] = useState<SavedFilter | null>(null);
  const rows = saved.list.data ?? [];
  const isNew = where !== '' && !rows.some((f) => whereOf(new URLSearchParams(f.query)) === where);
  const error = saved.change.error ?? saved.remove.error ?? saved.restore.error;
  return (
    <section className="savedfilters" aria-label="Saved filters">
      {rows.map((filter) => (
        <div
          key={filter.id}
          className="savedrow"
          data-chosen={whereOf(new URLSearchParams(filter.query)) === where || undefined}
        >
          <button
            type="button"
            className="facet"
            aria-pressed={whereOf(new URLSearchParams(filter.query)) === where}
            onClick={() => go(new URLSearchParams(filter.query))}
          >
            <IconBookmark size={14} stroke={1.7} aria-hidden />
            <span
              className="facetword"
              title={filter.is_mine ? filter.name : `${filter.name}, by ${filter.owner}`}
            >
              {filter.name}
            </span>
            {filter.is_default && <IconStarFilled size={12} aria-label="The list opens with this" />}
            {filter.is_shared && <IconUsers size={13} aria-label="Shared with the project" />}
          </button>
          <Menu position="bottom-start" withinPortal>
            <Menu.Target>
              <ActionIcon size={24} aria-label={`More about ${filter.name}`}>
                <IconDots size={15} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => saved.change.mutate({ id: filter.id, is_default: !filter.is_default })}
              >
                {filter.is_default ? 'Open the list without it' : 'Open the list with it'}
              </Menu.Item>
              {filter.is_mine && (
                <>
                  <Menu.Item
                    onClick={() => saved.change.mutate({ id: filter.id, is_shared: !filter.is_shared })}
                  >
                    {filter.is_shared ? 'Keep it to myself' : 'Share with the project'}
                  </Menu.Item>
                  {isNew && (
                    <Menu.Item onClick={() => saved.change.mutate({ id: filter.id, query: where })}>
                      Save what is shown under this name
                    </Menu.Item>
                  )}
                  <Menu.Item onClick={() => setNaming(filter)}>Rename</Menu.Item>
                  <Menu.Item
                    onClick={() => saved.remove.mutate(filter.id, { onSuccess: () => setGone(filter) })}
                  >
                    Delete
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </div>
      ))}
      {gone && (
        <p className="f12 t2 row" role="status">
          {gone.name} is deleted.
          <button
            type="button"
            className="linkish"
            onClick={() => saved.restore.mutate(gone.id, { onSuccess: () => setGone(null) })}
          >
            Undo
          </button>
        </p>
      )}
      {isNew && (
        <button type="button" className="linkish" onClick={() => setNaming('new')}>
          Save this filter
        </button>
      )}
      {error && <ErrorNote error={error} />}
      {naming && (
        <NameDialog
          filter={naming === 'new' ? null : naming}
          pending={saved.save.isPending || saved.change.isPending}
          error={saved.save.error ?? saved.change.error}
          onClose={() => {
            saved.save.reset();
            saved.change.reset();
            setNaming(null);
          }}
          onSave={(name, isShared) => {
            const done = { onSuccess: () => setNaming(null) };
            if (naming === 'new') saved.save.mutate({ name, query: where, is_shared: isShared }, done);
            else saved.change.mutate({ id: naming.id, name, is_shared: isShared }, done);
          }}
        />
      )}
    </section>
  );
}

function NameDialog(props: {
  filter: SavedFilter | null;
  pending: boolean;
  error: unknown;
  onClose: () => void;
  onSave: (name: string, isShared: boolean) => void;
}) {
  const [name, setName] = useState(props.filter?.name ?? '');
  const [isShared, setShared] = useState(props.filter?.is_shared ?? false);
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': 'Close' }}
      onClose={props.onClose}
      title={props.filter ? 'Rename the filter' : 'Save this filter'}
    >
      <form
        className="stack"
        onSubmit={(e) => {
          e.preventDefault();
          if (name.trim()) props.onSave(name, isShared);
        }}
      >
        <TextInput
          label="Name"
          value={name}
          maxLength={80}
          data-autofocus
          onChange={(e) => setName(e.currentTarget.value)}
        />
        <Checkbox
          label="Share with everybody in the project who sees this list"
          checked={isShared}
          onChange={(e) => setShared(e.currentTarget.checked)}
        />
        {props.error !== null && <ErrorNote error={props.error} />}
        <div className="row end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={props.pending} disabled={!name.trim()}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
