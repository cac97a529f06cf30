import { ActionIcon, Button, Checkbox, Select, TextInput, Tooltip } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { api } from '../../shared/api/client';
import { dateTime } from '../../shared/lib/format';
import { Card, Copy } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';

interface Token {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
}
interface IssuedToken extends Token {
  secret: string;
}

const SCOPES = [
  { id: 'release:read', label: 'Read releases', hint: 'Enough to pull splits and files.' },
  { id: 'read', label: 'Read', hint: 'Everything that you may see.' },
  { id: 'write', label: 'Write', hint: 'Everything that you may do.' },
];
const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
];

export function Tokens() {
  const client = useQueryClient();
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => api.get<Token[]>('/tokens') });
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['release:read']);
  const [days, setDays] = useState('90');
  const issue = useMutation({
    mutationFn: () =>
      api.post<IssuedToken>('/tokens', {
        name,
        scopes,
        expires_at: new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
      }),
    onSuccess: () => {
      setName('');
      void client.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  const revoke = useMutation({
    mutationFn: (id: string) => api.delete(`/tokens/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    issue.mutate();
  };
  const live = tokens.data?.filter((t) => !t.revoked_at) ?? [];
  return (
    <Card title="Tokens" span={12}>
      <p className="t2" id="tokens">
        For curl, scripts and notebooks. A token acts for you within its scopes until it expires.
      </p>
      <form className="row wrap tokenform" onSubmit={submit}>
        <TextInput
          label="Name"
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          placeholder="Laptop, training script"
          required
          maxLength={80}
        />
        <Select
          label="Lasts"
          data={LIFETIMES}
          value={days}
          onChange={(v) => setDays(v ?? '90')}
          w={120}
          allowDeselect={false}
        />
        <Checkbox.Group label="May" value={scopes} onChange={setScopes}>
          <div className="row wrap checks">
            {SCOPES.map((s) => (
              <Tooltip key={s.id} label={s.hint}>
                <div>
                  <Checkbox value={s.id} label={s.label} size="xs" />
                </div>
              </Tooltip>
            ))}
          </div>
        </Checkbox.Group>
        <Button type="submit" loading={issue.isPending} disabled={scopes.length === 0}>
          Make token
        </Button>
      </form>
      {issue.isError && <ErrorNote error={issue.error} />}
      {issue.data && (
        <div className="note ok" role="status">
          <div className="grow">
            <p>
              <b>{issue.data.name}</b>: copy it now. It is not shown again.
            </p>
            <p className="mono secret">{issue.data.secret}</p>
          </div>
          <Copy value={issue.data.secret} label="Copy token" />
        </div>
      )}
      {revoke.isError && <ErrorNote error={revoke.error} />}
      {live.length > 0 && (
        <table className="t">
          <thead>
            <tr>
              <th>Name</th>
              <th>Ends with</th>
              <th>May</th>
              <th>Made</th>
              <th>Last used</th>
              <th>Expires</th>
              <th>
                <span className="sr">Revoke</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {live.map((t) => (
              <tr key={t.id}>
                <td>
                  <b>{t.name}</b>
                </td>
                <td className="mono">…{t.hint}</td>
                <td>{t.scopes.join(', ')}</td>
                <td>{dateTime(t.created_at)}</td>
                <td>{t.last_used_at ? dateTime(t.last_used_at) : 'never'}</td>
                <td>{new Date(t.expires_at) < new Date() ? 'expired' : dateTime(t.expires_at)}</td>
                <td className="r">
                  <Tooltip label="Revoke">
                    <ActionIcon aria-label={`Revoke ${t.name}`} onClick={() => revoke.mutate(t.id)}>
                      <IconTrash size={16} />
                    </ActionIcon>
                  </Tooltip>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
