import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { useSession } from '../../shared/api/session';
import { Mark } from '../../shared/ui/Mark';
import { ErrorNote } from '../../shared/ui/states';

export default function LoginPage() {
  const { signIn } = useSession();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = 'Sign in · Affectory';
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await signIn(username, password);
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <main className="login">
      <form className="card pad login-box" onSubmit={(e) => void submit(e)}>
        <div className="row">
          <Mark />
          <h1>Affectory</h1>
        </div>
        <TextInput
          label="User name"
          value={username}
          onChange={(e) => setUsername(e.currentTarget.value)}
          autoComplete="username"
          required
          size="sm"
        />
        <PasswordInput
          label="Password"
          value={password}
          onChange={(e) => setPassword(e.currentTarget.value)}
          autoComplete="current-password"
          required
          size="sm"
        />
        {error !== null && <ErrorNote error={error} />}
        <Button type="submit" size="sm" loading={busy}>
          Sign in
        </Button>
        <Link className="f13" href="/open">
          Data that need no account
        </Link>
      </form>
    </main>
  );
}
