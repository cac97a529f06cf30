import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { dateTime } from '../../shared/lib/format';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { sizeOf, type SceneRow } from './api';
import './scenes.css';

interface TakenOutScene extends SceneRow {
  taken_out_at: string;
  stands_in_the_way: string | null;
}

/** The scenes that are in use no longer, each with its way back or what stands in it. */
export default function TakenOut({ slug, onClose }: { slug: string; onClose: () => void }) {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['scenes-taken-out', slug],
    queryFn: () => api.get<TakenOutScene[]>(`/projects/${slug}/scenes/taken-out`),
    staleTime: 0,
  });
  const back = useMutation({
    mutationFn: (id: string) => api.post(`/projects/${slug}/scenes/${id}/bring-back`, {}),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [kind] }) =>
          ['scene', 'scenes-taken-out', 'rows', 'facets'].includes(String(kind)),
      }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title="Scenes taken out"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {list.isPending && <Loading what="the scenes taken out" rows={3} />}
      {list.isError && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {back.isError && <ErrorNote error={back.error} safe="It stays taken out." />}
      {list.data?.length === 0 && (
        <p className="t2">None is. A scene that no episode stands in can be taken out on its page.</p>
      )}
      <ul className="takenout" aria-label="Scenes taken out">
        {list.data?.map((scene) => (
          <li key={scene.id} className="row">
            <span className="thumb" aria-hidden>
              <img src={scene.poster_url} alt="" decoding="async" />
            </span>
            <span className="grow">
              <Link href={`/p/${slug}/scenes/${scene.id}`} className="b">
                {scene.name}
              </Link>
              <span className="t2 f12">
                {' '}
                {sizeOf(scene.bounds)} · taken out {dateTime(scene.taken_out_at)}
              </span>
              {scene.stands_in_the_way && <p className="f12 t2">{scene.stands_in_the_way}</p>}
            </span>
            <Button
              variant="default"
              aria-label={`Bring back ${scene.name}`}
              disabled={scene.stands_in_the_way !== null}
              loading={back.isPending && back.variables === scene.id}
              onClick={() => back.mutate(scene.id)}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
