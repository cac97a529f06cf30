import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '../api/client';
import { useMe } from '../api/session';
import type { Me } from '../api/types';
import './desk.css';

/** The session is gone and the text is not: signing in again happens here, and saving goes on. */
export function SignInNote({ onSignedIn }: { onSignedIn: () => void }) {
  const client = useQueryClient();
  const me = useMe().data;
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (!me || busy) return;
    setBusy(true);
    setFailed('');
    try {
      client.setQueryData(['me'], await api.post<Me>('/session', { username: me.username, password }));
      onSignedIn();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : 'That did not work.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="note warn" role="alert" onSubmit={(event) => void signIn(event)}>
      <div className="grow">
        <p>You were signed out. Your text is kept in this browser; sign in again and it is saved.</p>
        <div className="row wrap noteacts">
          <PasswordInput
            size="xs"
            aria-label={`Password of ${me?.username ?? 'your account'}`}
            placeholder={`Password of ${me?.username ?? 'your account'}`}
            value={password}
            onChange={(e) => setPassword(e.currentTarget.value)}
            error={failed || undefined}
            autoComplete="current-password"
            w={220}
          />
          <Button size="compact-sm" type="submit" loading={busy} disabled={password === ''}>
            Sign in
          </Button>
        </div>
      </div>
    </form>
  );
}
