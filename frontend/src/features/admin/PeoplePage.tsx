import { Button, Checkbox, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconUserPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { api } from '../../shared/api/client';
import { useMe } from '../../shared/api/session';
import type { Role } from '../../shared/api/types';
import { dateTime, plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';

interface Person {
  id: string;
  username: string;
  display_name: string;
  is_administrator: boolean;
  is_active: boolean;
  last_login: string | null;
}
interface Member {
  user: Person;
  roles: Role[];
}

const ROLES: { id: Role; label: string; hint: string }[] = [
  { id: 'maintainer', label: 'Maintainer', hint: 'imports, composes, steers, releases' },
  { id: 'reviewer', label: 'Reviewer', hint: 'judges episodes, blind' },
  { id: 'annotator', label: 'Annotator', hint: 'writes items' },
  { id: 'researcher', label: 'Researcher', hint: 'reads published releases' },
];

function useMembers(slug: string) {
  const client = useQueryClient();
  const members = useQuery({
    queryKey: ['members', slug],
    queryFn: () => api.get<Member[]>(`/projects/${slug}/members`),
  });
  const mutationKey = ['roles', slug];
  const setRoles = useMutation({
    mutationKey,
    // One after the other: the older of two could arrive last, and stay.
    scope: { id: `roles ${slug}` },
    mutationFn: ({ user, roles }: Member) => api.put(`/projects/${slug}/members/${user.id}`, { roles }),
    // The tick shows at once; if the server refuses, the fetched list puts it back.
    onMutate: async (member) => {
      await client.cancelQueries({ queryKey: ['members', slug] });
      const isTheirs = ({ user }: Member) => user.id === member.user.id;
      client.setQueryData<Member[]>(['members', slug], (old) =>
        old?.some(isTheirs) ? old.map((one) => (isTheirs(one) ? member : one)) : [...(old ?? []), member],
      );
    },
    onSettled: () => {
      // Read again after the last: until then the list holds ticks that the server has not heard of.
      if (client.isMutating({ mutationKey }) === 1)
        void client.invalidateQueries({ queryKey: ['members', slug] });
      void client.invalidateQueries({ queryKey: ['me'] });
    },
  });
  return { members, setRoles };
}

function NewPerson({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [form, setForm] = useState({ username: '', display_name: '', password: '' });
  const add = useMutation({
    mutationFn: () => api.post('/people', form),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['people'] });
      onClose();
    },
  });
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (e: { currentTarget: { value: string } }) => {
      const { value } = e.currentTarget;
      setForm((f) => ({ ...f, [name]: value }));
    },
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    add.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="New account" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className="col" style={{ gap: 10 }} onSubmit={submit}>
        <TextInput label="User name" required autoComplete="off" {...field('username')} data-autofocus />
        <TextInput label="Name shown to others" autoComplete="off" {...field('display_name')} />
        <PasswordInput label="First password" required autoComplete="new-password" {...field('password')} />
        {add.isError && <ErrorNote error={add.error} />}
        <Button type="submit" loading={add.isPending}>
          Make the account
        </Button>
      </form>
    </Modal>
  );
}

export default function PeoplePage({ slug }: { slug: string }) {
  usePage({ title: 'People', crumbs: [{ label: 'People' }] });
  const me = useMe().data;
  const { members, setRoles } = useMembers(slug);
  const [adding, setAdding] = useState(false);
  const people = useQuery({
    queryKey: ['people'],
    queryFn: () => api.get<Person[]>('/people'),
    enabled: !!me?.is_administrator,
  });
  if (members.isPending) return <Loading what="the people" />;
  if (members.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={members.error} retry={() => void members.refetch()} />
      </div>
    );
  const known = new Set(members.data.map((m) => m.user.id));
  const rows: Member[] = [
    ...members.data,
    ...(people.data ?? []).filter((p) => !known.has(p.id)).map((user) => ({ user, roles: [] })),
  ];
  const toggle = (m: Member, role: Role) =>
    setRoles.mutate({
      user: m.user,
      roles: m.roles.includes(role) ? m.roles.filter((r) => r !== role) : [...m.roles, role],
    });
  return (
    <div className="dash">
      <PageHead
        title="People"
        sub={`${plural(members.data.length, 'person', 'people')} with a role in this project. A change holds at once.`}
      >
        {me?.is_administrator && (
          <Button leftSection={<IconUserPlus size={16} />} onClick={() => setAdding(true)}>
            New account
          </Button>
        )}
      </PageHead>
      {setRoles.isError && <ErrorNote error={setRoles.error} />}
      {rows.length === 0 ? (
        <Empty title="Nobody has a role here yet">
          An administrator makes accounts; roles are given on this page.
        </Empty>
      ) : (
        <Card flush>
          <table className="t">
            <thead>
              <tr>
                <th>Person</th>
                <th>User name</th>
                {ROLES.map((r) => (
                  <th key={r.id} title={r.hint}>
                    {r.label}
                  </th>
                ))}
                <th className="r">Last signed in</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((m) => (
                <tr key={m.user.id}>
                  <td>
                    <b>{m.user.display_name || m.user.username}</b>
                    {m.user.is_administrator && <span className="chip tagchip">administrator</span>}
                    {!m.user.is_active && <span className="chip tagchip">closed</span>}
                  </td>
                  <td className="t2">{m.user.username}</td>
                  {ROLES.map((r) => (
                    <td key={r.id}>
                      <Checkbox
                        size="xs"
                        checked={m.roles.includes(r.id)}
                        onChange={() => toggle(m, r.id)}
                        aria-label={`${m.user.display_name || m.user.username}: ${r.label}`}
                      />
                    </td>
                  ))}
                  <td className="r">{m.user.last_login ? dateTime(m.user.last_login) : 'never'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      <p className="f12 t3" style={{ marginTop: 8 }}>
        {ROLES.map((r) => `${r.label}: ${r.hint}.`).join(' ')}
        {!me?.is_administrator && ' To add somebody who is not listed, ask an administrator.'}
      </p>
      {adding && <NewPerson onClose={() => setAdding(false)} />}
    </div>
  );
}
